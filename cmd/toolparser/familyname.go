package main

import (
	"errors"

	"github.com/toolparser/toolparser/parsers"
)

// A familyName is a flag: what a new family is called.
type familyName string

// String is the name.
func (n *familyName) String() string { return string(*n) }

// Set takes a name that families can have.
func (n *familyName) Set(name string) error {
	if !parsers.ValidName(name) {
		return errors.New("a family's name, of a-z, 0-9 and '_'")
	}
	*n = familyName(name)
	return nil
}

// Type is what the help calls the value.
func (n *familyName) Type() string { return "name" }
