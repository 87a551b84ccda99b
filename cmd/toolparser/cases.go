package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/toolparser/toolparser/conformance"
	"github.com/toolparser/toolparser/parsers"
)

var casesLong = `cases prints the cases by which the families are tested, as data: the output of a model, the
tools, the options, and what a parser is expected to find. So other parsers, and packages of
other languages, can be measured with them.

The cases are in a checkout of the repository: FOLDER is its root, the current folder by
default. docs/models/corpus.md describes the lines.` + exitCodes(
	"done",
	"no case was found, or one can't be read",
	"wrong usage: without --jsonl, or an unknown family")

const casesExample = `  # All cases of all families.
  toolparser cases --jsonl --output cases.jsonl

  # Those of one family, in a checkout elsewhere.
  toolparser cases --jsonl --family kimi ~/toolparser`

func newCasesCommand(registry *parsers.Registry) *cobra.Command {
	var family string
	var jsonl bool
	var out resultFile
	c := &cobra.Command{
		Use:     "cases --jsonl [FOLDER]",
		Short:   "Print the families' test cases as data",
		Long:    casesLong,
		Example: casesExample,
		Args:    oneArgument("FOLDER"),
		PreRunE: func(*cobra.Command, []string) error {
			if !jsonl {
				return errors.New("--jsonl is missing: cases prints lines of JSON, and nothing else")
			}
			return nil
		},
		RunE: running(func(c *cobra.Command, args []string) error {
			if family != "" {
				f, err := registry.Find(family, "")
				if err != nil {
					return usageError{err}
				}
				family = f.Name
			}
			root := "."
			if len(args) > 0 {
				root = args[0]
			}
			return out.write(c, func(w io.Writer) error { return writeCases(w, registry, root, family) })
		}),
	}
	c.Flags().BoolVar(&jsonl, "jsonl", false, "print a line of JSON for each case")
	c.Flags().StringVar(&family, "family", "", "print the cases of this `family` only (default all)")
	out.addFlag(c.Flags())
	_ = c.MarkFlagRequired("jsonl") // the flag is there
	return c
}

// writeCases writes the cases in a checkout in the order of their families and names: those of one family, or of all.
func writeCases(w io.Writer, registry *parsers.Registry, root, family string) error {
	var names []string
	for _, f := range registry.Families() {
		if family == "" || family == f.Name {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	buffered := bufio.NewWriter(w)
	encoder := json.NewEncoder(buffered)
	encoder.SetEscapeHTML(false)
	found := false
	for _, name := range names {
		cases, err := conformance.Load(filepath.Join(root, "parsers", name, "testdata"))
		if err != nil {
			return err
		}
		for _, c := range cases {
			found = true
			if err := encoder.Encode(c.Record(name)); err != nil {
				return err
			}
		}
	}
	if !found {
		return noCases(root, family)
	}
	return buffered.Flush()
}

func noCases(root, family string) error {
	if family != "" {
		return fmt.Errorf("no cases of the family %q in %s: want a checkout of the repository as FOLDER", family, filepath.Join(root, "parsers"))
	}
	return fmt.Errorf("no cases in %s: want a checkout of the repository as FOLDER", filepath.Join(root, "parsers"))
}
