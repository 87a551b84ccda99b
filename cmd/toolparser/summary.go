package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// place is the place that the message of an invalid call ends with.
var place = regexp.MustCompile(`, at byte \d+$`)

// shownReasons is how many reasons a summary has, of each kind.
const shownReasons = 5

// results are what a batch found in its outputs, for its summary and the lines to look at.
type results struct {
	families map[string]*outcomes
	all      outcomes
	repairs  map[string]int // by kind
	reasons  map[string]int // of invalid calls
	leaks    map[string]int // by kind, and the family or the name
	unread   map[string]int // why lines weren't read: those that are broken, and those that are answered by an error
	errors   int            // answers that are errors
	skipped  int            // broken lines
	parsed   int            // responses whose calls another parser has found
	// failed has the lines with an invalid call, notRead those that weren't read.
	failed, notRead *keptLines
}

// outcomes count outputs by what was found in them, and the calls of these outputs.
type outcomes struct{ outputs, called, invalid, nothing, calls, repaired int }

func newResults(failed, notRead *keptLines) *results {
	return &results{
		families: map[string]*outcomes{}, repairs: map[string]int{}, reasons: map[string]int{}, leaks: map[string]int{}, unread: map[string]int{},
		failed: failed, notRead: notRead,
	}
}

// add counts the answer to a line.
func (r *results) add(line logLine, answer *toolparserv1.BatchParseToolCallsResponse) error {
	response := answer.GetResponse()
	if response == nil {
		r.errors++
		message := answer.GetError().GetMessage()
		r.unread[message]++
		return r.notRead.keep(line, message)
	}
	var found outcomes
	found.outputs = 1
	reasons := r.invalidCalls(response)
	switch {
	case len(reasons) > 0:
		found.invalid = 1
	case response.GetResult().GetToolsCalled():
		found.called = 1
	default:
		found.nothing = 1
	}
	for _, call := range response.GetDiagnostics().GetToolCalls() {
		found.calls++
		if len(call.GetRepairs()) > 0 {
			found.repaired++
		}
		for _, repair := range call.GetRepairs() {
			r.repairs[strings.TrimPrefix(repair.GetKind().String(), "REPAIR_KIND_")]++
		}
	}
	for _, leak := range response.GetDiagnostics().GetLeaks() {
		r.leaks[leakKind(leak)+": "+leak.GetFamily()+leak.GetName()]++
	}
	family := response.GetDiagnostics().GetFamily()
	if r.families[family] == nil {
		r.families[family] = new(outcomes)
	}
	r.all.add(&found)
	r.families[family].add(&found)
	if len(reasons) > 0 {
		return r.failed.keep(line, reasons...)
	}
	return nil
}

func (o *outcomes) add(more *outcomes) {
	o.outputs += more.outputs
	o.called += more.called
	o.invalid += more.invalid
	o.nothing += more.nothing
	o.calls += more.calls
	o.repaired += more.repaired
}

// invalidCalls counts the invalid calls of a response by their reasons, and returns these.
func (r *results) invalidCalls(response *toolparserv1.ParseToolCallsResponse) (reasons []string) {
	for _, call := range response.GetInvalidToolCalls() {
		if call.GetReason() == toolparserv1.InvalidReason_INVALID_REASON_QUOTED {
			continue // the model talks about a call
		}
		reason := strings.TrimPrefix(call.GetReason().String(), "INVALID_REASON_") + ": " + call.GetMessage()
		reasons = append(reasons, reason)
		r.reasons[place.ReplaceAllString(reason, "")]++ // the same mistake at another place is no other reason
	}
	return reasons
}

// skip counts a line that has no answer.
func (r *results) skip(line logLine, why error) error {
	if errors.Is(why, errParsedAlready) {
		r.parsed++
		return nil
	}
	r.skipped++
	r.unread[why.Error()]++
	return r.notRead.keep(line, why.Error())
}

// answered is how many answers there are.
func (r *results) answered() int { return r.all.outputs + r.errors }

// lines is how many lines there were.
func (r *results) lines() int { return r.answered() + r.skipped + r.parsed }

func (r *results) close() error { return errors.Join(r.failed.close(), r.notRead.close()) }

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
	names := slices.Sorted(maps.Keys(r.families))
	width := len("FAMILY")
	for _, name := range names {
		width = max(width, len(name))
	}
	if len(names) > 0 {
		fmt.Fprintf(&b, "%-*s  %8s  %8s  %8s  %8s  %8s  %8s\n", width, "FAMILY", "OUTPUTS", "CALLED", "INVALID", "NOTHING", "CALLS", "REPAIRED")
	}
	for _, name := range names {
		r.families[name].print(&b, width, name)
	}
	if len(names) > 1 {
		r.all.print(&b, width, "all")
	}
	printReasons(&b, "repairs", r.repairs)
	printReasons(&b, "invalid calls", r.reasons)
	printReasons(&b, "leaks", r.leaks)
	printReasons(&b, "lines that weren't read", r.unread)
	if r.parsed > 0 {
		fmt.Fprintf(&b, "responses with tool_calls and no text, left out: %d\n", r.parsed)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (o *outcomes) print(b *strings.Builder, width int, name string) {
	fmt.Fprintf(b, "%-*s  %8d  %8d  %8d  %8d  %8d  %8d\n", width, name, o.outputs, o.called, o.invalid, o.nothing, o.calls, o.repaired)
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
		fmt.Fprintf(b, "  %6d  %s\n", counts[reason], visible(reason))
		total -= counts[reason]
	}
}
