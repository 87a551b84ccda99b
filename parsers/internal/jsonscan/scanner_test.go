package jsonscan

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestScanner(t *testing.T) {
	for _, c := range scanCases {
		got := read(c.in, Tolerant, nil, nil)
		want := c.out
		if want == "" && c.failed == "" {
			want = c.in
		}
		if got.out != want || got.failed != c.failed {
			t.Errorf("%q: got %q, failed %q; want %q, failed %q", c.in, got.out, got.failed, want, c.failed)
		}
		if c.failed == "" && got.repairs != c.repairs {
			t.Errorf("%q: repairs %s, want %s", c.in, got.repairs, c.repairs)
		}
		if c.failed == "" && !json.Valid([]byte(got.out)) {
			t.Errorf("%q: %q is no JSON", c.in, got.out)
		}
	}
}

// However the text is cut, the tokens, the edits and the repairs are the same.
func TestCuts(t *testing.T) {
	for _, c := range scanCases {
		for _, tolerance := range []Tolerance{Strict, Tolerant} {
			checkCuts(t, c.in, tolerance)
		}
	}
}

func checkCuts(t *testing.T, text string, tolerance Tolerance) {
	t.Helper()
	whole := read(text, tolerance, nil, nil)
	every := make([]int, len(text))
	for i := range len(text) {
		every[i] = i
		checkCut(t, text, tolerance, whole, []int{i})
	}
	checkCut(t, text, tolerance, whole, every)
}

// checkCut also checks that bytes that were certain after a chunk stayed so.
func checkCut(t *testing.T, text string, tolerance Tolerance, whole reading, cuts []int) {
	t.Helper()
	last := 0
	got := read(text, tolerance, cuts, func(s *Scanner, log *Log, w *Window) {
		if whole.failed != "" {
			return
		}
		certain := s.Certain()
		if certain < last || certain > w.End() {
			t.Errorf("%q cut at %d: certain up to %d, then up to %d", text, cuts, last, certain)
		}
		last = certain
		if out := string(log.Append(nil, w, 0, certain)); !strings.HasPrefix(whole.out, out) {
			t.Errorf("%q cut at %d: %q was certain, but %q came", text, cuts, out, whole.out)
		}
	})
	if diff := cmp.Diff(whole, got, cmp.AllowUnexported(reading{})); diff != "" {
		t.Errorf("%q cut at %d (-whole +cut):\n%s", text, cuts, diff)
	}
}

// A strict scanner accepts the same texts as encoding/json.
func TestStrict(t *testing.T) {
	for _, c := range scanCases {
		checkStrict(t, c.in)
	}
}

func checkStrict(t *testing.T, text string) {
	t.Helper()
	got := read(text, Strict, nil, nil)
	if strings.HasPrefix(got.failed, "too deep") {
		return
	}
	valid := got.failed == "" && strings.Trim(text[got.end:], " \t\r\n") == ""
	if want := json.Valid([]byte(text)); valid != want {
		t.Errorf("%q: valid is %t, want %t (%s)", text, valid, want, got.failed)
	}
	if got.repairs != "" {
		t.Errorf("%q: repaired, though strict: %s", text, got.repairs)
	}
}

// JSON isn't touched, and repaired text is JSON.
func checkTolerant(t *testing.T, text string) {
	t.Helper()
	got := read(text, Tolerant, nil, nil)
	switch {
	case got.failed != "":
	case json.Valid([]byte(text[:got.end])):
		if got.repairs != "" || got.out != text[:got.end] {
			t.Errorf("%q is JSON; got %q, repairs %s", text, got.out, got.repairs)
		}
	case got.repairs == "":
		t.Errorf("%q is no JSON, and nothing was repaired", text)
	case !json.Valid([]byte(got.out)):
		t.Errorf("%q: %q is no JSON", text, got.out)
	}
}

func TestTolerant(t *testing.T) {
	for _, c := range scanCases {
		checkTolerant(t, c.in)
	}
}

func FuzzScanner(f *testing.F) {
	for _, c := range scanCases {
		f.Add(c.in)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<10 {
			return
		}
		checkStrict(t, text)
		checkTolerant(t, text)
		checkCuts(t, text, Strict)
		checkCuts(t, text, Tolerant)
		checkWhole(t, text)
		checkWhole(t, "{"+text)
	})
}

func TestForce(t *testing.T) {
	const text = `{"a": "x "y" z", "b": 1}`
	var s Scanner
	var log Log
	s.Start(0, testDepth, Tolerant, &log)
	s.Corrections.Ends = []Forced{{Start: 6, End: 14}}
	w := &Window{Win: []byte(text), Final: true}
	for !s.Done() {
		if k := s.Next(w).Kind; k <= End || k >= Unexpected {
			t.Fatalf("token %d: %s", k, s.Message())
		}
	}
	if got, want := string(log.Append(nil, w, 0, s.Pos())), `{"a": "x \"y\" z", "b": 1}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := log.Growth(0, len(text)), 2; got != want {
		t.Errorf("growth %d, want %d", got, want)
	}
}

// In a string whose end is given and that holds raw newlines, every backslash stands for itself.
func TestForceSourceText(t *testing.T) {
	const text = "\"a \"\\n\"\nb\""
	var s Scanner
	var log Log
	s.Start(0, testDepth, Tolerant, &log)
	s.Corrections.Ends = []Forced{{Start: 0, End: len(text) - 1}}
	w := &Window{Win: []byte(text), Final: true}
	for !s.Done() {
		s.Next(w)
	}
	if got, want := string(log.Append(nil, w, 0, s.Pos())), `"a \"\\n\"\nb"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCloserAndComma(t *testing.T) {
	const text = `{"a": [1, {"b": 2,`
	var s Scanner
	var log Log
	s.Start(0, testDepth, Tolerant, &log)
	w := &Window{Win: []byte(text), Final: true}
	for s.Next(w).Kind != End {
	}
	s.DropComma()
	if !s.Closable() {
		t.Fatal("can't be closed")
	}
	s.DropComma()
	got := string(log.Append(nil, w, 0, len(text))) + string(s.Nesting.Closers(nil, s.Nesting.Depth(), 0))
	if want := `{"a": [1, {"b": 2}]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTruncate(t *testing.T) {
	const text = `['a', 'b', True]`
	var s Scanner
	var log Log
	s.Start(0, testDepth, Tolerant, &log)
	w := &Window{Win: []byte(text), Final: true}
	for !s.Done() {
		s.Next(w)
	}
	log.Truncate(6)
	if len(log.Repairs) != 1 || !log.Edited(0, 5) || log.Edited(5, len(text)) {
		t.Errorf("after Truncate: %+v", log)
	}
}
