package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/toolparser/toolparser/bench/repair/gen"
)

// A selection chooses cases to look at.
type selection struct {
	// kind is the damage's name; "all" for every one.
	kind string
	// subject is a part of the subject's name.
	subject string
	// verdicts are the names of those to show; empty: those that aren't as they should be.
	verdicts string
	n        int
}

// dump prints single cases with what was made of them.
func dump(w io.Writer, r *Results, s selection) {
	left := s.n
	for i, subject := range r.Subjects {
		if !strings.Contains(subject.Name(), s.subject) {
			continue
		}
		for j, c := range r.Cases {
			v := r.Verdicts[i][j]
			if left == 0 {
				return
			}
			if (s.kind == "all" || c.Kind.Name == s.kind) && s.shows(c, &r.Outcomes[i][j], v) {
				dumpCase(w, subject.Name(), c, &r.Outcomes[i][j], v)
				left--
			}
		}
	}
}

func (s selection) shows(c *gen.Case, o *Outcome, v Verdict) bool {
	switch {
	case s.verdicts == "all":
		return true
	case s.verdicts == "stray":
		return v == Right && stray(c, o)
	case s.verdicts == "doubted":
		return v == Right && o.Calls[0].Confidence <= ambiguousAt
	case s.verdicts != "":
		return strings.Contains(s.verdicts, v.String())
	case c.Kind.Group == gen.Recoverable || c.Kind.Group == gen.Undecidable:
		return v != Right
	}
	return v != Right && v != Reported
}

func dumpCase(w io.Writer, subject string, c *gen.Case, o *Outcome, v Verdict) {
	fmt.Fprintf(w, "=== %s\n%s: %s (damage %s)\n", c.ID, subject, v, c.Damage)
	fmt.Fprintf(w, "--- output\n%s\n--- meant %s\n%s\n", c.Output, c.Name, c.Arguments)
	for _, call := range o.Calls {
		fmt.Fprintf(w, "--- got %s at %.1f as %s, repairs %v\n%s\n", call.Name, call.Confidence, call.Format, some(call.Repairs), call.Arguments)
	}
	for _, reported := range o.Reported {
		fmt.Fprintf(w, "--- reported %s\n", reported)
	}
	if o.Content != "" {
		fmt.Fprintf(w, "--- content %q\n", o.Content)
	}
	if o.Panic != "" {
		fmt.Fprintf(w, "--- panic %s\n", o.Panic)
	}
	fmt.Fprintln(w)
}

// some shortens a long list of repairs.
func some(repairs []string) []string {
	const enough = 8
	if len(repairs) > enough {
		return append(repairs[:enough:enough], fmt.Sprintf("and %d more", len(repairs)-enough))
	}
	return repairs
}
