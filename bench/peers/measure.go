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
	// The fastest turn counts: what else the machine does slows.
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

func (c *cell) right() bool { return c.Served && c.Wrong == "" && !c.Late }
func (c *cell) timed() bool { return c.Cost.Time > 0 }

// row measures a scenario at its size, and at a quarter and half of it if it grows.
func (b *bench) row(w *Way, sc *scenario, cut int) (*row, error) {
	r := &row{Way: w, Scenario: sc, Cut: cut, Cells: make([]cell, len(b.subjects))}
	sizes := []int{sc.size}
	if sc.grows && b.growth {
		sizes = []int{sc.size / 4, sc.size / 2, sc.size}
	}
	var runners []*runner
	smaller := make([]*runner, len(b.subjects))
	for slot, size := range sizes {
		o := output(w, sc, size, cut)
		r.Bytes = o.Bytes()
		for i, s := range b.subjects {
			r.Cells[i].Served = s.Serves(w, cut)
			ok, err := r.Cells[i].try(s, slot, o)
			if err != nil {
				return nil, fmt.Errorf("%s, %s, %s: %w", s.Name(), w.Name, sc.name, err)
			}
			if ok {
				smaller[i] = &runner{subject: s, cell: &r.Cells[i], slot: slot, smaller: smaller[i]}
				runners = append(runners, smaller[i])
			}
		}
	}
	return r, b.race(runners)
}

// try has a subject parse an output for the first time, and reports whether it is to be
// timed. Who is wrong or late at one size isn't asked again at a larger one.
func (c *cell) try(s Subject, slot int, o *Output) (bool, error) {
	if !c.Served || c.Wrong != "" || c.Late {
		return false, nil
	}
	a, err := s.Load(slot, o)
	if c.Late = a.Late; !a.Late {
		c.Wrong = a.wrong(&o.Want)
	}
	return err == nil && !c.Late && c.Wrong == "", err
}

// race has the runners run in turns; all sizes in one round, so that a moment in which
// the machine is busy doesn't look like growth.
func (b *bench) race(runners []*runner) error {
	runners = slices.DeleteFunc(runners, func(r *runner) bool { return !r.cell.right() })
	for _, r := range runners {
		if err := r.calibrate(b.turn); err != nil {
			return err
		}
	}
	for again := 0; again == 0 || again < maxAgain && growing(runners); again++ {
		for range b.rounds {
			for _, r := range runners {
				if err := r.takeTurn(2 * time.Duration((again+1)*b.rounds) * b.turn); err != nil {
					return err
				}
			}
		}
	}
	for _, r := range runners {
		r.finish()
	}
	return nil
}

// maxAgain is how often the turns are taken in a row where something seems to grow faster
// than its output.
const maxAgain = 5

// growing reports whether twice the size seems to cost somebody too much. Most often the
// machine was busy; who does grow does so after more turns, too.
func growing(runners []*runner) bool {
	return slices.ContainsFunc(runners, func(r *runner) bool { return r.smaller != nil && tooMuch(r.growth()) })
}

// A runner is a subject that was right about an output, while it is timed.
type runner struct {
	subject Subject
	cell    *cell
	slot    int
	// smaller is the same subject's with half of the size, if there is one.
	smaller *runner
	// n parses take a turn.
	n           int
	best, spent time.Duration
	turns       []time.Duration // what a parse took in each round; 0: no turn was taken
	allocs      []float64
}

// calibrate finds out how many parses take a turn.
func (r *runner) calibrate(turn time.Duration) error {
	for r.n = 1; ; {
		c, err := r.subject.Run(r.slot, r.n)
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

// takeTurn runs once more, unless enough time was spent. Who needs much longer than a turn
// for one parse has fewer of them.
func (r *runner) takeTurn(enough time.Duration) error {
	if r.spent > enough {
		r.turns = append(r.turns, 0)
		return nil
	}
	c, err := r.subject.Run(r.slot, r.n)
	if err != nil {
		return err
	}
	r.spent += c.Time * time.Duration(r.n)
	r.best = min(r.best, c.Time)
	r.turns = append(r.turns, c.Time)
	r.allocs = append(r.allocs, c.Allocs)
	return nil
}

// growth is how many times the time of half of the size this one's is: the median of the
// rounds. A moment in which the machine is slower, or faster, than usual is so for both.
func (r *runner) growth() float64 {
	var steps []float64
	for i, took := range r.turns {
		if before := r.smaller.turns[i]; took > 0 && before > 0 {
			steps = append(steps, float64(took)/float64(before))
		}
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
}

// finish notes the cost, and how it grew from that of the size before.
func (r *runner) finish() {
	if r.smaller != nil {
		r.cell.Growth = append(r.cell.Growth, r.growth())
	}
	r.cell.Cost = Cost{r.best, math.Round(slices.Min(r.allocs))}
}
