package jsonscan

import "testing"

// A scanner reads in steps what Whole reads at once: to the same end, with the same last
// string, and without a repair.
func checkWhole(t *testing.T, text string) {
	t.Helper()
	n, last := Whole(nil, []byte(text), testDepth, false)
	if n == 0 {
		return
	}
	var s Scanner
	var log Log
	s.Start(0, testDepth, Tolerant, &log)
	w, at := &Window{Win: []byte(text), Final: true}, -1
	for !s.Done() {
		switch token := s.Next(w); token.Kind {
		case More, End, Unexpected, TooDeep:
			t.Fatalf("%q: whole up to %d, but at %d: %s", text, n, token.Start, s.Message())
		case StringBegin:
			at = token.Start
		}
	}
	if s.Pos() != n || at != last || s.Notes.Repaired > 0 || s.Notes.Doubtful || len(log.edits) > 0 {
		t.Errorf("%q: whole up to %d with a string at %d; read up to %d, string at %d, %d repairs",
			text, n, last, s.Pos(), at, s.Notes.Repaired)
	}
}

func TestWhole(t *testing.T) {
	for _, c := range scanCases {
		for _, behind := range []string{"", " ", "}", ", \"x\"", "]"} {
			checkWhole(t, c.in+behind)
			checkWhole(t, `{"a":`+c.in+behind)
			checkWhole(t, `{"a":`+c.in+`}`+behind)
			checkWhole(t, `[`+c.in+`,"x",[{}]]`+behind)
		}
	}
}

func TestWholeSees(t *testing.T) {
	for _, c := range []struct {
		text  string
		depth int
		n     int
		last  int
	}{
		{`{}`, 1, 2, -1},
		{`[ ] `, 1, 3, -1},
		{`{"city": "Oslo", "days": 3} and more`, 1, 27, 9},
		{`{"a": {"b": [1, -2.5e3, true, null]}, "c-d_1": "x\n\"y\"\\"}}`, 3, 60, 47},
		{`[["a", {"b": "c"}], "d" ]`, 3, 25, 20},
		// A container that isn't complete, or isn't plain, is left to the scanner.
		{`{"a": [1, 2]}`, 1, 0, -1},
		{`{"a": 1`, 1, 0, -1},
		{`{"a": 1]`, 1, 0, -1},
		{`{"a": 1,}`, 1, 0, -1},
		{`{"a" 1}`, 1, 0, -1},
		{`{"a b": 1}`, 1, 0, -1},
		// So is one whose outermost object has a key twice.
		{`{"a": 1, "b": 2, "a": 1}`, 1, 0, -1},
		{`{"long_key_1": 1, "long_key_2": 2}`, 1, 34, -1},
		{`{"a": {"b": 1, "b": 2}, "ab": {"b": 1}}`, 2, 39, -1},
		{`{"a": 01}`, 1, 0, -1},
		{`{"a": True}`, 1, 0, -1},
		{`{"a": 'b'}`, 1, 0, -1},
		{`{"a": "\u0041"}`, 1, 0, -1},
		{"{\"a\": \"b\nc\"}", 1, 0, -1},
		{`["a" "b"]`, 1, 0, -1},
		{`"a"`, 1, 0, -1},
		{``, 1, 0, -1},
	} {
		if n, last := Whole(nil, []byte(c.text), c.depth, true); n != c.n || last != c.last {
			t.Errorf("%s: %d bytes, last string at %d; want %d and %d", c.text, n, last, c.n, c.last)
		}
	}
}

func TestWholeKey(t *testing.T) {
	for text, want := range map[string]int{
		`"a": 1`: 4, `"a-b_1":`: 8, `"a"`: 0, `"a" :`: 0, `"":`: 0, `a":`: 0, `}a":`: 0, `'a":`: 0, `"a b":`: 0, ``: 0,
	} {
		if got := WholeKey([]byte(text)); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}
