package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

const (
	// shownReasons is how many reasons a summary has, of each kind.
	shownReasons = 5
	// shownBytes is how much it has of a reason; the answers have all of it.
	shownBytes = 120
)

// results are what a batch found in its outputs, for its summary and the lines to look at.
type results struct {
	families map[string]*outcomes
	all      outcomes
	reasons  map[string]int // of invalid calls
	errors   map[string]int // of items
	skipped  int            // lines
	file     *os.File       // nil: lines that failed aren't kept
	failed   *bufio.Writer
}

// outcomes count outputs by what was found in them.
type outcomes struct{ outputs, calls, invalid, nothing int }

func newResults(failed *os.File) *results {
	return &results{
		families: map[string]*outcomes{}, reasons: map[string]int{}, errors: map[string]int{},
		file: failed, failed: bufio.NewWriter(failed),
	}
}

// add counts the answer to a line.
func (r *results) add(line logLine, answer *toolparserv1.BatchParseToolCallsResponse) error {
	response := answer.GetResponse()
	if response == nil {
		r.errors[answer.GetError().GetMessage()]++
		return r.keep(line)
	}
	family := response.GetDiagnostics().GetFamily()
	if r.families[family] == nil {
		r.families[family] = new(outcomes)
	}
	invalid := false
	for _, call := range response.GetInvalidToolCalls() {
		if call.GetReason() == toolparserv1.InvalidReason_INVALID_REASON_QUOTED {
			continue // the model talks about a call
		}
		invalid = true
		r.reasons[strings.TrimPrefix(call.GetReason().String(), "INVALID_REASON_")+": "+call.GetMessage()]++
	}
	for _, o := range []*outcomes{&r.all, r.families[family]} {
		o.outputs++
		switch {
		case invalid:
			o.invalid++
		case response.GetResult().GetToolsCalled():
			o.calls++
		default:
			o.nothing++
		}
	}
	if invalid {
		return r.keep(line)
	}
	return nil
}

// keep keeps a line that failed.
func (r *results) keep(line logLine) error {
	if r.file == nil {
		return nil
	}
	_, err := r.failed.Write(append(trimEnd(line.text), '\n'))
	return err
}

func trimEnd(line []byte) []byte { return []byte(strings.TrimRight(string(line), "\r\n")) }

// answered is how many answers there are.
func (r *results) answered() int {
	n := r.all.outputs
	for _, count := range r.errors {
		n += count
	}
	return n
}

func (r *results) close() error {
	if r.file == nil {
		return nil
	}
	return errors.Join(r.failed.Flush(), r.file.Close())
}

// nothingRead is the error of a run in which no line was right; nil of any other.
func (r *results) nothingRead() error {
	if r.skipped > 0 && r.answered() == 0 {
		return errors.New("no line could be read; 'toolparser batch --help' says what lines can be")
	}
	return nil
}

// print prints the summary.
func (r *results) print(w io.Writer) error {
	var b strings.Builder
	const row = "%-*s  %8d  %8d  %8d  %8d\n"
	names := slices.Sorted(maps.Keys(r.families))
	width := len("FAMILY")
	for _, name := range names {
		width = max(width, len(name))
	}
	if len(names) > 0 {
		fmt.Fprintf(&b, "%-*s  %8s  %8s  %8s  %8s\n", width, "FAMILY", "OUTPUTS", "CALLS", "INVALID", "NOTHING")
	}
	for _, name := range names {
		o := r.families[name]
		fmt.Fprintf(&b, row, width, name, o.outputs, o.calls, o.invalid, o.nothing)
	}
	if len(names) > 1 {
		fmt.Fprintf(&b, row, width, "all", r.all.outputs, r.all.calls, r.all.invalid, r.all.nothing)
	}
	printReasons(&b, "invalid calls", r.reasons)
	printReasons(&b, "outputs that failed", r.errors)
	if r.skipped > 0 {
		fmt.Fprintf(&b, "lines that were skipped: %d\n", r.skipped)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// printReasons prints the most frequent reasons.
func printReasons(b *strings.Builder, what string, counts map[string]int) {
	total := 0
	for _, count := range counts {
		total += count
	}
	if total == 0 {
		return
	}
	fmt.Fprintf(b, "%s: %d\n", what, total)
	reasons := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(reasons, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	for i, reason := range reasons {
		if i == shownReasons {
			fmt.Fprintf(b, "  %6d  for %d more reasons\n", total, len(reasons)-i)
			break
		}
		fmt.Fprintf(b, "  %6d  %s\n", counts[reason], clipped(visible(reason)))
		total -= counts[reason]
	}
}

func clipped(text string) string {
	if len(text) <= shownBytes {
		return text
	}
	return strings.ToValidUTF8(text[:shownBytes], "") + "…"
}
