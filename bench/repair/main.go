// The command repair measures how much of what models break is recovered.
//
// It generates calls that are damaged in known ways, lets this project and the
// public Go libraries for broken JSON parse them, and prints for each kind of
// damage how many were exactly right, reported as broken, or silently wrong.
// See README.md.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/toolparser/toolparser/bench/repair/gen"
	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
)

type flags struct {
	seed, goroot                int
	per                         int
	families, kinds, shapes     string
	only, noPeers, asJSON       bool
	dump, subject, verdicts, by string
	n                           int
}

func main() {
	var fl flags
	flag.IntVar(&fl.seed, "seed", 1, "seed of the generator")
	flag.IntVar(&fl.goroot, "goroot", 0, "add this many texts of the Go distribution to the snippets")
	flag.BoolVar(&fl.only, "heldout", false, "take the texts of the Go distribution alone, without the embedded snippets")
	flag.IntVar(&fl.per, "per", 1, "cases of each kind, shape and snippet")
	flag.StringVar(&fl.families, "families", "", "only these families, separated by commas")
	flag.StringVar(&fl.kinds, "kinds", "", "only these kinds of damage")
	flag.StringVar(&fl.shapes, "shapes", "", "only these shapes of call")
	flag.BoolVar(&fl.noPeers, "no-peers", false, "leave the other libraries out")
	flag.BoolVar(&fl.asJSON, "json", false, "print the counts as JSON")
	flag.StringVar(&fl.dump, "dump", "", "print cases of this `kind` instead of the table; all for every kind")
	flag.StringVar(&fl.by, "by", "", "print what isn't as it should be by this `property` instead of the table: shape, snippet, style, tool")
	flag.StringVar(&fl.subject, "subject", "toolparser", "with -dump: part of the subject's `name`")
	flag.StringVar(&fl.verdicts, "verdicts", "", "with -dump: these (right, reported, ambiguous, unseen, wrong, stray, doubted, all); else what isn't as it should be")
	flag.IntVar(&fl.n, "n", 5, "with -dump: how many")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "repair: want flags alone; see -h")
		os.Exit(2)
	}
	if err := fl.run(); err != nil {
		fmt.Fprintln(os.Stderr, "repair:", err)
		os.Exit(1)
	}
}

func (fl *flags) run() error {
	known, subjects := project()
	o, err := fl.options(known)
	if err != nil {
		return err
	}
	if !fl.noPeers {
		subjects = append(subjects, peers...)
	}
	cases := gen.Generate(o)
	if len(cases) == 0 {
		return errors.New("no case is of these families, kinds and shapes")
	}
	r := run(cases, subjects)
	switch {
	case fl.dump != "":
		dump(os.Stdout, r, selection{fl.dump, fl.subject, fl.verdicts, fl.n})
	case fl.by != "":
		return breakdown(os.Stdout, r, fl.by)
	case fl.asJSON:
		return reportJSON(os.Stdout, r)
	default:
		fmt.Printf("seed %d, %d snippets, %d cases, families: %s\n\n", fl.seed, len(o.Snippets), len(r.Cases), strings.Join(o.Families, ", "))
		report(os.Stdout, r)
	}
	return nil
}

// project returns the registered families by name, and this project with and
// without the tools.
func project() (map[string]*parsers.Family, []Subject) {
	known := map[string]*parsers.Family{}
	for _, family := range families.All() {
		known[family.Name] = family
	}
	return known, []Subject{Project{known, false}, Project{known, true}}
}

func (fl *flags) options(known map[string]*parsers.Family) (gen.Options, error) {
	o := gen.Options{
		Seed: uint64(fl.seed), Per: fl.per,
		Families: list(fl.families), Kinds: list(fl.kinds), Shapes: list(fl.shapes),
	}
	if o.Families == nil {
		for _, name := range gen.Families() {
			if known[name] != nil {
				o.Families = append(o.Families, name)
			}
		}
	}
	for _, name := range o.Families {
		if known[name] == nil {
			return o, fmt.Errorf("family %q isn't registered", name)
		}
	}
	var err error
	if !fl.only {
		if o.Snippets, err = gen.Snippets(); err != nil {
			return o, err
		}
	}
	if fl.only && fl.goroot == 0 {
		fl.goroot = 100
	}
	held, err := gen.Goroot(fl.goroot, o.Seed)
	o.Snippets = append(o.Snippets, held...)
	return o, err
}

// list splits a flag at its commas; nil if it is empty.
func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}
