package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A suite is a set of tests that may find a mutant.
type suite struct {
	name string
	// folder is the module's, in the repository.
	folder string
	// args are those of go test. With an empty list, the tests are those of the mutant's room.
	args []string
}

// suites are all suites, the fastest first.
func suites(fast bool) []suite {
	list := []suite{
		{"room", ".", nil},
		{"cases", ".", []string{"./families/cases"}},
	}
	if !fast {
		list = append(list, suite{"bench", "bench", []string{"./truth", "./repair", "./falsecalls", "./adversarial"}})
	}
	return list
}

// command runs the suite's tests. No test may have more memory than this; Go's own tools need much less.
func (s suite) command(rooms []string, more ...string) *exec.Cmd {
	args := s.args
	if args == nil {
		args = rooms
	}
	const kilobytes = "8000000"
	line := append([]string{"-c", "ulimit -v " + kilobytes + `; exec "$@"`, "sh", "go", "test", "-vet=off", "-failfast", "-timeout=15m"}, more...)
	c := exec.Command("sh", append(line, args...)...)
	c.Dir = filepath.Join(root, s.folder)
	return c
}

// clean runs all suites without a mutant. If one fails anyway, it can't say anything.
func clean(tests []suite, mutants []mutant) error {
	var rooms []string
	for _, m := range mutants {
		if room := m.room(); !slices.Contains(rooms, room) {
			rooms = append(rooms, room)
		}
	}
	for _, s := range tests {
		if out, err := s.command(rooms).CombinedOutput(); err != nil {
			return fmt.Errorf("the tests %s fail without a mutant: %w\n%s", s.name, err, out)
		}
	}
	return nil
}

// room is the folder of the mutant's file, as go test takes it.
func (m mutant) room() string { return "./" + filepath.ToSlash(filepath.Dir(m.file)) }

// run compiles and tests the mutant, and says which suite finds it; empty: none does.
func (m mutant) run(folder string, tests []suite) (string, error) {
	real, err := filepath.Abs(filepath.Join(root, filepath.FromSlash(m.file)))
	if err != nil {
		return "", fmt.Errorf("find a room: %w", err)
	}
	changed := filepath.Join(folder, "mutant.go")
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {real: changed}})
	if err != nil {
		return "", fmt.Errorf("write the overlay: %w", err)
	}
	list := filepath.Join(folder, "overlay.json")
	if err := errors.Join(os.WriteFile(changed, []byte(m.source), 0o644), os.WriteFile(list, overlay, 0o644)); err != nil {
		return "", fmt.Errorf("write a mutant: %w", err)
	}
	for _, s := range tests {
		out, err := s.command([]string{m.room()}, "-overlay="+list).CombinedOutput()
		switch {
		case strings.Contains(string(out), "[build failed]"):
			return "the compiler", nil
		case err != nil:
			return s.name, nil
		}
	}
	return "", nil
}
