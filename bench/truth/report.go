package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/bench/truth/gen"
)

// reduce makes a silently wrong case smaller, and stays with its verdict.
func reduce(c *gen.Case) *gen.Case {
	want := judge(c).verdict
	return gen.Shrink(c, func(try *gen.Case) bool {
		if len(try.Damages) > 0 && !try.Changed {
			return false
		}
		if judge(try).verdict != want || !readable(try) && want == Rejected {
			return false
		}
		_, two := try.Undecidable()
		return !two
	})
}

// show prints a case and, if it isn't read rightly, its smallest form.
func show(w io.Writer, c *gen.Case) {
	o := judge(c)
	if why, ok := c.Undecidable(); ok {
		fmt.Fprintf(w, "Undecidable: %s.\n", why)
	}
	fmt.Fprintln(w, example(c, o))
	if o.verdict.silent() || len(c.Damages) == 0 && o.verdict != Exact {
		small := reduce(c)
		fmt.Fprintln(w, example(small, judge(small)))
	}
}

// report prints the counts and reduced examples.
func report(w io.Writer, t *Tally, examples int) {
	total(w, "undamaged", t.Undamaged)
	fmt.Fprintf(w, "of the exact ones at 0.4 or less: %d\n", t.Doubted)
	total(w, "damaged", t.Damaged)
	fmt.Fprintf(w, "unchanged by the damage, and in no total: %d\n\n", t.Unchanged)

	row(w, "damage", "n", "exact %", "rejected %", "wrong ≤ 0.4 %", "wrong > 0.4", "wrong at 1")
	row(w, slices.Repeat([]string{"---"}, 7)...)
	for _, kind := range slices.Sorted(maps.Keys(t.ByKind)) {
		v := t.ByKind[kind]
		n := sum(*v)
		row(w, kind, fmt.Sprint(n), share(v[Exact], n), share(v[Rejected], n), share(v[Doubted], n), fmt.Sprint(v[Wrong]+v[WrongAt1]), fmt.Sprint(v[WrongAt1]))
	}
	fmt.Fprintln(w, "\nUndecidable:")
	for _, why := range slices.Sorted(maps.Keys(t.Undecidable)) {
		fmt.Fprintf(w, "  %d: %s\n", t.Undecidable[why], why)
	}
	for _, c := range t.Samples {
		why, _ := c.Undecidable()
		fmt.Fprintf(w, "  case %d: %s, damage %s: %s\n    %q\n", c.Index, c.Form.Name, c.Kind(), why, shortened(c.Output))
	}
	fmt.Fprintln(w, "\nUndamaged, and not read exactly, the examples reduced:")
	list(w, t.NotExact, t.NotExactFirst, examples)
	fmt.Fprintln(w, "\nSilently wrong, the examples reduced:")
	list(w, t.Failed, t.First, examples)
}

func shortened(s string) string {
	const most = 300
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// list prints the counts of each kind with the families, and reduced examples, each of another family.
func list(w io.Writer, counts map[key]int, cases map[key]*gen.Case, examples int) {
	byKind := map[string]int{}
	for k, n := range counts {
		byKind[k.Kind] += n
	}
	kinds := slices.SortedFunc(maps.Keys(byKind), func(a, b string) int {
		return cmp.Or(cmp.Compare(byKind[b], byKind[a]), strings.Compare(a, b))
	})
	for _, kind := range kinds {
		var families []string
		var first []key
		for _, k := range sorted(counts) {
			if k.Kind == kind {
				families = append(families, fmt.Sprintf("%s %d", k.Family, counts[k]))
				first = append(first, k)
			}
		}
		fmt.Fprintf(w, "%d × %s: %s\n", byKind[kind], kind, strings.Join(families, ", "))
		for _, k := range first[:min(len(first), examples)] {
			small := reduce(cases[k])
			fmt.Fprintln(w, indent(example(small, judge(small))))
		}
	}
}

func indent(s string) string {
	return "    " + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n    ")
}

func sum(v [verdicts]int) (n int) {
	for _, x := range v {
		n += x
	}
	return n
}

func share(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", 100*float64(part)/float64(whole))
}

func total(w io.Writer, what string, v [verdicts]int) {
	n := sum(v)
	fmt.Fprintf(w, "%s, decidable: %d", what, n)
	for verdict := range verdicts {
		fmt.Fprintf(w, "; %s %d (%s %%)", verdict, v[verdict], share(v[verdict], n))
	}
	fmt.Fprintln(w)
}

func row(w io.Writer, cells ...string) { fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | ")) }
