package recovery

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// searchCases are values with a string whose inner quotes were not escaped.
// They are read by the unit tests, cut by the split tests, and seed the fuzz test.
var searchCases = []struct {
	in   string
	body Body
	// known are the keys of the schema, in the outermost object.
	known string
	// out is the JSON of the reading that was found; "" if there is none.
	out string
	// second: there is a second reading.
	second bool
}{
	{in: `{"a": "say "hi" now"}`, out: `{"a": "say \"hi\" now"}`},
	{in: `{"a": "say "hi"", "b": 1}`, out: `{"a": "say \"hi\"", "b": 1}`},
	{in: `{"a": ""hi" he said"}`, out: `{"a": "\"hi\" he said"}`},
	{in: `{"a": "one " only", "b": [1]}`, out: `{"a": "one \" only", "b": [1]}`},
	{in: `["a "b" c", "d"]`, out: `["a \"b\" c", "d"]`, second: true},
	{in: `{"a": {"b": "x "y" z"}, "c": true}`, out: `{"a": {"b": "x \"y\" z"}, "c": true}`},
	{in: "{\"a\": \"print(\"x\\n\")\ny\"}", out: `{"a": "print(\"x\\n\")\ny"}`, second: true},
	{in: "{\"a\": \"f(\"\\d\")\ny\"}", out: `{"a": "f(\"\\d\")\ny"}`},
	{in: "{\"a\": \"f(\"\\\\n\")\ny\"}", out: `{"a": "f(\"\\\\n\")\ny"}`},
	{in: `{"a": "f("x", "y")", "b": 1}`, known: "a b", out: `{"a": "f(\"x\", \"y\")", "b": 1}`},
	{in: `{"a": "he said "x", "b": "y"}`, out: `{"a": "he said \"x", "b": "y"}`, second: true},
	{in: `{"a": "he said "x", "b": "y"}`, known: "a b", out: `{"a": "he said \"x", "b": "y"}`},
	{in: `{"a": "he said "x", "b": "y"}`, known: "a", out: `{"a": "he said \"x", "b": "y"}`, second: true},
	{in: `{"a": "{"x": "y", "b": "z"}"}`, known: "a", out: `{"a": "{\"x\": \"y\", \"b\": \"z\"}"}`},
	{in: `{"a": ""x", "b": "y"}`, known: "a b", out: `{"a": "x", "b": "y"}`},
	{in: `{"a": "x"", "b": "y"}`, known: "a b", out: `{"a": "x", "b": "y"}`},
	{in: `{'a': 'it's here'}`, out: `{"a": "it's here"}`},
	{in: `{"a": "x "y" z"`},
	{in: `{"a": "x "y" z`},
	{in: `{"a": "x "y" z" junk}`},
	{in: `{"a": "x "y" z"} tail`, body: Delimited},
	{in: `{"a": "x "y" z"}`, body: Delimited, out: `{"a": "x \"y\" z"}`},
	{in: `{"a": "x "y" z"} {"b": 1}`, body: Fenced, out: `{"a": "x \"y\" z"}`},
	{in: `{"a": "x "y" z"} tail.`, out: `{"a": "x \"y\" z"}`},
}

const testDepth = 16

// doubt reads up to the failure. It returns the scanner in the string before that.
func doubt(w *jsonscan.Window, says *schema.Node) (suspect jsonscan.Scanner, keys *Keys, ok bool) {
	var s jsonscan.Scanner
	s.Start(0, testDepth, jsonscan.Tolerant, nil)
	for !s.Done() {
		switch t := s.Next(w); t.Kind {
		case jsonscan.StringBegin:
			suspect, ok = s, true
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return suspect, collect(w, suspect.StringStart(), says), ok
		}
	}
	return suspect, nil, false
}

// collect gathers the keys of the objects that are open at offset end. says is the schema of the outermost object.
func collect(w *jsonscan.Window, end int, says *schema.Node) *Keys {
	keys := new(Keys)
	keys.Schema(says, 1)
	var s jsonscan.Scanner
	s.Start(0, testDepth, jsonscan.Tolerant, nil)
	before := w.UpTo(end, false)
	for {
		switch t := s.Next(&before); t.Kind {
		case jsonscan.ObjectOpen:
			keys.Open(t.Start, s.Nesting.Depth())
		case jsonscan.ObjectClose:
			keys.Close()
		case jsonscan.Key:
			keys.Add(w.Slice(t.Start, t.End))
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return keys
		}
	}
}

// found is the result of a search.
type found struct {
	state  State
	out    string
	second bool
}

// searchText searches text that arrives in chunks of n bytes.
func searchText(text string, body Body, known string, n int) (found, bool) {
	whole := &jsonscan.Window{Win: []byte(text), Final: true}
	var says *schema.Node
	depth := 0
	if known != "" {
		properties := map[string]struct{}{}
		for _, key := range strings.Fields(known) {
			properties[key] = struct{}{}
		}
		text, _ := json.Marshal(map[string]any{"properties": properties})
		says, depth = schema.Read(string(text), nil).Node(), 1
	}
	suspect, keys, ok := doubt(whole, says)
	if !ok {
		return found{}, false
	}
	search := New(suspect, body, Evidence{Keys: keys, Depth: depth}, new(Budget))
	state := Searching
	for end := suspect.Pos(); state == Searching; {
		end = min(end+n, len(text))
		state = search.Run(&jsonscan.Window{Win: whole.Win[:end], Final: end == len(text)})
		if end == len(text) {
			break
		}
	}
	if state != Found {
		return found{state: state}, true
	}
	return found{state, render(whole, search.Ends), search.SecondReading}, true
}

