package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
)

// A choice is one of the few values that a flag can have.
type choice[T comparable] struct {
	name  string
	value T
}

// An enumFlag is a flag whose value is one of few names.
type enumFlag[T comparable] struct {
	value   *T
	choices []choice[T]
}

// newEnumFlag is a flag for value, whose default is what value holds.
func newEnumFlag[T comparable](value *T, choices []choice[T]) *enumFlag[T] {
	return &enumFlag[T]{value, choices}
}

// String is the name of the value; empty for none.
func (f *enumFlag[T]) String() string {
	for _, c := range f.choices { // none in the zero flag, which pflag asks for its default
		if c.value == *f.value {
			return c.name
		}
	}
	return ""
}

// Set takes a name, in any case.
func (f *enumFlag[T]) Set(name string) error {
	for _, c := range f.choices {
		if strings.EqualFold(c.name, name) {
			*f.value = c.value
			return nil
		}
	}
	return errors.New(oneOf(f.choices))
}

// Type is what the help calls the value.
func (f *enumFlag[T]) Type() string { return "name" }

func names[T comparable](choices []choice[T]) []string {
	list := make([]string, len(choices))
	for i, c := range choices {
		list[i] = c.name
	}
	return list
}

// oneOf lists the names: "a, b or c".
func oneOf[T comparable](choices []choice[T]) string {
	list := names(choices)
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// completeChoice completes the names of an enumFlag.
func completeChoice[T comparable](choices []choice[T]) cobra.CompletionFunc {
	return cobra.FixedCompletions(names(choices), cobra.ShellCompDirectiveNoFileComp)
}
