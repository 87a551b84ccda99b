// Package apitest tests readers and writers of APIs by cases from files. It is for tests alone.
package apitest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/gateway"
)

// A Suite runs the cases in a package's testdata.
type Suite struct {
	API gateway.API
	// Request is the request of a case that has none.
	Request string
	// Frames makes a stream of a case's text.
	Frames func(text string) string
	// Check checks that what the client gets of a stream without an error is well-formed, and has an end if, and only if, the
	// upstream's has.
	Check func(t *testing.T, upstream, stream string)
	// Ends are what says in a stream that it, or a choice of it, has ended.
	Ends []string
}

var registry = sync.OnceValue(families.Registry)

// Fixer makes a fixer with all families.
func Fixer(t testing.TB, policy gateway.Policy) *gateway.Fixer {
	t.Helper()
	f, err := gateway.New(registry(), policy)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Bodies runs the cases in testdata/body. A case has a response and what the client gets, want.json;
// without it the response is to stay, byte for byte. Its report says how it came about.
func (s *Suite) Bodies(t *testing.T) {
	s.each(t, "body", func(t *testing.T, files map[string]string) {
		request := s.API.ReadRequest(files["request.json"])
		response := files["response.json"]
		f := Fixer(t, PolicyOf(t, files["policy"]))
		got, report := request.FixBody(f, response)
		want, fixed := files["want.json"]
		if !fixed {
			want = response
		}
		if diff := cmp.Diff(want, Stable(got)); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
		if diff := cmp.Diff(files["report"], describe(report)); diff != "" {
			t.Errorf("report: -want +got\n%s", diff)
		}
		if report.Changed != (got != response) {
			t.Errorf("reported as changed: %v", report.Changed)
		}
		again, report := request.FixBody(f, got)
		if fixed && (again != got || report.Changed) {
			t.Errorf("a fixed response is fixed again: %s", again)
		}
	})
}

// Streams runs the cases in testdata/stream. A case has what the upstream sends and what the client
// gets; without "want" every event is to stay, byte for byte.
func (s *Suite) Streams(t *testing.T) {
	s.each(t, "stream", func(t *testing.T, files map[string]string) {
		request := s.API.ReadRequest(files["request.json"])
		f := Fixer(t, PolicyOf(t, files["policy"]))
		upstream := s.Frames(files["upstream"])
		want, fixed := files["want"]
		if !fixed {
			want = files["upstream"]
		}
		check := func(cut string, pieces ...string) {
			got, report := Pipe(request, f, pieces...)
			if diff := cmp.Diff(s.Frames(want), Stable(got)); diff != "" {
				t.Fatalf("%s: -want +got\n%s", cut, diff)
			}
			if diff := cmp.Diff(files["report"], describe(report)); diff != "" {
				t.Fatalf("%s: report: -want +got\n%s", cut, diff)
			}
			if report.Changed != (got != upstream) {
				t.Fatalf("%s: reported as changed: %v", cut, report.Changed)
			}
		}
		if got, _ := Pipe(request, f, upstream); !strings.Contains(upstream, `"error"`) {
			s.Check(t, upstream, got)
		}
		for _, n := range []int{1, 7, 1000} {
			check(fmt.Sprintf("pieces of %d", n), Pieces(upstream, n)...)
		}
		cuts := 300
		if testing.Short() {
			cuts = 10 // the race detector is ten times as slow
		}
		for i := 0; i <= len(upstream); i += 1 + len(upstream)/cuts {
			check(fmt.Sprintf("cut at %d", i), upstream[:i], upstream[i:])
		}
	})
}

// Cuts cuts the cases in testdata/stream at each byte, where the upstream's body then ends, or its connection breaks: the client sees no
// end that the upstream didn't send.
func (s *Suite) Cuts(t *testing.T) {
	s.each(t, "stream", func(t *testing.T, files map[string]string) {
		request := s.API.ReadRequest(files["request.json"])
		f := Fixer(t, PolicyOf(t, files["policy"]))
		upstream := s.Frames(files["upstream"])
		step := 1
		if testing.Short() {
			step = 50 // the race detector is ten times as slow
		}
		for i := 0; i < len(upstream); i += step {
			came := upstream[:i]
			if strings.Contains(came, "[DONE]") {
				return // it may stand for a reason
			}
			ended, _ := Pipe(request, f, came)
			stream := request.Stream(f)
			broke := string(stream.Write([]byte(came)))
			broke += string(stream.Abort())
			for _, got := range []string{ended, broke} {
				for _, end := range s.Ends {
					if strings.Count(got, end) > strings.Count(came, end) {
						t.Fatalf("cut at %d, there is an end that the upstream didn't send: %s", i, got)
					}
				}
			}
		}
	})
}

// each runs test with the files of each case in a folder of testdata.
func (s *Suite) each(t *testing.T, folder string, test func(t *testing.T, files map[string]string)) {
	paths, err := filepath.Glob(filepath.Join("testdata", folder, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no cases", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{"request.json": s.Request}
		for _, f := range txtar.Parse(text).Files {
			files[f.Name] = strings.TrimSuffix(string(f.Data), "\n")
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { test(t, files) })
	}
}

// Pieces cuts a stream into pieces of n bytes.
func Pieces(stream string, n int) (pieces []string) {
	for len(stream) > n {
		pieces = append(pieces, stream[:n])
		stream = stream[n:]
	}
	return append(pieces, stream)
}

// Pipe sends the pieces of a stream through.
func Pipe(r gateway.Request, f *gateway.Fixer, pieces ...string) (string, gateway.Report) {
	s := r.Stream(f)
	var out strings.Builder
	for _, piece := range pieces {
		out.Write(s.Write([]byte(piece)))
	}
	out.Write(s.End())
	return out.String(), s.Report()
}

// Unchanged checks that each stream stays as it is, however it is cut.
func Unchanged(t *testing.T, r gateway.Request, streams map[string]string) {
	t.Helper()
	f := Fixer(t, gateway.Policy{})
	for name, upstream := range streams {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{len(upstream) + 1, 1 + len(upstream)/1000} {
				got, report := Pipe(r, f, Pieces(upstream, n)...)
				if got != upstream || report.Changed {
					t.Errorf("pieces of %d: got %.300q", n, got)
				}
			}
		})
	}
}

