// The command peers measures this project's parsers next to those of others: of
// Ollama, and of the Rust crates tool-parser and dynamo-parsers, where there is
// cargo.
//
// All of them parse the same outputs, in turns. What a subject made of an output is
// compared with what the output says before anything is timed; one that is wrong
// isn't timed. The report is Markdown.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

type flags struct {
	families, outputs, out string
	rounds                 int
	quick                  bool
}

func main() {
	var fl flags
	flag.StringVar(&fl.families, "families", "", "only these families, separated by commas")
	flag.StringVar(&fl.outputs, "outputs", "", "only outputs whose name holds this `text`")
	flag.IntVar(&fl.rounds, "rounds", 10, "turns of each subject; more where the machine does other things, too")
	flag.BoolVar(&fl.quick, "quick", false, "fewer and shorter turns, and no growth")
	flag.StringVar(&fl.out, "o", "", "write the report into this `file`")
	flag.Parse()
	if flag.NArg() > 0 || fl.rounds < 1 {
		fmt.Fprintln(os.Stderr, "peers: want flags alone, and one turn or more; see -h")
		os.Exit(2)
	}
	if err := fl.run(); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// heapFloor is the memory that the program holds for the collector's sake, too: see
// cmd/toolparser. Without it, a heap of 4 MB is collected, and given back to the system,
// while one output of 1 MB is parsed, and takes more time than all smaller ones.
const heapFloor = 32 << 20

func (fl *flags) run() (err error) {
	defer runtime.KeepAlive(make([]byte, heapFloor))
	subjects, stop, err := assemble()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	b := &bench{subjects: subjects, rounds: fl.rounds, turn: 10 * time.Millisecond, growth: true}
	if fl.quick {
		b.rounds, b.turn, b.growth = 4, 5*time.Millisecond, false
	}
	rows, err := fl.rows(b)
	if err != nil {
		return err
	}
	var out strings.Builder
	if err := title(&out, b); err != nil {
		return err
	}
	newReport(subjects, rows).write(&out)
	if fl.out != "" {
		return os.WriteFile(fl.out, []byte(out.String()), 0o644)
	}
	_, err = io.WriteString(os.Stdout, out.String())
	return err
}

// cuts are the sizes of the pieces.
var cuts = []int{whole, 4, 16, 64}

// rows measures all that was asked for, and says on standard error where it is.
func (fl *flags) rows(b *bench) (rows []*row, err error) {
	for i := range ways {
		w := &ways[i]
		if fl.families != "" && !slices.Contains(strings.Split(fl.families, ","), w.Family) {
			continue
		}
		for j := range scenarios {
			sc := &scenarios[j]
			if !strings.Contains(sc.name, fl.outputs) {
				continue
			}
			fmt.Fprintf(os.Stderr, "%s: %s\n", w.Name, sc.name)
			for _, cut := range cuts {
				r, err := b.row(w, sc, cut)
				if err != nil {
					return nil, err
				}
				rows = append(rows, r)
			}
		}
	}
	return rows, nil
}

// assemble gathers the subjects, this project first; stop ends what they started.
func assemble() (subjects []Subject, stop func() error, err error) {
	own, err := newProject()
	if err != nil {
		return nil, nil, err
	}
	other, err := newOllama()
	if err != nil {
		return nil, nil, err
	}
	subjects = []Subject{&inProcess{Library: own}, &inProcess{Library: other}}
	if !haveCargo() {
		fmt.Fprintln(os.Stderr, "no cargo here: the Rust crates are left out")
		return subjects, func() error { return nil }, nil
	}
	list, err := crates()
	if err != nil {
		return nil, nil, err
	}
	for _, c := range list {
		subjects = append(subjects, c)
	}
	return subjects, func() error { return stopAll(list) }, nil
}

func stopAll(list []*crate) (err error) {
	for _, c := range list {
		err = errors.Join(err, c.stop())
	}
	return err
}
