package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// A report is what a run found, as Markdown.
type report struct {
	names []string
	rows  []*row
}

func newReport(subjects []Subject, rows []*row) *report {
	r := &report{rows: rows}
	for _, s := range subjects {
		r.names = append(r.names, s.Name())
	}
	return r
}

// write prints the summary, what isn't ahead, and the table.
func (r *report) write(w io.Writer) {
	r.summary(w)
	r.behind(w)
	r.table(w)
}

// growthAllowed is the most that twice the size may cost.
const growthAllowed = 2.2

func tooMuch(growth float64) bool { return growth > growthAllowed }

func (r *report) summary(w io.Writer) {
	line(w, "peer", "outputs that both read", "outputs for which this project was faster", "outputs for which the peer was faster",
		"least ratio (time of the peer / time of this project)", "median ratio", "outputs that the peer read wrongly", "outputs for which the peer was late")
	line(w, slices.Repeat([]any{"---"}, 8)...)
	for i, name := range r.names[1:] {
		var ratios []float64
		var rows, behind, wrong, late int
		for _, row := range r.rows {
			c := &row.Cells[i+1]
			if !c.Served {
				continue
			}
			rows++
			switch {
			case c.Wrong != "":
				wrong++
			case c.Late:
				late++
			case row.Cells[0].timed():
				ratios = append(ratios, row.ratio(i+1))
			}
		}
		slices.Sort(ratios)
		for behind < len(ratios) && ratios[behind] < 1 {
			behind++
		}
		least, median := "", ""
		if len(ratios) > 0 {
			least, median = times(ratios[0]), times(ratios[len(ratios)/2])
		}
		line(w, name, rows, len(ratios)-behind, behind, least, median, wrong, late)
	}
	fmt.Fprintln(w)
}

// behind lists what this project should do better.
func (r *report) behind(w io.Writer) {
	fmt.Fprint(w, "In these rows of the table, a peer was faster. The ratio is the time of the peer, divided by the time of this project:\n\n")
	for _, row := range r.rows {
		c := &row.Cells[0]
		what := fmt.Sprintf("- %s, %s, %s: ", row.Way.Name, row.Scenario.name, cutName(row.Cut))
		if !c.timed() {
			fmt.Fprintf(w, "%sours is %s\n", what, c)
		}
		for i := range row.Cells[1:] {
			if row.Cells[i+1].timed() && c.timed() && row.ratio(i+1) < 1 {
				fmt.Fprintf(w, "%s%s took %s of the time\n", what, r.names[i+1], times(row.ratio(i+1)))
			}
		}
		if slices.ContainsFunc(c.Growth, tooMuch) {
			fmt.Fprintf(w, "%stwice the size costs %s\n", what, growth(c.Growth))
		}
	}
	fmt.Fprintln(w)
}

func (r *report) table(w io.Writer) {
	head := []any{"family", "output", "length of the output", "sent as", r.names[0] + ": time", r.names[0] + ": speed", r.names[0] + ": allocations", r.names[0] + ": growth of the time, ×2 = linear"}
	for _, name := range r.names[1:] {
		head = append(head, name+": time, ratio")
	}
	line(w, head...)
	line(w, slices.Repeat([]any{"---"}, len(head))...)
	for _, row := range r.rows {
		row.write(w)
	}
}

func (row *row) write(w io.Writer) {
	c := &row.Cells[0]
	cells := []any{row.Way.Name, row.Scenario.name, fmt.Sprintf("%d bytes", row.Bytes), cutName(row.Cut), c, "", "", growth(c.Growth)}
	if c.timed() {
		cells[5] = fmt.Sprintf("%.0f MB/s", float64(row.Bytes)/c.Cost.Time.Seconds()/1e6)
		cells[6] = allocations(c.Cost.Allocs)
	}
	for i := range row.Cells[1:] {
		cells = append(cells, row.peer(i+1))
	}
	line(w, cells...)
}

// peer is a peer's cell: its time and, over this project's, the ratio.
func (row *row) peer(i int) string {
	c := &row.Cells[i]
	s := c.String()
	switch own := row.Cells[0].Cost.Time; {
	case own == 0:
	case c.Late:
		s += ", over " + times(float64(lateAfter)/float64(own))
	case c.timed():
		s += " " + times(row.ratio(i))
	}
	if c.Cost.Allocs > 0 {
		s += ", " + allocations(c.Cost.Allocs)
	}
	if slices.ContainsFunc(c.Growth, tooMuch) {
		s += ", grows " + growth(c.Growth)
	}
	return s
}

// ratio is a peer's time over this project's.
func (row *row) ratio(i int) float64 {
	return float64(row.Cells[i].Cost.Time) / float64(row.Cells[0].Cost.Time)
}

func (c *cell) String() string {
	switch {
	case !c.Served:
		return ""
	case c.Wrong != "":
		return "wrong: " + c.Wrong
	case c.Late:
		return fmt.Sprintf("over %v", lateAfter)
	default:
		return short(c.Cost.Time)
	}
}

// short is a duration with three digits.
func short(d time.Duration) string {
	for _, unit := range []time.Duration{time.Second, time.Millisecond, time.Microsecond} {
		if d >= 10*unit {
			return d.Round(unit / 10).String()
		}
		if d >= unit {
			return d.Round(unit / 100).String()
		}
	}
	return d.String()
}

func times(ratio float64) string {
	switch {
	case ratio < 1:
		return fmt.Sprintf("**×%.2f**", ratio)
	case ratio < 10:
		return fmt.Sprintf("×%.1f", ratio)
	default:
		return fmt.Sprintf("×%.0f", ratio)
	}
}

func growth(list []float64) string {
	parts := make([]string, len(list))
	for i, g := range list {
		parts[i] = fmt.Sprintf("×%.1f", g)
	}
	return strings.Join(parts, ", ")
}

func allocations(n float64) string {
	if n == 1 {
		return "1 allocation"
	}
	return fmt.Sprintf("%.0f allocations", n)
}

func cutName(cut int) string {
	if cut == whole {
		return "complete"
	}
	return fmt.Sprintf("chunks of %d bytes", cut)
}

// line prints a line of a Markdown table.
func line(w io.Writer, cells ...any) {
	for _, c := range cells {
		fmt.Fprintf(w, "| %v ", c)
	}
	fmt.Fprintln(w, "|")
}