// render reads the value with the ends given.
func render(w *jsonscan.Window, ends []jsonscan.Forced) string {
	var s jsonscan.Scanner
	var log jsonscan.Log
	s.Start(0, testDepth, jsonscan.Tolerant, &log)
	s.Corrections.Ends = ends
	for !s.Done() {
		switch s.Next(w).Kind {
		case jsonscan.More, jsonscan.End, jsonscan.Unexpected, jsonscan.TooDeep:
			return "unreadable: " + s.Message()
		}
	}
	return string(log.Append(nil, w, 0, s.Pos()))
}

func TestSearch(t *testing.T) {
	for _, c := range searchCases {
		got, ok := searchText(c.in, c.body, c.known, len(c.in))
		if !ok {
			t.Errorf("%q: nothing is in doubt", c.in)
			continue
		}
		if got.out != c.out || got.second != c.second || (got.state == Found) != (c.out != "") {
			t.Errorf("%q: got %q, second reading %t, state %d; want %q, %t", c.in, got.out, got.second, got.state, c.out, c.second)
		}
		if got.out != "" && !json.Valid([]byte(got.out)) {
			t.Errorf("%q: %q is no JSON", c.in, got.out)
		}
	}
}

// The answer is the same however the text is cut.
func TestSearchCuts(t *testing.T) {
	for _, c := range searchCases {
		checkSearchCuts(t, c.in, c.body, c.known)
	}
}

func checkSearchCuts(t *testing.T, text string, body Body, known string) {
	t.Helper()
	whole, ok := searchText(text, body, known, len(text))
	if !ok {
		return
	}
	for n := 1; n <= 5; n++ {
		if got, _ := searchText(text, body, known, n); got != whole {
			t.Errorf("%q in pieces of %d: %+v, whole %+v", text, n, got, whole)
		}
	}
}

func FuzzSearch(f *testing.F) {
	for _, c := range searchCases {
		f.Add(c.in, uint8(c.body), c.known)
	}
	f.Fuzz(func(t *testing.T, text string, body uint8, known string) {
		if len(text) <= 512 {
			checkSearchCuts(t, text, Body(body%3), known)
		}
	})
}

// The work of a search is bounded by the bytes that it looked at.
func TestFuel(t *testing.T) {
	for _, unit := range []string{`"x", `, `"", `, `" " `, `"a": "b", `, `"}`, `\"`, `[["`} {
		text := `{"a": "` + strings.Repeat(unit, 1<<12)
		suspect, keys, ok := doubt(&jsonscan.Window{Win: []byte(text), Final: true}, nil)
		if !ok {
			continue
		}
		budget := new(Budget)
		state := New(suspect, Running, Evidence{Keys: keys}, budget).Run(&jsonscan.Window{Win: []byte(text), Final: true})
		if state == Found || state == Searching {
			t.Errorf("%q: state %d", unit, state)
		}
		if limit := 4 * StepsPerByte * len(text); budget.used > limit {
			t.Errorf("%q: %d steps for %d bytes", unit, budget.used, len(text))
		}
	}
}

// A short output may take as many steps as one of 2.5 KiB. A longer one may take 14 per byte, and
// those of 512 bytes more. A parser that begins further on has the steps that the output has left.
func TestFuelOfShortOutputs(t *testing.T) {
	for _, c := range []struct{ at, steps int }{
		{1, 3 << 10 * StepsPerByte},
		{2 << 10, 3 << 10 * StepsPerByte},
		{2560, 3 << 10 * StepsPerByte},
		{4 << 10, (4<<10 + 512) * StepsPerByte},
	} {
		var budget Budget
		behind := budget.Behind(c.at / 2)
		if !behind.Spend(c.steps, c.at-c.at/2) {
			t.Errorf("at %d: %d steps are too many", c.at, c.steps)
		}
		if budget = behind.Behind(-c.at / 2); budget.Spend(1, c.at) {
			t.Errorf("at %d: there are more than %d steps", c.at, c.steps)
		}
	}
}

func TestKeys(t *testing.T) {
	var base, keys Keys
	base.Open(0, 1)
	base.Add([]byte("a"))
	keys.reset(&base)
	for _, c := range []struct {
		key string
		add bool
	}{{"a", false}, {"b", true}, {"b", false}} {
		if got := keys.Add([]byte(c.key)); got != c.add {
			t.Errorf("Add(%q) = %t", c.key, got)
		}
	}
	keys.Open(5, 2)
	if !keys.Add([]byte("a")) {
		t.Error("an inner object has keys of its own")
	}
	keys.Close()
	if keys.Add([]byte("b")) {
		t.Error("the outer object is the same as before")
	}
}

func TestPlausible(t *testing.T) {
	for key, want := range map[string]bool{
		"city": true, "a_b-c.d": true, "größe": true, "two words": true, "x:y": true, "$ref": true,
		"": false, " a": false, "a ": false, "f(x)": false, "a, b": false, "a\nb": false, "a\\": false,
		strings.Repeat("k", 200): false,
	} {
		if got := Plausible([]byte(key)); got != want {
			t.Errorf("Plausible(%q) = %t", key, got)
		}
	}
}

// TestFewStringsAreInDoubt: a search gives up where too many strings of one reading may be at fault.
func TestFewStringsAreInDoubt(t *testing.T) {
	var budget Budget
	q := New(jsonscan.Scanner{}, Running, Evidence{}, &budget)
	q.trail.hasSuspect, q.trail.next = true, true
	for n := len(q.frames); n < maxDoubted; n++ {
		if state := q.fail(true); state != goingOn {
			t.Fatalf("it is %v after %d strings", state, n)
		}
	}
	if state := q.fail(true); state != Exhausted {
		t.Errorf("it is %v, want exhausted", state)
	}
	if q.Held() < maxDoubted*64 {
		t.Errorf("it holds %d bytes", q.Held())
	}
}
