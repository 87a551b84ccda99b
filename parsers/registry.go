package parsers

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrNotFound is wrapped by the errors of [Registry.Find].
var ErrNotFound = errors.New("family not found")

// A Registry holds the families that a program knows. Look-ups may run at the
// same time, but not together with Register.
type Registry struct {
	families []*Family
	byName   map[string]*Family
	patterns []modelPattern
}

// A modelPattern is one of a family's ModelPatterns.
type modelPattern struct {
	family *Family
	glob   glob
	others []glob // the family's OtherModels
}

// match reports whether the pattern is for the model id, which is in lower case.
func (p *modelPattern) match(id string) bool {
	return p.glob.matchModel(id) && !slices.ContainsFunc(p.others, func(g glob) bool { return g.matchModel(id) })
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

// foldName is a name with '_' for '-' and '.': families are registered under it, and
// Tools.Underscored compares by it.
var foldName = strings.NewReplacer("-", "_", ".", "_")

// Find finds a family by name or, if that is empty, by the id of a model.
//
// A name is the family's own or an alias, in any case; '-' and '.' stand for '_': what an
// operator gave another server as its parser's name works here. A model's id, such as
// "Qwen/Qwen3-8B", has the family whose pattern matches it with the longest literal.
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
