package parsers

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/nearname"
)

// ErrNotFound is wrapped by the errors of [Registry.Find].
var ErrNotFound = errors.New("family not found")

// A Registry holds the families that a program knows. Look-ups may run at the
// same time, but not together with Register.
type Registry struct {
	families []*Family
	byName   map[string]*Family
	patterns []modelPattern
	markers  func() *Markers
}

// A modelPattern is one of a family's ModelPatterns.
type modelPattern struct {
	family *Family
	glob   glob
	others []glob // the family's OtherModels
}

// match reports whether the pattern is for the model id, which is in lower case.
func (mp *modelPattern) match(id string) bool { return mp.glob.matchModel(id) && mp.leftOut(id) < 0 }

// leftOut is the index of the pattern that leaves the model id out; -1 if there is none.
func (mp *modelPattern) leftOut(id string) int {
	return slices.IndexFunc(mp.others, func(g glob) bool { return g.matchModel(id) })
}

// NewRegistry returns a registry of the families.
func NewRegistry(families ...*Family) (*Registry, error) {
	r := new(Registry)
	if err := r.Register(families...); err != nil {
		return nil, err
	}
	return r, nil
}

// Register adds families. A name or alias in use already, or a family with something
// missing, is an error; then none is added.
func (r *Registry) Register(families ...*Family) error {
	names := maps.Clone(r.byName)
	if names == nil {
		names = make(map[string]*Family)
	}
	var patterns []modelPattern
	for _, f := range families {
		if err := enter(names, f); err != nil {
			return err
		}
		patterns = append(patterns, modelPatterns(f)...)
	}
	r.byName = names
	r.families = append(r.families, families...)
	r.markers = lazyMarkers(r.families...)
	r.patterns = append(r.patterns, patterns...)
	return nil
}

func modelPatterns(f *Family) (patterns []modelPattern) {
	others := newGlobs(f.OtherModels)
	for _, g := range newGlobs(f.ModelPatterns) {
		patterns = append(patterns, modelPattern{f, g, others})
	}
	return patterns
}

// Override adds a family that takes its names and model patterns from the families
// that have them; one whose own name is taken is gone.
func (r *Registry) Override(f *Family) error {
	names := make(map[string]*Family)
	if err := enter(names, f); err != nil {
		return err
	}
	own := maps.Clone(names)
	gone := func(other *Family) bool { return own[other.Name] != nil }
	for name, other := range r.byName {
		if own[name] == nil && !gone(other) {
			names[name] = other
		}
	}
	patterns := modelPatterns(f)
	r.byName = names
	r.families = append(slices.DeleteFunc(slices.Clone(r.families), gone), f)
	r.markers = lazyMarkers(r.families...)
	r.patterns = append(slices.DeleteFunc(slices.Clone(r.patterns), func(p modelPattern) bool {
		same := func(own modelPattern) bool { return slices.Equal(p.glob.parts, own.glob.parts) }
		return gone(p.family) || slices.ContainsFunc(patterns, same)
	}), patterns...)
	return nil
}

// claimNames gives a family its names.
func claimNames(names map[string]*Family, f *Family) error {
	for _, name := range f.names() {
		if other := names[name]; other != nil {
			return &NameError{name, fmt.Sprintf("the name %q is in use by family %q", name, other.Name)}
		}
		names[name] = f
	}
	return nil
}

// A NameError is about a name, an alias, a model pattern or a format's name that a family can't have.
type NameError struct{ Name, Message string }

// Error implements error.
func (e *NameError) Error() string { return e.Message }

// enter enters a family under its names, unless something is wrong with it.
func enter(names map[string]*Family, f *Family) error {
	if f == nil {
		return errors.New("registering a family: it is nil")
	}
	err := f.problem()
	if err == nil {
		err = claimNames(names, f)
	}
	if err != nil {
		return fmt.Errorf("registering family %q: %w", f.Name, err)
	}
	return nil
}

