package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/toolparser/toolparser/parsers"
)

// A summary counts what a batch found, by format. It is a server.Observer.
type summary struct {
	mu      sync.Mutex
	outputs int
	formats map[string]*formatCount
}

// A formatCount counts the calls of one format.
type formatCount struct{ called, repaired, incomplete, malformed, other int }

// ObserveResult counts one result.
func (s *summary) ObserveResult(_ context.Context, r *parsers.Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.outputs++
	for i := range r.ToolCalls {
		count := s.format(r.ToolCalls[i].Format)
		if len(r.ToolCalls[i].Repairs) > 0 {
			count.repaired++
		} else {
			count.called++
		}
	}
	for i := range r.InvalidToolCalls {
		count := s.format(r.InvalidToolCalls[i].Format)
		switch r.InvalidToolCalls[i].Reason {
		case parsers.ReasonIncomplete:
			count.incomplete++
		case parsers.ReasonMalformed:
			count.malformed++
		default:
			count.other++
		}
	}
}

func (s *summary) format(name string) *formatCount {
	if s.formats == nil {
		s.formats = map[string]*formatCount{}
	}
	if s.formats[name] == nil {
		s.formats[name] = new(formatCount)
	}
	return s.formats[name]
}

// print prints the table.
func (s *summary) print(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	noun := "outputs"
	if s.outputs == 1 {
		noun = "output"
	}
	_, _ = fmt.Fprintf(table, "%d %s\tcalled\trepaired\tincomplete\tmalformed\tother\n", s.outputs, noun)
	for _, name := range slices.Sorted(maps.Keys(s.formats)) {
		c := s.formats[name]
		_, _ = fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\n", name, c.called, c.repaired, c.incomplete, c.malformed, c.other)
	}
	return table.Flush() // it tells what failed before
}

// progressInterval is how often the progress is written.
const progressInterval = 200 * time.Millisecond

// A progress tells on a terminal how many items are done.
type progress struct {
	w       io.Writer // nil where nobody looks
	begun   time.Time
	written time.Time
	done    int
}

func newProgress(w io.Writer) *progress {
	p := &progress{begun: time.Now()}
	if isTerminal(w) {
		p.w = w
	}
	return p
}

func (p *progress) step() {
	p.done++
	if p.w != nil && time.Since(p.written) > progressInterval {
		p.written = time.Now()
		p.write()
	}
}

func (p *progress) write() {
	_, _ = fmt.Fprintf(p.w, "\r%d items, %.0f/s ", p.done, float64(p.done)/time.Since(p.begun).Seconds())
}

func (p *progress) end() {
	if p.w != nil {
		p.write()
		_, _ = fmt.Fprintln(p.w)
	}
}
