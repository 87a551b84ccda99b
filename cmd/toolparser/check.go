package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolparser/toolparser/conformance"
	"github.com/toolparser/toolparser/familyfile"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
)

var checkLong = `check reads files that declare families, or folders of such files, and says what is
wrong with them: the file, the line, the field, and what to write instead.

Then it tests every example in the file, and every case (*.txtar) in the same folder, as
the built-in families are tested: the result is the same however the output is cut, and
wherever it ends; no byte is lost; twice the text takes twice the work; a case is what
its want.json says. If several files in a folder declare families, a case belongs to
the file with whose name its own begins: acme_comma.txtar to acme.txtpb.
docs/models/new-model.md shows an example.` + exitCodes(
	"all is right",
	"something is wrong, or can't be read",
	"wrong usage")

const checkExample = `  toolparser check acme.txtpb

  # A family that is to take the place of a built-in one.
  toolparser check --allow-override hermes.txtpb`

func newCheckCommand(registry *parsers.Registry) *cobra.Command {
	check := &checkCommand{base: registry}
	c := &cobra.Command{
		Use:     "check FILE...",
		Short:   "Check files that declare families",
		Long:    checkLong,
		Example: checkExample,
		Args:    someArguments("FILE"),
		RunE:    running(check.run),
	}
	c.Flags().BoolVar(&check.override, overrideFlag, false, overrideUsage)
	return c
}

// A checkCommand holds the flags of one check.
type checkCommand struct {
	base     *parsers.Registry
	override bool
	alone    bool // the cases next to a file aren't its own
}

func (check *checkCommand) run(c *cobra.Command, args []string) error {
	files, err := familyfile.ReadAll(args)
	if err != nil {
		return mapErrors(err, ofFamilyFile)
	}
	if len(files) == 0 {
		return fmt.Errorf("no file in %s declares a family: want names that end in %s", strings.Join(args, ", "), strings.Join(familyfile.Endings, ", "))
	}
	return check.all(c.OutOrStdout(), files)
}

// all checks files, each with the cases next to it.
func (check *checkCommand) all(w io.Writer, files []*familyfile.File) error {
	if _, err := familyfile.Registry(check.base, files, check.override); err != nil {
		return err
	}
	wrong := 0
	for _, file := range files {
		n, err := check.file(w, file)
		if err != nil {
			return err
		}
		wrong += n
	}
	if wrong > 0 {
		return fmt.Errorf("outputs above that are not what they should be: %d", wrong)
	}
	return nil
}

// file proves a family, and says of each output what was proved. It counts the outputs
// that are wrong.
func (check *checkCommand) file(w io.Writer, file *familyfile.File) (wrong int, err error) {
	f := file.Family
	grammar, _ := family.Grammar(f)
	suite := conformance.New(f, conformance.NonJSONFormats(grammar.NonJSONFormats()...))
	cases := examples(f)
	if !check.alone {
		beside, err := casesBeside(file.Path)
		if err != nil {
			return 0, err
		}
		cases = append(cases, beside...)
	}
	if _, err := fmt.Fprintf(w, "%s: family %s\n", file.Path, f.Name); err != nil {
		return 0, err
	}
	for i, c := range cases {
		proof := suite.Prove(c, cases[(i+1)%len(cases)])
		proof.Add(suite.Doubled(c))
		if len(proof.Problems) > 0 {
			wrong++
		}
		if _, err := io.WriteString(w, proofText(f, c, proof)); err != nil {
			return 0, err
		}
	}
	return wrong, nil
}

// casesBeside are the cases in a file's folder. Where several files declare families there,
// they are those that begin with the file's name: acme.txtar and acme_2.txtar are acme.txtpb's.
func casesBeside(path string) ([]*conformance.Case, error) {
	dir := filepath.Dir(path)
	cases, err := conformance.Load(dir)
	if err != nil {
		return nil, err
	}
	files, err := familyfile.Paths(dir)
	if err != nil || len(files) < 2 {
		return cases, err
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	return slices.DeleteFunc(cases, func(c *conformance.Case) bool { return !strings.HasPrefix(c.Name, name) }), nil
}

// examples are those of the family's formats, as cases.
func examples(f *parsers.Family) (cases []*conformance.Case) {
	for _, format := range f.Formats {
		c := &conformance.Case{Name: format.Name, Output: format.Example}
		if len(parsers.Parse(f, c.Output, c.Config, c.FinishReason).ToolCalls) == 0 {
			c.Config.Tools = family.ExampleTools(c.Output)
		}
		cases = append(cases, c)
	}
	return cases
}

// proofText says what was proved of an output, in a line, or what is wrong with it.
func proofText(f *parsers.Family, c *conformance.Case, proof conformance.Proof) string {
	name := c.Name
	if c.Path != "" {
		name = filepath.Base(c.Path)
	}
	if len(proof.Problems) > 0 {
		return fmt.Sprintf("  %s: %s\n", name, proof.Problems[0])
	}
	calls := "1 call"
	if n := len(parsers.Parse(f, c.Output, c.Config, c.FinishReason).ToolCalls); n != 1 {
		calls = fmt.Sprintf("%d calls", n)
	}
	return fmt.Sprintf("  %s: %s; the same at %d cuts under %d options, whole at %d ends, in linear time\n",
		name, calls, proof.Cuts, proof.Variants, proof.Prefixes)
}