// problem reports what is missing in a family.
func (f *Family) problem() error {
	for _, name := range f.names() {
		if !ValidName(name) {
			return &NameError{name, fmt.Sprintf("the name %q is not made of a-z, 0-9 and '_'", name)}
		}
	}
	for i := range f.Formats {
		// Metrics and logs have it.
		if name := f.Formats[i].Name; !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
			return &NameError{name, fmt.Sprintf("the format's name %q: want UTF-8 without control characters", name)}
		}
	}
	for _, p := range slices.Concat(f.ModelPatterns, f.OtherModels) {
		if newGlob(p).literal == 0 {
			return &NameError{p, fmt.Sprintf("the model pattern %q matches everything; write what only the ids of its models have, as in %q", p, "acme/*")}
		}
	}
	switch {
	case f.NewParser == nil:
		return errors.New("NewParser is nil")
	case f.Check != nil:
		return f.Check()
	}
	return nil
}

// ValidName reports whether a family can have this name.
func ValidName(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// Families lists them in the order in which they were registered.
func (r *Registry) Families() []*Family { return slices.Clone(r.families) }

// Markers are those of all its families, for [Config.Markers]. They are made when they are first asked for.
func (r *Registry) Markers() *Markers {
	if r.markers == nil {
		return nil // there are no families
	}
	return r.markers()
}

// foldName is a name with '_' for '-' and '.': families are registered under it, and
// Tools.Underscored compares by it.
var foldName = strings.NewReplacer("-", "_", ".", "_")

// Find finds a family by name or, if that is empty, by the id of a model.
//
// A name is the family's own or an alias, in any case; '-' and '.' stand for '_': what an
// operator gave another server as its parser's name works here. A model's id, such as
// "Qwen/Qwen3-8B", has the family whose matching pattern has the most literal characters.
//
// The errors wrap ErrNotFound and suggest names. That the patterns of two families match
// equally well is one, too.
func (r *Registry) Find(name, model string) (*Family, error) {
	switch {
	case name != "":
		if f := r.byName[foldName.Replace(strings.ToLower(name))]; f != nil {
			return f, nil
		}
		return nil, r.unknownName(name)
	case model != "":
		return r.byModel(model)
	}
	return nil, r.notFound("neither family nor model is given; want one of them", nil)
}

func (r *Registry) byModel(model string) (*Family, error) {
	var best, rival modelPattern
	lower := strings.ToLower(model)
	for _, p := range r.patterns {
		switch {
		case !p.match(lower) || p.glob.literal < best.glob.literal:
		case p.glob.literal > best.glob.literal:
			best, rival = p, modelPattern{}
		case p.family != best.family:
			rival = p
		}
	}
	switch {
	case best.family == nil:
		return nil, r.unknownModel(model)
	case rival.family != nil:
		return nil, fmt.Errorf("%w: model %q matches the families %s and %s equally well; name one of them",
			ErrNotFound, model, best.family.Name, rival.family.Name)
	}
	return best.family, nil
}

// Auto is the name of the family that reads, as any other does, what announces itself.
const Auto = "auto"

const (
	// nearNames is how many names an error suggests at most: more aren't read.
	nearNames = 3
	// leastShare is how much of a name, in percent, a model's id must hold, and leastCommon
	// in bytes.
	leastShare  = 66
	leastCommon = 3
	// comparedBytes bounds how much of what a caller wrote is compared.
	comparedBytes = 256
)

// unknownName is the error for a name that no family has.
func (r *Registry) unknownName(name string) error {
	written := clip(name)
	return r.notFound(fmt.Sprintf("no family is named %q", name), r.nearest(func(f *Family) (best suggestion) {
		for _, other := range f.names() {
			if n := likeness(nearname.Plain(written), nearname.Plain(other)); n > best.likeness && nearname.Is(written, other) {
				best = suggestion{other, n}
			}
		}
		if best.text != f.Name {
			best.text += " of " + f.Name
		}
		return best
	}))
}

// unknownModel is the error for a model whose id no family's pattern matches.
func (r *Registry) unknownModel(model string) error {
	id := nearname.Plain(clip(model))
	problem := fmt.Sprintf("no family is for model %q", model)
	lower := strings.ToLower(model)
	leftOut := make(map[*Family]bool) // by families that say so, which are then no suggestion
	why := ""
	for _, p := range r.patterns {
		i := p.leftOut(lower)
		if i < 0 {
			continue
		}
		leftOut[p.family] = true
		if why == "" && p.glob.matchModel(lower) {
			why = fmt.Sprintf(": %s is for %q, but not for %q", p.family.Name, p.glob, p.others[i])
		}
	}
	return r.notFound(problem+why, r.nearest(func(f *Family) (best suggestion) {
		if leftOut[f] {
			return best
		}
		best.text = f.Name
		for _, name := range f.names() {
			// An id says more than a name: what counts is how much of the name it holds.
			name = nearname.Plain(name)
			if n := longestCommon(id, name); n >= leastCommon && 100*n >= leastShare*len(name) {
				best.likeness = max(best.likeness, 100*n/len(name))
			}
		}
		return best
	}))
}

// notFound wraps ErrNotFound: what is wrong, and what can be done.
func (r *Registry) notFound(problem string, near []string) error {
	if last := len(near) - 1; last > 0 {
		near = append(near[:last-1], near[last-1]+" or "+near[last])
	}
	if len(near) > 0 {
		problem += " (did you mean " + strings.Join(near, ", ") + "?)"
	}
	if r.byName[Auto] != nil {
		problem += `; the family "` + Auto + `" reads every format that announces itself`
	}
	return fmt.Errorf(`%w: %s; "toolparser infer-template" makes a family from a model's chat template`, ErrNotFound, problem)
}

// A suggestion is a name, and how near it is, in percent.
type suggestion struct {
	text     string
	likeness int
}

// nearest are the names that are nearest, one of a family, and near at all.
func (r *Registry) nearest(suggest func(*Family) suggestion) []string {
	var all []suggestion
	for _, f := range r.families {
		if s := suggest(f); s.likeness > 0 {
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b suggestion) int { return cmp.Compare(b.likeness, a.likeness) })
	names := make([]string, min(len(all), nearNames))
	for i := range names {
		names[i] = all[i].text
	}
	return names
}

func clip(text string) string { return text[:min(len(text), comparedBytes)] }

// longestCommon is the length of the longest text that both hold.
func longestCommon(a, b string) (longest int) {
	ends := make([]int, len(b)+1) // how long the common text is that ends before a byte of b
	for i := range a {
		for j := len(b); j > 0; j-- {
			if ends[j] = 0; a[i] == b[j-1] {
				ends[j] = ends[j-1] + 1
			}
			longest = max(longest, ends[j])
		}
	}
	return longest
}

// likeness is Dice's coefficient, in percent: a name that is much longer isn't near.
func likeness(a, b string) int {
	pairs, common := pairsOf(a), 0
	for pair, count := range pairsOf(b) {
		common += min(count, pairs[pair])
	}
	return 200 * common / max(len(a)+len(b), 1)
}

// pairsOf counts the pairs of neighboring bytes of a name; its first byte has none before it.
func pairsOf(name string) map[[2]byte]int {
	pairs := make(map[[2]byte]int)
	var before byte
	for _, c := range []byte(name) {
		pairs[[2]byte{before, c}]++
		before = c
	}
	return pairs
}

// A glob is a pattern in which '*' stands for any text, in lower case.
type glob struct {
	parts   []string // between the '*'
	literal int      // the length of the parts
	path    bool     // it holds a '/'
}

// String is the pattern.
func (g glob) String() string { return strings.Join(g.parts, "*") }

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
