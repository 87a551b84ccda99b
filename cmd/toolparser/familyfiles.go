package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/toolparser/toolparser/familyfile"
	"github.com/toolparser/toolparser/parsers"
)

// familyFiles are the flags that add families from files.
type familyFiles struct {
	base     *parsers.Registry
	paths    []string
	override bool
}

// What the flags are called, and say.
const (
	familyFileFlag  = "family-file"
	familyFileUsage = "`path` of a file that declares a family, or of a folder of such files; can be repeated"
	overrideFlag    = "allow-override"
	overrideUsage   = "let families from files replace built-in ones"
)

func (f *familyFiles) addFlags(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.paths, familyFileFlag, nil, familyFileUsage)
	flags.BoolVar(&f.override, overrideFlag, false, overrideUsage)
}

// registry is that of all families.
func (f *familyFiles) registry() (*parsers.Registry, error) {
	if len(f.paths) == 0 {
		if f.override {
			return nil, usageError{errors.New("--" + overrideFlag + " needs --" + familyFileFlag)}
		}
		return f.base, nil
	}
	registry, err := familyfile.Load(f.base, f.paths, f.override)
	if err != nil {
		return nil, usageError{mapErrors(err, ofFamilyFile)}
	}
	return registry, nil
}

// ofFamilyFile says of what else can't be read that it was to declare a family.
func ofFamilyFile(err error) error {
	if _, bare := err.(*fs.PathError); bare { //nolint:errorlint // what wraps one says what it was for
		return fmt.Errorf("read the family file: %w", err)
	}
	return err
}

// known is that of the families that can be completed.
func (f *familyFiles) known() *parsers.Registry {
	registry, err := f.registry()
	if err != nil {
		return f.base
	}
	return registry
}

// completeFamily completes family names.
func (f *familyFiles) completeFamily(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	for _, f := range f.known().Families() {
		names = append(names, cobra.CompletionWithDesc(f.Name, f.Description))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeFormat completes the names of formats.
func (f *familyFiles) completeFormat(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	for _, f := range f.known().Families() {
		for _, format := range f.Formats {
			names = append(names, cobra.CompletionWithDesc(format.Name, format.Description))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
