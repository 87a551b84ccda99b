package jsonscan

import (
	"fmt"
	"testing"
)

// scan reads a value with the scanner that start sets up. It returns the repaired JSON, and the repairs.
func scan(text string, start func(s *Scanner)) string {
	var log Log
	var s Scanner
	s.Start(0, MaxDepth, Tolerant, &log)
	start(&s)
	w := &Window{Win: []byte(text), Final: true}
	for !s.Done() {
		switch t := s.Next(w); t.Kind {
		case Unexpected, End, TooDeep:
			return fmt.Sprint("failed at ", t.Start)
		}
	}
	out := string(log.Append(nil, w, 0, s.Pos()))
	for _, r := range log.Repairs {
		out += fmt.Sprintf(" %v@%d", r.Kind, r.Offset)
	}
	return out
}

// TestRepairDepth has a line for rows of docs/models/formats/README.md, "Lists": a closer is missing, or one too many.
func TestRepairDepth(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"x": [{"a": 1]}`, `{"x": [{"a": 1}]} MISSING_CLOSER@14`},
		{`{"x": ["a", "b"}`, `{"x": ["a", "b"]} MISSING_CLOSER@15`},
		{`{"x": {"l": ["a"}}`, `{"x": {"l": ["a"]}} MISSING_CLOSER@16`},
		{`{"x": ["a"]], "n": 1}`, `{"x": ["a"], "n": 1} EXTRA_CLOSER@11`},
		{`{"x": [{"a": 1}}]}`, `{"x": [{"a": 1}]} EXTRA_CLOSER@15`},
		{`{"x": [{"a": 1}}, {"a": 2}]}`, `{"x": [{"a": 1}, {"a": 2}]} EXTRA_CLOSER@15`},
	} {
		if got := scan(c.text, func(s *Scanner) { s.Corrections.RepairDepth = 1 }); got != c.want {
			t.Errorf("%s: got %s; want %s", c.text, got, c.want)
		}
	}
	if got := scan(`{"x": [1}}]}`, func(*Scanner) {}); got != "failed at 8" {
		t.Errorf("nothing may be repaired, and %s", got)
	}
}

// TestBrackets reads brackets that the caller knows to be missing, or too many.
func TestBrackets(t *testing.T) {
	for _, c := range []struct {
		text  string
		known []Bracket
		want  string
	}{
		{`{"x": "a", "b"]}`, []Bracket{{6, ListOpens}}, `{"x": ["a", "b"]} MISSING_CLOSER@6`},
		{`{"x": ["a", "b", "n": 1}`, []Bracket{{15, ListCloses}}, `{"x": ["a", "b"], "n": 1} MISSING_CLOSER@15`},
		{`{"x": {"a": 1}}, "n": 1}`, []Bracket{{14, Surplus}}, `{"x": {"a": 1}, "n": 1} EXTRA_CLOSER@14`},
	} {
		if got := scan(c.text, func(s *Scanner) { s.Corrections.Brackets = c.known }); got != c.want {
			t.Errorf("%s: got %s; want %s", c.text, got, c.want)
		}
	}
}

// NoValue distinguishes code from values: a value that is cut off isn't code.
func TestNoValue(t *testing.T) {
	for text, want := range map[string]bool{"oops}": true, "tru": false, "true,": false, "1": false, "1x ": true, "<x>": true, `"x`: false, "{": false, "'x": false} {
		if got := NoValue([]byte(text)); got != want {
			t.Errorf("NoValue(%q) = %v", text, got)
		}
	}
}

// The notes of a log count as held memory. A large log isn't kept.
func TestLogReset(t *testing.T) {
	var log Log
	for range 4 * keptNotes {
		log.edits = append(log.edits, edit{})
	}
	if log.Held() == 0 {
		t.Error("the log holds nothing")
	}
	if log.Reset(); log.Held() != 0 {
		t.Errorf("it keeps %d bytes", log.Held())
	}
}
