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

var inferTemplateLong = `infer-template reads a model's chat template (Jinja), alone or in a tokenizer_config.json,
from a regular file or standard input. It renders the template with conversations that
differ in one thing each. From the texts, it makes a family file for serve --family-file,
which reads the calls of the template. Then it reports what check proves about the file, and
which built-in families already read every call of the template. To use one of these, you
need no file.

A template shows what a model was taught, not what it does. So read the file: comments at its
top list what the template doesn't show. If calls can't be declared, the error says what to
do instead. --output writes the file only if nothing is wrong. Without it, standard output has
also a declaration that check finds something wrong with. If standard output is a file, it
has the error, too.` + exitCodes(
	"the declaration is printed, and nothing is wrong with it",
	"the template is refused, or can't be read, or something is wrong with the declaration",
	"wrong usage")

const inferTemplateExample = `  toolparser infer-template --name acme chat_template.jinja --output acme.txtpb`

func newInferTemplateCommand(registry *parsers.Registry) *cobra.Command {
	name := familyName("inferred")
	var out resultFile
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
				return notInFile(c.OutOrStdout(), err)
			}
			return out.write(c, func(w io.Writer) error {
				readers := templateReaders(registry, text)
				file, err := inferTemplate(w, string(name), text)
				if err != nil {
					return notInFile(w, fmt.Errorf("%w\n%s", err, insteadOfFile(readers)))
				}
				return errors.Join(check.all(c.ErrOrStderr(), []*familyfile.File{file}), printReaders(c.ErrOrStderr(), readers))
			})
		}),
	}
	c.Flags().Var(&name, "name", "the family's `name`")
	out.addFlag(c.Flags())
	c.Flags().BoolVar(&check.override, overrideFlag, false, overrideUsage)
	return c
}

// templateReaders are the names of the built-in families that read the template's calls already.
func templateReaders(registry *parsers.Registry, template []byte) (names []string) {
	families := slices.DeleteFunc(registry.Families(), func(f *parsers.Family) bool { return f.Name == parsers.Auto })
	readers, err := chattemplate.Readers(template, families)
	if err != nil {
		return nil // a template that can't be rendered is refused with that error
	}
	for _, f := range readers {
		names = append(names, f.Name)
	}
	return names
}

// printReaders says which built-in families read every call of the template.
func printReaders(w io.Writer, names []string) error {
	if len(names) == 0 {
		return nil
	}
	others := ""
	if len(names) > 1 {
		others = "; so do " + strings.Join(names[1:], ", ")
	}
	_, err := fmt.Fprintf(w, "a built-in family reads every call that this template writes: --family %s%s\n", names[0], others)
	return err
}

// insteadOfFile says what to do if no file can be made of the template.
func insteadOfFile(readers []string) string {
	if len(readers) > 0 {
		return "what to do: no file is needed, because a built-in family reads every call that this template writes: --family " + strings.Join(readers, ", or ")
	}
	return `what to do: keep some outputs of the model, and run "toolparser detect" on them, which finds the built-in families that read them. ` +
		"If none does, write a family file by hand (docs/models/new-model.md), or a family in Go (docs/use/go.md, \"A family of your own\")"
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