// PolicyOf reads the policy of a case: one setting a line.
func PolicyOf(t *testing.T, text string) (p gateway.Policy) {
	t.Helper()
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch name {
		case "require-markup":
			p.RequireMarkup = strings.Split(value, ",")
		case "family":
			p.Family = value
		case "separate-reasoning":
			p.SeparateReasoning = true
		case "min-confidence":
			if _, err := fmt.Sscan(value, &p.MinConfidence); err != nil {
				t.Fatal(err)
			}
		default:
			t.Fatalf("no setting %q", name)
		}
	}
	return p
}

// describe is the report of a case.
func describe(r gateway.Report) string {
	text := r.Method.String()
	if r.Calls > 0 {
		text += fmt.Sprintf(" confidence=%v formats=%s", r.Confidence, strings.Join(r.Formats, ","))
	}
	if r.Repairs > 0 {
		text += fmt.Sprintf(" repairs=%d", r.Repairs)
	}
	if r.Invalid > 0 {
		text += fmt.Sprintf(" invalid=%d", r.Invalid)
	}
	if r.Unrepaired > 0 {
		text += fmt.Sprintf(" unrepaired=%d", r.Unrepaired)
	}
	if r.Results > 0 {
		text += fmt.Sprintf(" results=%d", r.Results)
	}
	if r.Markup {
		text += " markup"
	}
	if r.Failed {
		text += " failed"
	}
	if r.Unended {
		text += " unended"
	}
	if r.Fault != nil {
		text += " fault=" + r.Fault.Error()
	}
	return text
}

// generated are the starts of ids that are made, and how many letters and digits follow.
var generated = map[string]int{"call_": 24, "fc_": 24, "rs_": 24, "toolu_": 24, "chatcmpl-tool-": 32}

// Stable replaces what differs from run to run.
func Stable(text string) string {
	for start, n := range generated {
		parts := strings.Split(text, start)
		for i, part := range parts[1:] {
			if len(part) >= n && strings.Trim(part[:n], alphanumeric) == "" {
				parts[i+1] = "GENERATED" + part[n:]
			}
		}
		text = strings.Join(parts, start)
	}
	return text
}

const alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// Leaves checks that of a stream's first bytes all that leaves does so at once, before the rest.
func Leaves(t *testing.T, r gateway.Request, leaves, waits string) {
	t.Helper()
	s := r.Stream(Fixer(t, gateway.Policy{}))
	if got := string(s.Write([]byte(leaves + waits))); got != leaves {
		t.Errorf("at once, %q has left, want %q", got, leaves)
	}
}

// EndsWith checks that a stream has ended with its last event: nothing that follows is part of it.
func EndsWith(t *testing.T, r gateway.Request, stream, more string) {
	t.Helper()
	s := r.Stream(Fixer(t, gateway.Policy{}))
	got := string(s.Write([]byte(stream)))
	if got != stream || !s.Done() {
		t.Errorf("got %q, done %v", got, s.Done())
	}
	if got := s.Write([]byte(more)); len(got) > 0 {
		t.Errorf("%q follows the end", got)
	}
	if got := s.End(); len(got) > 0 {
		t.Errorf("%q follows the end", got)
	}
}

// HalfAnEvent checks that each half leaves as it came, at the end of a stream, which isn't made another one.
func HalfAnEvent(t *testing.T, r gateway.Request, held string, halves ...string) {
	t.Helper()
	for _, half := range halves {
		got, report := Pipe(r, Fixer(t, gateway.Policy{}), held+half)
		if got != held+half || report.Changed || !report.Unended {
			t.Errorf("got %q, want %q; the report is %+v", got, held+half, report)
		}
	}
}

// HeldBytesAreBounded streams an endless call, which must be given up and go on as it came: first
// begins it, and piece is an event of 64 KiB or more within it.
func HeldBytesAreBounded(t *testing.T, r gateway.Request, first, piece string) {
	t.Helper()
	if testing.Short() {
		t.Skip("tens of megabytes take long with the race detector")
	}
	s := r.Stream(Fixer(t, gateway.Policy{}))
	in, out := 0, 0
	write := func(event string) {
		in += len(event)
		out += len(s.Write([]byte(event)))
	}
	write(first)
	for range 2 * gateway.MaxHeldBytes / len(piece) {
		write(piece)
		if in-out > gateway.MaxHeldBytes+len(piece) {
			t.Fatalf("%d bytes are held", in-out)
		}
	}
	if in != out {
		t.Errorf("%d bytes came in, %d have left", in, out)
	}
	s.End()
	if s.Report().Fault == nil {
		t.Error("no fault is reported")
	}
}
