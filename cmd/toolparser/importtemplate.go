package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolparser/toolparser/familyfile"
	"github.com/toolparser/toolparser/familyfile/responsetemplate"
)

var importTemplateLong = `import-template reads a model's response_template (Hugging Face Transformers 5.13 and later),
in its tokenizer_config.json or alone, from a regular file or standard input. It prints a
family file for serve --family-file, which reads the same calls. Read the file, and run
check on it.

The template's patterns must be literals, white space and one name. If a key can't be
declared, the error names it. Comments at the top of the file list what the file leaves out
or says in another way.` + exitCodes(
	"the declaration is printed",
	"the template is refused, or can't be read",
	"wrong usage")

const importTemplateExample = `  toolparser import-template --name acme tokenizer_config.json --output acme.txtpb
  toolparser check acme.txtpb`

func newImportTemplateCommand() *cobra.Command {
	name := familyName("imported")
	var out resultFile
	c := &cobra.Command{
		Use:     "import-template [FILE|-]",
		Short:   "Make a file that declares a family from a response_template",
		Long:    importTemplateLong,
		Example: importTemplateExample,
		Args:    oneArgument("FILE"),
		RunE: running(func(c *cobra.Command, args []string) error {
			text, err := readTemplate(c, args)
			if err == nil {
				err = out.write(c, func(w io.Writer) error { return importTemplate(w, string(name), text) })
			}
			if err != nil {
				return notInFile(c.OutOrStdout(), err)
			}
			return nil
		}),
	}
	c.Flags().Var(&name, "name", "the family's `name`")
	out.addFlag(c.Flags())
	return c
}

// readTemplate reads the file that is named, which is a regular one, or standard input.
func readTemplate(c *cobra.Command, args []string) (text []byte, err error) {
	if len(args) > 0 && args[0] != "-" {
		text, err = readRegular(args[0])
	} else {
		text, err = readOutput(c.Context(), c.InOrStdin(), nil)
	}
	if err != nil {
		return nil, fmt.Errorf("read the template: %w", err)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, errors.New("read the template: it is empty: give a tokenizer_config.json, or the template alone, as FILE or on standard input")
	}
	return text, nil
}

// importTemplate prints the declaration of the template's family.
func importTemplate(w io.Writer, name string, text []byte) error {
	d, notes, err := responsetemplate.Import(text, name)
	if err != nil && strings.Contains(string(text), "{%") && !json.Valid(text) {
		return errors.New("the template can't be imported: it is a chat template in Jinja, which infer-template reads")
	}
	if err != nil && !json.Valid(text) {
		return fmt.Errorf("the template can't be imported:\n%w; it isn't JSON: give a tokenizer_config.json, or a response_template alone", err)
	}
	if err != nil {
		return fmt.Errorf("the template can't be imported:\n%w", err)
	}
	file := familyfile.Print(d)
	if _, err := familyfile.Parse(name, file); err != nil {
		return fmt.Errorf("what the template says is no family:\n%w", err)
	}
	_, err = io.WriteString(w, noted("Imported from a response_template. Read it, and run toolparser check on it.", notes, file))
	return err
}

// unnamedModels is the comment on what no template contains.
const unnamedModels = `Without model_patterns, only the family's name finds it. With them, such as "acme-*", a model's id does, too.`

// noted is a declaration with comments at its top.
func noted(origin string, notes []string, file []byte) string {
	var b strings.Builder
	b.WriteString("# " + origin + "\n" + familyfile.WrittenBy() + "\n")
	for _, note := range notes {
		b.WriteString("# " + note + "\n")
	}
	b.WriteString("# " + unnamedModels + "\n")
	b.Write(file)
	return b.String()
}
