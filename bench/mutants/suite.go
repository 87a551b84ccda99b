package main

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A suite is a set of tests that may find a mutant.
type suite struct {
	name string
	// module is the module's folder in the repository.
	module string
	// packages have the tests. If there are none, the tests are those of the mutant's room.
	packages []string
	// args are the arguments of the tests.
	args []string
}

// suites are all suites, the fastest first. In short tests, the cases are read in fewer ways.
func suites(fast bool) []suite {
	list := []suite{{name: "cases, read once", module: "bench", packages: []string{"bench/mutants/once"}, args: []string{"-test.timeout=2m"}}, {name: "room"}}
	if fast {
		return list
	}
	return append(list,
		suite{name: "cases, short", packages: []string{"families/cases"}, args: []string{"-test.short"}},
		suite{name: "cases", packages: []string{"families/cases"}},
		suite{name: "bench", module: "bench", packages: []string{"bench/falsecalls", "bench/truth", "bench/repair", "bench/adversarial"}})
}

// A build is the compiled tests with all mutants in them.
type build struct {
	folder  string
	overlay string
	suites  []suite
	// programs are the tests by their package.
	programs map[string]string
}

// compile writes the mutants into copies of the rooms' files, and compiles all tests with these.
func compile(folder string, suites []suite, mutants []numbered) (*build, error) {
	b := &build{folder: folder, overlay: filepath.Join(folder, "overlay.json"), suites: suites, programs: map[string]string{}}
	if err := b.write(mutants); err != nil {
		return nil, err
	}
	for _, s := range suites {
		packages := s.packages
		for _, m := range mutants {
			if s.packages == nil && !slices.Contains(packages, m.room()) {
				packages = append(packages, m.room())
			}
		}
		for _, p := range packages {
			if err := b.program(s, p); err != nil {
				return nil, err
			}
		}
	}
	return b, nil
}

// write writes the overlay: each file with its mutants, and in each room a file with their variable.
func (b *build) write(mutants []numbered) error {
	files := map[string][]numbered{}
	for _, m := range mutants {
		files[m.file] = append(files[m.file], m)
	}
	replace := map[string]string{}
	add := func(name, text string) error {
		place, err := filepath.Abs(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return fmt.Errorf("find a room: %w", err)
		}
		if replace[place] == "" {
			replace[place] = filepath.Join(b.folder, fmt.Sprintf("%d.go", len(replace)))
		}
		return os.WriteFile(replace[place], []byte(text), 0o600)
	}
	for name, list := range files {
		source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return fmt.Errorf("read a room: %w", err)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, source, parser.PackageClauseOnly)
		if err != nil {
			return fmt.Errorf("parse a room: %w", err)
		}
		number := fmt.Sprintf("package %s\n\nimport (\n\t\"os\"\n\t\"strconv\"\n)\n\nvar %s, _ = strconv.Atoi(os.Getenv(%q))\n", parsed.Name.Name, variable, environment)
		if err := add(name, change(string(source), list)); err != nil {
			return err
		}
		if err := add(path.Join(path.Dir(name), "number_of_mutant.go"), number); err != nil {
			return err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return fmt.Errorf("write the overlay: %w", err)
	}
	return os.WriteFile(b.overlay, text, 0o600)
}

// environment is the variable with the number of the mutant.
const environment = "MUTANT"

// program compiles the tests of a package.
func (b *build) program(s suite, name string) error {
	program := filepath.Join(b.folder, strings.ReplaceAll(name, "/", "_")+".test")
	rel, err := filepath.Rel(filepath.Join(root, s.module), filepath.Join(root, name))
	if err != nil {
		return fmt.Errorf("find a package: %w", err)
	}
	c := exec.Command("go", "test", "-c", "-vet=off", "-overlay="+b.overlay, "-o", program, "./"+filepath.ToSlash(rel))
	c.Dir = filepath.Join(root, s.module)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("compile the tests of %s: %w\n%s", name, err, out)
	}
	if _, err := os.Stat(program); err == nil { // some rooms have no tests
		b.programs[name] = program
	}
	return nil
}

// room is the folder of the mutant's file.
func (m mutant) room() string { return path.Dir(m.file) }

// killer is the suite that finds a mutant; empty: none does. Number 0 is no mutant.
func (b *build) killer(number int, room string) string {
	for _, s := range b.suites {
		packages := s.packages
		if packages == nil {
			packages = []string{room}
		}
		for _, p := range packages {
			if _, ok := b.passes(number, p, s.args); !ok {
				return s.name
			}
		}
	}
	return ""
}

// passes runs the tests of a package. No test may have more memory than this.
func (b *build) passes(number int, name string, args []string) (output string, ok bool) {
	program := b.programs[name]
	if program == "" {
		return "", true
	}
	const kilobytes = "8000000"
	c := exec.Command("sh", append([]string{"-c", "ulimit -v " + kilobytes + `; exec "$@"`, "sh", program, "-test.failfast", "-test.timeout=15m"}, args...)...)
	c.Dir = filepath.Join(root, filepath.FromSlash(name))
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%d", environment, number))
	out, err := c.CombinedOutput()
	return string(out), err == nil
}
