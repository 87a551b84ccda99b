package main

import (
	"testing"

	"github.com/toolparser/toolparser/bench/repair/gen"
)

// embedded measures this project on the embedded snippets: with the tools
// unknown, and with them given.
func embedded(t *testing.T) (plain, schema int, r *Results) {
	t.Helper()
	fl := flags{seed: 1}
	known, subjects := project()
	o, err := fl.options(known)
	if err != nil {
		t.Fatal(err)
	}
	return 0, 1, run(gen.Generate(o), subjects)
}

func TestThresholds(t *testing.T) {
	plain, schema, r := embedded(t)
	check := func(what string, subject int, tally *Tally, right, wrong float64) {
		if tally.Share(Right) < right || tally.Share(Wrong) > wrong || tally.Panics > 0 {
			t.Errorf("%s: %s: %.2f %% exactly right, %.2f %% silently wrong, %d panics; want ≥ %.0f and ≤ %.0f",
				r.Subjects[subject].Name(), what, tally.Share(Right), tally.Share(Wrong), tally.Panics, right, wrong)
		}
	}
	for _, subject := range []int{plain, schema} {
		check("all kinds but truncation", subject, r.Group(subject, gen.Recoverable), 98, 1)
		check("raw code", subject, r.Kind(subject, gen.RawCode), 95, 3)
		none := r.Kind(subject, gen.None)
		check("valid JSON", subject, none, 100, 0)
		if none.Untouched != none.N {
			t.Errorf("%s: valid JSON: arguments of %d of %d changed", r.Subjects[subject].Name(), none.N-none.Untouched, none.N)
		}
		cut := r.Kind(subject, gen.CutInString)
		if cut.Incomplete != cut.N {
			t.Errorf("%s: cut off inside a string: %d of %d reported as INCOMPLETE", r.Subjects[subject].Name(), cut.Incomplete, cut.N)
		}
	}
	check("raw code", schema, r.Kind(schema, gen.RawCode), 98, 3)
}
