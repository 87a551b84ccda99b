package fence

import "testing"

func TestRuns(t *testing.T) {
	for text, want := range map[string]Run{
		"`":       Of(Code, 1),
		"```":     Of(Code, 3),
		"``` ```": Of(Code, 3),
		"``~":     Of(Code, 2),
		"~~~~`":   Of('~', 4),
	} {
		if got := At([]byte(text)); got != want {
			t.Errorf("%q begins with %+v, want %+v", text, got, want)
		}
	}
}

func TestCode(t *testing.T) {
	for n := 1; n <= 7; n++ {
		if run := Of(Code, n); run.Code() != (n < 3) || run.Fences() != (n >= 3) || run.Counts(false) != (n >= 3) {
			t.Errorf("%d of %q open inline code: %t, a fence: %t, in a line: %t", n, Code, run.Code(), run.Fences(), run.Counts(false))
		}
	}
}

func TestStarts(t *testing.T) {
	for before, want := range map[[4]byte]bool{
		{'a', 'b', 'c', '\n'}:  true,
		{'.', '\n', ' ', ' '}:  true,
		{'\n', ' ', ' ', ' '}:  true,
		{' ', ' ', ' ', ' '}:   false,
		{'.', '.', '\n', '\t'}: false,
		{'\n', ' ', ' ', '.'}:  false,
	} {
		if got := Starts(before); got != want {
			t.Errorf("behind %q a line starts: %t, want %t", before, got, want)
		}
	}
}

func TestCloses(t *testing.T) {
	for _, test := range []struct {
		open, run Run
		want      bool
	}{
		{Of(Code, 3), Of(Code, 3), true},
		{Of(Code, 3), Of(Code, 4), true},
		{Of(Code, 4), Of(Code, 3), false},
		{Of(Code, 3), Of('~', 3), false},
		{Run{}, Of(Code, 3), false},
	} {
		if got := test.run.Closes(test.open); got != test.want {
			t.Errorf("%+v closes %+v: %t, want %t", test.run, test.open, got, test.want)
		}
	}
}

// Tildes never open inline code, and count at the start of a line only.
func TestTildes(t *testing.T) {
	for n := 1; n <= 7; n++ {
		if run := Of('~', n); run.Code() || run.Fences() != (n >= 3) || run.Counts(true) != (n >= 3) || run.Counts(false) {
			t.Errorf("%d tildes open inline code: %t, a fence: %t, in a line: %t", n, run.Code(), run.Fences(), run.Counts(false))
		}
	}
}

// A scan looks for the bytes that runs begin with, and for the bytes that may be behind them.
func TestBytes(t *testing.T) {
	for c := range 256 {
		b := byte(c)
		if same := Same(b); Begins[b] != (same != nil) || same != nil && !same[b] {
			t.Errorf("%q begins a run: %t, and goes on with %v", b, Begins[b], same)
		}
		if second := Second(b); second != nil && (!Begins[b] || !second[b]) {
			t.Errorf("behind %q may be %v", b, second)
		}
	}
	if !Begins[Code] || Second(Code) != nil {
		t.Error("a single byte of inline code means nothing")
	}
	if second := Second('~'); second == nil || second['a'] {
		t.Error("a single tilde means something")
	}
}
