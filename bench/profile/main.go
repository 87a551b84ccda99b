// Command profile makes the profile that the program is built with of CPU profiles
// of its benchmarks:
//
//	profile -o cmd/toolparser/default.pgo DIR/*.prof
//
// What the compiler doesn't read of them is left out: all of a stack but the function
// that ran and its caller, and all that names the machine, its paths and addresses.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/google/pprof/profile"
)

// The compiler counts calls: the function that ran and the one that called it.
const depth = 2

func main() {
	output := flag.String("o", "default.pgo", "the `file` to write")
	flag.Parse()
	if err := write(*output, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "profile:", err)
		os.Exit(1)
	}
}

func write(output string, inputs []string) error {
	all := make([]*profile.Profile, 0, len(inputs))
	for _, input := range inputs {
		p, err := read(input)
		if err != nil {
			return fmt.Errorf("%s: %w", input, err)
		}
		reduce(p)
		all = append(all, p)
	}
	merged, err := profile.Merge(all)
	if err != nil {
		return err
	}
	merged.TimeNanos, merged.DurationNanos = 0, 0
	f, err := os.Create(output)
	if err != nil {
		return err
	}
	if err := merged.Write(f); err != nil {
		return fmt.Errorf("%s: %w", output, err)
	}
	return f.Close()
}

func read(input string) (*profile.Profile, error) {
	f, err := os.Open(input)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return profile.Parse(f)
}

// reduce leaves of a profile what the compiler reads.
func reduce(p *profile.Profile) {
	for _, s := range p.Sample {
		s.Location = s.Location[:min(len(s.Location), depth)]
		s.Label, s.NumLabel, s.NumUnit = nil, nil, nil
	}
	for _, l := range p.Location {
		l.Mapping, l.Address = nil, 0
	}
	for _, f := range p.Function {
		f.SystemName, f.Filename = "", ""
	}
	p.Mapping, p.Comments = nil, nil
}
