package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/bench/repair/gen"
)

var groups = []gen.Group{gen.Recoverable, gen.Truncated, gen.Beyond, gen.Undecidable}

// report prints the tables as Markdown.
func report(w io.Writer, r *Results) {
	fmt.Fprintf(w, "exactly right / reported / silently wrong, in %%\n\n")
	head := append([]string{"damage", "n"}, r.heads()...)
	row(w, head)
	row(w, slices.Repeat([]string{"---"}, len(head)))
	for _, g := range groups {
		for _, k := range gen.Kinds() {
			if k.Group == g {
				r.row(w, k.Title, func(c *gen.Case) bool { return c.Kind.Name == k.Name })
			}
		}
		if g != gen.Undecidable {
			r.row(w, "**all "+g.String()+"**", func(c *gen.Case) bool { return c.Kind.Group == g })
		}
	}
	r.details(w)
	r.otherMeanings(w)
}

// heads are the columns of the subjects, each with the meaning of its cells.
func (r *Results) heads() (list []string) {
	for _, s := range r.Subjects {
		list = append(list, s.Name()+": right / reported / wrong, in %")
	}
	return list
}

func row(w io.Writer, cells []string) { fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | ")) }

func (r *Results) row(w io.Writer, title string, ok func(c *gen.Case) bool) {
	cells := []string{title, ""}
	for i := range r.Subjects {
		t := r.Tally(i, ok)
		if t.N == 0 {
			return
		}
		cells[1] = fmt.Sprint(t.N)
		cells = append(cells, t.cell())
	}
	row(w, cells)
}

// cell is exactly right / reported / silently wrong.
func (t *Tally) cell() string {
	return fmt.Sprintf("%.1f / %.1f / %.1f", t.Share(Right), t.Share(Reported)+t.Share(Ambiguous)+t.Share(Unseen), t.Share(Wrong))
}

// details prints what is behind "right" and "reported", for this project's own subjects.
func (r *Results) details(w io.Writer) {
	for i, s := range r.Subjects {
		if _, ok := s.(Project); !ok {
			continue
		}
		fmt.Fprintf(w, "\n%s: how it was reported, in %%, and what the right ones were like\n\n", s.Name())
		row(w, []string{"damage", "reported in invalid_tool_calls", "of these INCOMPLETE", "wrong at ≤ 0.4", "neither call nor report", "confidence if right", "right at ≤ 0.4", "model's own bytes", "rest left in content", "panics"})
		row(w, slices.Repeat([]string{"---"}, 10))
		for _, k := range gen.Kinds() {
			t := r.Kind(i, k.Name)
			if t.N == 0 {
				continue
			}
			right := t.Verdicts[Right]
			confidence := "-"
			if right > 0 {
				confidence = fmt.Sprintf("%.2f", t.Confidence/float64(right))
			}
			row(w, []string{
				k.Title, f(t.Share(Reported)), f(percent(t.Incomplete, t.Verdicts[Reported])), f(t.Share(Ambiguous)), f(t.Share(Unseen)),
				confidence, f(percent(t.Doubted, right)), f(percent(t.Untouched, right)), f(percent(t.Stray, right)), fmt.Sprint(t.Panics),
			})
		}
	}
}

func f(x float64) string { return fmt.Sprintf("%.1f", x) }

// otherMeanings says which damages made valid JSON of another meaning.
func (r *Results) otherMeanings(w io.Writer) {
	made, all := map[string]int{}, map[string]int{}
	for _, c := range r.Cases {
		all[c.Damage]++
		if c.Kind == gen.OtherMeaning {
			made[c.Damage]++
		}
	}
	if len(made) == 0 {
		return
	}
	fmt.Fprintf(w, "\nValid JSON of another meaning came of:")
	for _, name := range slices.Sorted(maps.Keys(made)) {
		fmt.Fprintf(w, " %s %d of %d;", name, made[name], all[name])
	}
	fmt.Fprintln(w)
}

// reportJSON prints the counts as JSON.
func reportJSON(w io.Writer, r *Results) error {
	type line struct {
		Kind     string            `json:"kind"`
		Title    string            `json:"title"`
		Group    string            `json:"group"`
		Subjects map[string]*Tally `json:"subjects"`
	}
	var lines []line
	for _, k := range gen.Kinds() {
		l := line{k.Name, k.Title, k.Group.String(), map[string]*Tally{}}
		for i, s := range r.Subjects {
			l.Subjects[s.Name()] = r.Kind(i, k.Name)
		}
		lines = append(lines, l)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(lines)
}
