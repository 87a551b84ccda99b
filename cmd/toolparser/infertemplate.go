package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolparser/toolparser/familyfile"
	"github.com/toolparser/toolparser/familyfile/chattemplate"
	"github.com/toolparser/toolparser/parsers"
)

var inferTemplateLong = `infer-template renders a model's chat template (Jinja), from a regular file or standard input,
alone or in a tokenizer_config.json, with conversations that differ in one thing each, and
prints the declaration of a family that reads the calls which it writes: a file for serve
--family-file, to be read by a person. Then it reports what check proves of it, and which
built-in families read every call of the template already: to use one, no file is needed.

A template shows what a model was taught, not what it does. Comments at the top of the
file list what the template doesn't show. Calls that can't be declared are refused.` + exitCodes(
	"the declaration is printed, and nothing is wrong with it",
	"the template is refused, or can't be read, or something is wrong with the declaration",
	"wrong usage")

const inferTemplateExample = `  toolparser infer-template --name acme chat_template.jinja > acme.txtpb`

func newInferTemplateCommand(registry *parsers.Registry) *cobra.Command {
	name := familyName("inferred")
	check := &checkCommand{base: registry, alone: true}
	c := &cobra.Command{
		Use:     "infer-template [FILE|-]",
		Short:   "Make a file that declares a family from a chat template",
		Long:    inferTemplateLong,
		Example: inferTemplateExample,
		Args:    oneArgument("FILE"),
		RunE: running(func(c *cobra.Command, args []string) error {
			text, err := readTemplate(c, args)
			if err != nil {
				return err
			}
			file, err := inferTemplate(c.OutOrStdout(), string(name), text)
			if err == nil {
				err = check.all(c.ErrOrStderr(), []*familyfile.File{file})
			}
			return errors.Join(err, printReaders(c.ErrOrStderr(), registry, text))
		}),
	}
	c.Flags().Var(&name, "name", "the family's `name`")
	c.Flags().BoolVar(&check.override, overrideFlag, false, overrideUsage)
	return c
}

// printReaders says which built-in families read the template's calls already.
func printReaders(w io.Writer, registry *parsers.Registry, template []byte) error {
	families := slices.DeleteFunc(registry.Families(), func(f *parsers.Family) bool { return f.Name == parsers.Auto })
	readers, err := chattemplate.Readers(template, families)
	if err != nil || len(readers) == 0 {
		return nil //nolint:nilerr // a template that can't be rendered was refused with that error
	}
	names := make([]string, len(readers))
	for i, f := range readers {
		names[i] = f.Name
	}
	others := ""
	if len(names) > 1 {
		others = "; so do " + strings.Join(names[1:], ", ")
	}
	_, err = fmt.Fprintf(w, "a built-in family reads every call that this template writes: --family %s%s\n", names[0], others)
	return err
}

// inferTemplate prints the declaration of the template's family.
func inferTemplate(w io.Writer, name string, template []byte) (*familyfile.File, error) {
	d, notes, err := chattemplate.Infer(template, name)
	if err != nil {
		return nil, fmt.Errorf("nothing can be inferred from the template: %w", err)
	}
	text := noted("Inferred from a chat template. Read it, and try it on outputs of the model.", notes, familyfile.Print(d))
	file, err := familyfile.Parse(name+".txtpb", []byte(text))
	if err != nil {
		return nil, fmt.Errorf("what the template says is no family:\n%w", err)
	}
	_, err = io.WriteString(w, text)
	return file, err
}
