package familyfile

import (
	"errors"
	"fmt"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/auto"
)

// Load returns a registry of the families of another one and of those that the files at
// the paths declare; see [Registry].
func Load(base *parsers.Registry, paths []string, override bool) (*parsers.Registry, error) {
	files, err := ReadAll(paths)
	if err != nil {
		return nil, err
	}
	return Registry(base, files, override)
}

// Registry returns a registry of the families of another one and of those that the files
// declare. A name, alias or model pattern that another family has is a [Problem], unless
// override is set: then the declared family has it, in place of one of base, and one
// whose own name it takes is gone. Of two files neither can take the other's. If base has the family
// auto, the declared families read the common formats, as the other families do.
func Registry(base *parsers.Registry, files []*File, override bool) (*parsers.Registry, error) {
	registry, err := parsers.NewRegistry(base.Families()...)
	if err != nil {
		return nil, err
	}
	var problems []error
	declared := new(parsers.Registry)
	for _, f := range files {
		problems = append(problems, f.taken(declared, "in another file"))
		if !override {
			problems = append(problems, f.taken(base, "with --allow-override this one takes its place"))
		}
		if errors.Join(problems...) == nil {
			problems = append(problems, registry.Override(f.Family), declared.Register(f.Family))
		}
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	if common, err := registry.Find(parsers.Auto, ""); err == nil {
		for _, f := range files {
			auto.Admit(common, f.Family)
		}
	}
	return registry, nil
}

// taken tells which of the family's names and patterns a family of the registry has.
func (f *File) taken(r *parsers.Registry, remark string) error {
	var problems []error
	report := func(field, what, name string, owner *parsers.Family) {
		problems = append(problems, f.at(f.wayTo(field), fmt.Sprintf("the %s %q is family %s's (%s); write another one", what, name, owner.Name, remark)))
	}
	for i, name := range append([]string{f.Family.Name}, f.Family.Aliases...) {
		if owner, err := r.Find(name, ""); err == nil {
			field := "Name"
			if i > 0 {
				field = fmt.Sprintf("Aliases[%d]", i-1)
			}
			report(field, "name", name, owner)
		}
	}
	for i, pattern := range f.Family.ModelPatterns {
		if owner := ownerOf(r, pattern); owner != nil {
			report(fmt.Sprintf("ModelPatterns[%d]", i), "model pattern", pattern, owner)
		}
	}
	return errors.Join(problems...)
}

// ownerOf is the family that has the model pattern; nil: none has.
func ownerOf(r *parsers.Registry, pattern string) *parsers.Family {
	for _, f := range r.Families() {
		for _, other := range f.ModelPatterns {
			if strings.EqualFold(pattern, other) {
				return f
			}
		}
	}
	return nil
}
