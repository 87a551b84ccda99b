package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/bench/repair/gen"
)

// properties are what the results can be broken down by.
var properties = map[string]func(c *gen.Case) string{
	"shape":   func(c *gen.Case) string { return c.Shape },
	"snippet": func(c *gen.Case) string { return c.Snippet },
	"style":   func(c *gen.Case) string { return c.Style },
	"tool":    func(c *gen.Case) string { return c.Tool },
}

// breakdown prints, for each kind of damage and each value of a property, how
// the subjects fared, where one of this project's isn't as it should be.
func breakdown(w io.Writer, r *Results, property string) error {
	of := properties[property]
	if of == nil {
		return fmt.Errorf("break down by %q: only by %s", property, strings.Join(slices.Sorted(maps.Keys(properties)), ", "))
	}
	head := append([]string{"damage", property, "n"}, r.heads()...)
	row(w, head)
	row(w, slices.Repeat([]string{"---"}, len(head)))
	for _, k := range gen.Kinds() {
		if k.Group == gen.Undecidable {
			continue
		}
		values := map[string]bool{}
		for _, c := range r.Cases {
			if c.Kind == k {
				values[of(c)] = true
			}
		}
		for _, value := range slices.Sorted(maps.Keys(values)) {
			r.part(w, k, value, of)
		}
	}
	return nil
}

func (r *Results) part(w io.Writer, k gen.Kind, value string, of func(c *gen.Case) string) {
	cells := []string{k.Name, value, ""}
	flawed := false
	for i, s := range r.Subjects {
		t := r.Tally(i, func(c *gen.Case) bool { return c.Kind == k && of(c) == value })
		cells[2] = fmt.Sprint(t.N)
		cells = append(cells, t.cell())
		if _, own := s.(Project); own {
			fine := t.Verdicts[Right]
			if k.Group == gen.Truncated || k.Group == gen.Beyond {
				fine += t.Verdicts[Reported] + t.Verdicts[Ambiguous]
			}
			flawed = flawed || fine < t.N
		}
	}
	if flawed {
		row(w, cells)
	}
}
