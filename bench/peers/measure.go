package main

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// A bench measures subjects side by side.
type bench struct {
	subjects []Subject
	// rounds are how often each subject's turn comes, and turn how long one takes.
	// The fastest turn counts: whatever else the machine does only slows.
	rounds int
	turn   time.Duration
	growth bool
}

// A row is one scenario of a family, cut in one way; its cells are the subjects'.
type row struct {
	Way      *Way
	Scenario *scenario
	Cut      int
	Bytes    int
	Cells    []cell
}

// A cell is what a subject did in a row.
type cell struct {
	Served bool
	// Wrong says what was wrong; then nothing was timed.
	Wrong string
	Late  bool
	Cost  Cost
	// Growth is by how much the time grew from a quarter of the size to half of it,
	// and from there to the whole.
	Growth []float64
}

func (c *cell) timed() bool { return c.Cost.Time > 0 }

// row measures a scenario at its size, and at a quarter and half of it before
// that. Who is wrong or late at one size isn't asked again at a larger one.
func (b *bench) row(w *Way, sc *scenario, cut int) (*row, error) {
	r := &row{Way: w, Scenario: sc, Cut: cut, Cells: make([]cell, len(b.subjects))}
	sizes := []int{sc.size}
	if sc.grows && b.growth {
		sizes = []int{sc.size / 4, sc.size / 2, sc.size}
	}
	for _, size := range sizes {
		o := output(w, sc, size, cut)
		r.Bytes = o.Bytes()
		if err := b.race(o, r.Cells); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", w.Name, sc.name, err)
		}
	}
	return r, nil
}

// race lets the subjects parse an output in turns.
func (b *bench) race(o *Output, cells []cell) error {
	var runners []*runner
	for i, s := range b.subjects {
		c := &cells[i]
		before := c.Cost.Time
		c.Cost = Cost{}
		if c.Served = s.Serves(o.Way, o.Cut); !c.Served || c.Wrong != "" || c.Late {
			continue
		}
		a, err := s.Load(o)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name(), err)
		}
		if c.Late, c.Wrong = a.Late, ""; !a.Late {
			c.Wrong = a.wrong(&o.Want)
		}
		if !c.Late && c.Wrong == "" {
			runners = append(runners, &runner{subject: s, cell: c, before: before})
		}
	}
	for _, r := range runners {
		if err := r.calibrate(b.turn); err != nil {
			return err
		}
	}
	for range b.rounds {
		for _, r := range runners {
			if err := r.takeTurn(b); err != nil {
				return err
			}
		}
	}
	for _, r := range runners {
		r.finish()
	}
	return nil
}

// A runner is a subject that was right, while it is timed.
type runner struct {
	subject Subject
	cell    *cell
	// n parses take a turn.
	n int
	// before is its time at half the size; 0 if there was none.
	before, best, spent time.Duration
	allocs              []float64
}

// calibrate finds out how many parses take a turn.
func (r *runner) calibrate(turn time.Duration) error {
	for r.n = 1; ; {
		c, err := r.subject.Run(r.n)
		if err != nil {
			return err
		}
		took := c.Time * time.Duration(r.n)
		r.best, r.allocs = c.Time, []float64{c.Allocs}
		if took >= turn/2 {
			return nil
		}
		r.n = max(2*r.n, min(100*r.n, int(float64(r.n)*float64(turn)/float64(max(took, 1)))))
	}
}

// takeTurn runs once more. Who needs much longer than a turn for one parse has
// fewer of them.
func (r *runner) takeTurn(b *bench) error {
	if r.spent > 2*time.Duration(b.rounds)*b.turn {
		return nil
	}
	c, err := r.subject.Run(r.n)
	if err != nil {
		return err
	}
	r.spent += c.Time * time.Duration(r.n)
	r.best = min(r.best, c.Time)
	r.allocs = append(r.allocs, c.Allocs)
	return nil
}

func (r *runner) finish() {
	r.cell.Cost = Cost{r.best, math.Round(slices.Min(r.allocs))}
	if r.before > 0 {
		r.cell.Growth = append(r.cell.Growth, float64(r.best)/float64(r.before))
	}
}
