package parsers

import "strings"

// A glob is a pattern in which '*' stands for any text, in lower case.
type glob struct {
	parts   []string // between the '*'
	literal int      // the length of the parts
	path    bool     // it holds a '/'
}

func newGlobs(patterns []string) []glob {
	globs := make([]glob, len(patterns))
	for i, p := range patterns {
		globs[i] = newGlob(p)
	}
	return globs
}

func newGlob(pattern string) glob {
	g := glob{parts: strings.Split(strings.ToLower(pattern), "*"), path: strings.Contains(pattern, "/")}
	for _, part := range g.parts {
		g.literal += len(part)
	}
	return g
}

// matchModel reports whether the pattern matches the model id, which is in lower
// case, or, having no '/' itself, what is behind the id's last one.
func (g glob) matchModel(id string) bool {
	return g.match(id) || !g.path && g.match(id[strings.LastIndexByte(id, '/')+1:])
}

// match reports whether the pattern matches all of s, which is in lower case.
func (g glob) match(s string) bool {
	first, last := g.parts[0], len(g.parts)-1
	if last == 0 {
		return s == first
	}
	s, ok := strings.CutPrefix(s, first)
	for _, part := range g.parts[1:last] {
		var found bool
		_, s, found = strings.Cut(s, part)
		ok = ok && found
	}
	return ok && strings.HasSuffix(s, g.parts[last])
}
