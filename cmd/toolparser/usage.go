package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/toolparser/toolparser/cmd/toolparser/internal/settings"
	"github.com/toolparser/toolparser/parsers/nearname"
)

// What is wrong with a command line is reported in this program's words, and with
// what would be right.

// flagError tells an error of parsing the flags of c.
func flagError(c *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(c, unknown)
	}
	if missing, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		_, usage := pflag.UnquoteUsage(missing.GetFlag())
		return fmt.Errorf("--%s needs a value: %s", missing.GetFlag().Name, usage)
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return settings.InvalidValue(invalid)
	}
	if syntax, ok := errors.AsType[*pflag.InvalidSyntaxError](err); ok {
		return fmt.Errorf("%s is no flag: want --name or --name=value", syntax.GetSpecifiedFlag())
	}
	return fmt.Errorf("flags of %s: %w", c.Name(), err)
}

func unknownFlag(c *cobra.Command, err *pflag.NotExistError) error {
	var has []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		switch {
		case err.GetSpecifiedShortnames() == "":
			has = append(has, "--"+f.Name)
		case f.Shorthand != "":
			has = append(has, "-"+f.Shorthand)
		}
	})
	dashes := "--"
	if err.GetSpecifiedShortnames() != "" {
		dashes = "-"
	} else if meant := nearFlags(c, err.GetSpecifiedName()); len(meant) > 0 {
		return fmt.Errorf("%s has no flag --%s; did you mean %s?", c.Name(), err.GetSpecifiedName(), strings.Join(meant, " or "))
	}
	return fmt.Errorf("%s has no flag %s%s; it has %s", c.Name(), dashes, err.GetSpecifiedName(), strings.Join(has, ", "))
}

// nearFlags are the flags of c with a name near to this one.
func nearFlags(c *cobra.Command, name string) (meant []string) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if nearname.Is(name, f.Name) {
			meant = append(meant, "--"+f.Name)
		}
	})
	return meant
}

// noArguments is of the commands that take flags only.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no arguments, not %q", c.Name(), args[0])
	}
	return nil
}

// oneArgument is of the commands that take one argument, or none.
func oneArgument(name string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > 1 {
			return fmt.Errorf("%s takes one %s at most, not %d", c.Name(), name, len(args))
		}
		return nil
	}
}

// someArguments is of the commands that take one argument or more.
func someArguments(name string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("%s needs a %s", c.Name(), name)
		}
		return nil
	}
}

// subcommand is of the commands that do nothing but hold others: what is
// there is none of them.
func subcommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var has, meant []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			has = append(has, sub.Name())
		}
		if nearname.Is(args[0], sub.Name()) {
			meant = append(meant, sub.Name())
		}
	}
	if len(meant) > 0 {
		return fmt.Errorf("%s has no command %q; did you mean %s?", c.Name(), args[0], strings.Join(meant, " or "))
	}
	return fmt.Errorf("%s has no command %q; it has %s", c.Name(), args[0], strings.Join(has, ", "))
}
