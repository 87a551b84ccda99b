// The command mutants finds conditions that no test needs. It drops a term of a condition in a room of
// parsers/internal, and runs the tests that could find this: the cases of the families, read once; the tests of the
// room; all tests of the cases; the samples of the benchmarks. If all of them pass, the term is dead, or nothing guards it.
//
// The mutants are sampled by a seed. The working tree isn't changed: the compiler reads changed files in place of
// the real ones (go build -overlay). All mutants are compiled at once, and a variable of the environment switches one
// of them on. Tests that never end, or that take all memory, are stopped.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

type flags struct {
	seed  uint64
	n     int
	rooms string
	list  bool
	fast  bool
}

func main() {
	var fl flags
	flag.Uint64Var(&fl.seed, "seed", 1, "seed of the sample")
	flag.IntVar(&fl.n, "n", 20, "number of mutants")
	flag.StringVar(&fl.rooms, "rooms", "", "only these `folders` of parsers/internal, separated by commas")
	flag.BoolVar(&fl.list, "list", false, "print the sampled mutants, and run nothing")
	flag.BoolVar(&fl.fast, "fast", false, "run only the tests of the room, and read the cases once: more mutants survive")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "mutants: want flags alone; see -h")
		os.Exit(2)
	}
	if err := fl.run(); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// root is the repository: the program runs in bench.
const root = ".."

func (fl *flags) run() error {
	files, err := roomFiles(root, fl.rooms)
	if err != nil {
		return err
	}
	var mutants []mutant
	for _, file := range files {
		source, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return fmt.Errorf("read a room: %w", err)
		}
		list, err := mutate(file, source)
		if err != nil {
			return err
		}
		mutants = append(mutants, list...)
	}
	total := len(mutants)
	r := rand.New(rand.NewPCG(fl.seed, 0x307a27))
	r.Shuffle(total, func(i, j int) { mutants[i], mutants[j] = mutants[j], mutants[i] })
	mutants = mutants[:min(fl.n, total)]
	fmt.Printf("%d mutants in %d files, %d of them sampled by seed %d\n", total, len(files), len(mutants), fl.seed)
	if fl.list {
		for _, m := range mutants {
			fmt.Println(m)
		}
		return nil
	}
	folder, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	var all []numbered
	for i, m := range mutants {
		all = append(all, numbered{m, i + 1})
	}
	b, err := compile(folder, suites(fl.fast), all)
	if err != nil {
		return err
	}
	return b.test(all)
}

// test runs the tests with each mutant, and prints what finds it. The rooms are run without one first: if their
// tests fail anyway, they can't say anything.
func (b *build) test(mutants []numbered) error {
	passed := map[string]bool{}
	for _, m := range mutants {
		if passed[m.room()] {
			continue
		}
		passed[m.room()] = true
		if out, ok := b.passes(0, m.room(), nil); !ok {
			return fmt.Errorf("the tests of %s fail without a mutant:\n%s", m.room(), out)
		}
	}
	for _, s := range b.suites {
		for _, p := range s.packages {
			if out, ok := b.passes(0, p, s.args); !ok {
				return fmt.Errorf("the tests of %s fail without a mutant:\n%s", p, out)
			}
		}
	}
	survived := 0
	for _, m := range mutants {
		start := time.Now()
		killer := b.killer(m.number, m.room())
		if killer == "" {
			survived++
			killer = "SURVIVED"
		}
		fmt.Printf("%d: %s (%s): %s\n", m.number, killer, time.Since(start).Round(time.Second), m)
	}
	fmt.Printf("%d of %d survived\n", survived, len(mutants))
	return nil
}

// roomFiles are the Go files of the rooms, but for tests and for what only tests use.
func roomFiles(root, rooms string) (files []string, err error) {
	const parent = "parsers/internal"
	folders := []string{parent}
	if rooms != "" {
		folders = nil
		for room := range strings.SplitSeq(rooms, ",") {
			folders = append(folders, parent+"/"+room)
		}
	}
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, filepath.FromSlash(folder)), func(path string, d os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name := d.Name()
			if d.IsDir() && strings.HasSuffix(name, "test") {
				return filepath.SkipDir
			}
			if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return nil
			}
			rel, err := filepath.Rel(root, path)
			files = append(files, filepath.ToSlash(rel))
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("list the rooms: %w", err)
		}
	}
	return files, nil
}
