package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/toolparser/toolparser/familyfile"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

var familiesLong = `families lists the model families. With NAME, it describes one family: its formats, each
with an example, the special tokens to preserve, and how it marks its reasoning. To find a
family, give its name or an alias, the id of a model (--model), or a word in the names of
its formats (--format). Models after "but not" don't select the family, even if one of its
patterns matches.

--declaration prints the family as a file for --family-file, to start a family of your own
from. Families with code of their own can't be printed as a file.` + exitCodes(
	"done",
	"an error while running: a file can't be read, the output can't be written",
	"wrong usage: an unknown flag or family, no family for the model or the format, a broken file")

const familiesExample = `  # All families in a table.
  toolparser families

  # One family: its formats with examples, and the tokens to preserve.
  toolparser families llama3

  # The family of a model, and those that have Python calls.
  toolparser families --model Qwen/Qwen3-Coder-30B-A3B-Instruct
  toolparser families --format pythonic

  # With all names, model patterns and formats; the same for programs.
  toolparser families --long
  toolparser families --json

  # As a file, to declare a family like it.
  toolparser families hermes --declaration --output acme.txtpb`

// A familiesQuery is what families is asked for.
type familiesQuery struct {
	files                   familyFiles
	name, model, format     string
	long, json, declaration bool
	out                     resultFile
}

func newFamiliesCommand(registry *parsers.Registry) *cobra.Command {
	q := familiesQuery{files: familyFiles{base: registry}}
	c := &cobra.Command{
		Use:               "families [NAME]",
		Short:             "List the model families, or describe one",
		Long:              familiesLong,
		Example:           familiesExample,
		Args:              oneArgument("NAME"),
		ValidArgsFunction: q.files.completeFamily,
		RunE: running(func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				q.name = args[0]
			}
			return q.out.write(c, func(w io.Writer) error { return runFamilies(w, &q) })
		}),
	}
	f := c.Flags()
	f.StringVar(&q.model, "model", "", "list the family of the model with this `id`")
	f.StringVar(&q.format, "format", "", "list the families that have a format with this `word` in its name")
	f.BoolVar(&q.long, "long", false, "list all names, model patterns and formats, too")
	f.BoolVar(&q.json, "json", false, "print the service's ListFamiliesResponse as JSON")
	f.BoolVar(&q.declaration, "declaration", false, "print the family as a file that declares it")
	q.out.addFlag(f)
	q.files.addFlags(f)
	_ = c.RegisterFlagCompletionFunc("format", q.files.completeFormat) // the flag is there
	return c
}

func runFamilies(w io.Writer, q *familiesQuery) error {
	registry, err := q.files.registry()
	if err != nil {
		return err
	}
	if err := q.check(); err != nil {
		return usageError{err}
	}
	if q.declaration {
		if err := q.declare(w, registry); err != nil {
			return notInFile(w, err)
		}
		return nil
	}
	response, err := server.NewService(registry).ListFamilies(context.Background(), &toolparserv1.ListFamiliesRequest{})
	if err != nil {
		return err
	}
	keep, err := q.filter(registry)
	if err != nil {
		return usageError{err}
	}
	response.Families = slices.DeleteFunc(response.Families, func(f *toolparserv1.Family) bool { return !keep(f) })
	switch {
	case len(response.GetFamilies()) == 0:
		return usageError{fmt.Errorf("no family has a format with %q in its name; toolparser families --long lists the formats", q.format)}
	case q.json:
		return printJSON(w, response)
	case q.name != "":
		return describeFamily(w, response.GetFamilies()[0])
	case q.long:
		return printFamilies(w, response.GetFamilies())
	default:
		return listFamilies(w, response.GetFamilies())
	}
}

