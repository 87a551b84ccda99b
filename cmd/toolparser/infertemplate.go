package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/toolparser/toolparser/declaration"
	"github.com/toolparser/toolparser/declaration/chattemplate"
	"github.com/toolparser/toolparser/parsers"
)

var inferTemplateLong = `infer-template renders a model's chat template (Jinja), from a file or standard input,
alone or in a tokenizer_config.json, with conversations that differ in one thing each, and
prints the declaration of a family that reads the calls which it writes: a file for serve
--family-file, to be read by a person. Then it says what check proves of it, its time apart.

A template shows what a model was taught, not what it does: what can't be seen in it
stands in comments at the top. Calls that no declaration says are refused.` + exitCodes(
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
			text, err := readTemplate(c.InOrStdin(), args)
			if err != nil {
				return err
			}
			file, err := inferTemplate(c.OutOrStdout(), string(name), text)
			if err != nil {
				return err
			}
			return check.all(c.ErrOrStderr(), []*declaration.File{file})
		}),
	}
	c.Flags().Var(&name, "name", "the family's `name`")
	c.Flags().BoolVar(&check.override, overrideFlag, false, overrideUsage)
	return c
}

// inferTemplate prints the declaration of the template's family.
func inferTemplate(w io.Writer, name string, template []byte) (*declaration.File, error) {
	d, notes, err := chattemplate.Infer(template, name)
	if err != nil {
		return nil, fmt.Errorf("nothing can be inferred from the template: %w", err)
	}
	text := noted("Inferred from a chat template. Read it, and try it on outputs of the model.", notes, declaration.Print(d))
	file, err := declaration.Parse(name+".txtpb", []byte(text))
	if err != nil {
		return nil, fmt.Errorf("what the template says is no family:\n%w", err)
	}
	_, err = io.WriteString(w, text)
	return file, err
}
