// The command truth looks for outputs that are read as something else than their model means.
//
// It makes answers whose meaning is known, writes them as the models of each family do, damages them, lets
// this project read them, and counts what is accepted over 0.4 and isn't what was meant. See README.md.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/toolparser/toolparser/bench/repair/gen"
	truth "github.com/toolparser/toolparser/bench/truth/gen"
)

type flags struct {
	seed, n    uint64
	families   string
	heldout    bool
	confidence bool
	examples   int
	number     int64
}

func main() {
	var fl flags
	flag.Uint64Var(&fl.seed, "seed", 1, "seed of the generator")
	flag.Uint64Var(&fl.n, "n", 1_000_000, "number of cases")
	flag.StringVar(&fl.families, "families", "", "only forms of these families, separated by commas")
	flag.BoolVar(&fl.heldout, "heldout", false, "take the values from texts of the Go distribution")
	flag.BoolVar(&fl.confidence, "confidence", false, "print only how many calls of each confidence were right, as Markdown")
	flag.IntVar(&fl.examples, "examples", 2, "print reduced examples of so many families for each kind of damage, the most frequent first")
	flag.Int64Var(&fl.number, "case", -1, "print the case of this `number`, and reduce it if it is wrong")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "truth: want flags alone; see -h")
		os.Exit(2)
	}
	if err := fl.run(); err != nil {
		fmt.Fprintln(os.Stderr, "truth:", err)
		os.Exit(1)
	}
}

func (fl *flags) run() error {
	s, err := fl.source()
	if err != nil {
		return err
	}
	if fl.number >= 0 {
		show(os.Stdout, s.Case(uint64(fl.number)))
		return nil
	}
	t := run(s, fl.n)
	if fl.confidence {
		t.Confidence.write(os.Stdout)
		return nil
	}
	report(os.Stdout, t, fl.examples)
	return nil
}

// heldoutTexts is how many texts of the Go distribution are drawn.
const heldoutTexts = 2000

func (fl *flags) source() (*truth.Source, error) {
	o := truth.Options{Seed: fl.seed}
	if fl.families != "" {
		o.Families = map[string]bool{}
		for name := range strings.SplitSeq(fl.families, ",") {
			if known[name] == nil {
				return nil, fmt.Errorf("family %q isn't registered", name)
			}
			o.Families[name] = true
		}
	}
	if fl.heldout {
		list, err := gen.Goroot(heldoutTexts, fl.seed)
		if err != nil {
			return nil, err
		}
		for _, text := range list {
			o.Heldout = append(o.Heldout, text.Text)
		}
		if len(list) == 0 {
			return nil, errors.New("the Go distribution has no texts")
		}
	}
	return truth.New(o)
}