// check tells what doesn't go together.
func (q *familiesQuery) check() error {
	switch {
	case q.format != "" && q.name != "":
		return fmt.Errorf("--format finds families, and %s is named: want one of them; --json prints JSON", q.name)
	case q.model != "" && q.name != "":
		return fmt.Errorf("--model finds a family, and %s is named: want one of them", q.name)
	case q.declaration && q.name == "" && q.model == "":
		return errors.New("--declaration prints one family: want its NAME or --model")
	case q.declaration && (q.json || q.long || q.format != ""):
		return errors.New("--declaration prints a file: want it without --json, --long and --format")
	default:
		return nil
	}
}

// declare prints one family as a declaration.
func (q *familiesQuery) declare(w io.Writer, registry *parsers.Registry) error {
	f, err := registry.Find(q.name, q.model)
	if err != nil {
		return usageError{err}
	}
	d, err := familyfile.FromFamily(f)
	if err != nil {
		return usageError{err}
	}
	_, err = io.WriteString(w, familyfile.WrittenBy()+"\n"+string(familyfile.Print(d)))
	return err
}

// filter tells which families are asked for.
func (q *familiesQuery) filter(registry *parsers.Registry) (func(*toolparserv1.Family) bool, error) {
	one := ""
	if q.name != "" || q.model != "" {
		f, err := registry.Find(q.name, q.model)
		if err != nil {
			return nil, err
		}
		one = f.Name
	}
	word := strings.ToLower(q.format)
	return func(f *toolparserv1.Family) bool {
		return (one == "" || f.GetName() == one) && (word == "" || slices.ContainsFunc(f.GetFormats(), func(format *toolparserv1.Format) bool {
			return strings.Contains(format.GetName(), word)
		}))
	}, nil
}

// listFamilies is the short list: what each family is.
func listFamilies(w io.Writer, list []*toolparserv1.Family) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "NAME\tDESCRIPTION") // errors come out of Flush
	for _, f := range list {
		_, _ = fmt.Fprintf(t, "%s\t%s\n", f.GetName(), f.GetDescription())
	}
	return t.Flush()
}

// printFamilies is the long list.
func printFamilies(w io.Writer, list []*toolparserv1.Family) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "NAME\tALIASES\tMODELS\tFORMATS") // errors come out of Flush
	for _, f := range list {
		var formats []string
		for _, format := range f.GetFormats() {
			formats = append(formats, strings.TrimPrefix(format.GetName(), f.GetName()+"/"))
		}
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", f.GetName(),
			join(f.GetAliases()), modelsOf(f), join(formats))
	}
	return t.Flush()
}

// modelsOf are a family's model patterns, and the patterns of the models that it leaves out.
func modelsOf(f *toolparserv1.Family) string {
	models := join(f.GetModelPatterns())
	if len(f.GetOtherModelPatterns()) > 0 {
		models += ", but not " + join(f.GetOtherModelPatterns())
	}
	return models
}

func describeFamily(w io.Writer, f *toolparserv1.Family) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", f.GetName(), f.GetDescription())
	fmt.Fprintf(&b, "aliases           %s\n", join(f.GetAliases()))
	fmt.Fprintf(&b, "models            %s\n", modelsOf(f))
	fmt.Fprintf(&b, "preserved tokens  %s\n", join(f.GetPreservedTokens()))
	fmt.Fprintf(&b, "reasoning         %s\n", join(reasoningOf(f)))
	for _, format := range f.GetFormats() {
		fmt.Fprintf(&b, "\n%s: %s\n", format.GetName(), format.GetDescription())
		for line := range strings.Lines(format.GetExample()) {
			b.WriteString("    " + line)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// reasoningOf is how the family marks its reasoning: "<think>…</think>".
func reasoningOf(f *toolparserv1.Family) []string {
	var list []string
	for _, m := range f.GetReasoningMarkers() {
		list = append(list, m.GetOpen()+"…"+m.GetClose())
	}
	return list
}

// join lists values, or says that there are none.
func join(values []string) string {
	if len(values) == 0 {
		return "-"
	}
	return strings.Join(values, " ")
}
