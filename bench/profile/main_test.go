package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/pprof/profile"
)

// Of two profiles of the same calls, by other callers, remains one sample: the function that
// ran, its caller, and how often.
func TestProfilesAreReducedToCalls(t *testing.T) {
	dir := t.TempDir()
	output := filepath.Join(dir, "default.pgo")
	var inputs []string
	for _, outer := range []string{"main.first", "main.second"} {
		input := filepath.Join(dir, outer)
		store(t, input, stack("parse.leaf", "parse.caller", outer))
		inputs = append(inputs, input)
	}
	if err := write(output, inputs); err != nil {
		t.Fatal(err)
	}
	p, err := read(output)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Sample) != 1 || p.Sample[0].Value[0] != 2 {
		t.Fatalf("want one sample that counts 2:\n%v", p)
	}
	var names []string
	for _, l := range p.Sample[0].Location {
		line := l.Line[0]
		if line.Line != 12 || line.Function.StartLine != 10 {
			t.Errorf("%s: line %d of a function that starts at %d, want 12 and 10", line.Function.Name, line.Line, line.Function.StartLine)
		}
		names = append(names, line.Function.Name)
	}
	if len(names) != 2 || names[0] != "parse.leaf" || names[1] != "parse.caller" {
		t.Errorf("the stack is %q", names)
	}
	if bytes.Contains(unpacked(t, output), []byte("/home/me")) {
		t.Error("it names a path")
	}
}

// stack is a profile with one sample: the functions from the innermost on.
func stack(names ...string) *profile.Profile {
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}},
		Mapping:    []*profile.Mapping{{ID: 1, File: "/home/me/test"}},
		Comments:   []string{"of /home/me"},
	}
	s := &profile.Sample{Value: []int64{1}}
	for i, name := range names {
		f := &profile.Function{ID: uint64(i + 1), Name: name, SystemName: name, Filename: "/home/me/" + name + ".go", StartLine: 10}
		l := &profile.Location{ID: uint64(i + 1), Mapping: p.Mapping[0], Address: uint64(i + 1), Line: []profile.Line{{Function: f, Line: 12}}}
		p.Function, p.Location, s.Location = append(p.Function, f), append(p.Location, l), append(s.Location, l)
	}
	p.Sample = []*profile.Sample{s}
	return p
}

func store(t *testing.T, path string, p *profile.Profile) {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func unpacked(t *testing.T, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
