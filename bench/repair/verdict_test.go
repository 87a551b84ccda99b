package main

import (
	"testing"

	"github.com/toolparser/toolparser/bench/repair/gen"
)

func TestJudge(t *testing.T) {
	c := &gen.Case{Name: "f", Arguments: `{"a": "x", "n": 1}`}
	right := Call{Name: "f", Arguments: `{"n":1,"a":"x"}`, Confidence: 0.8}
	wrong := Call{Name: "f", Arguments: `{"a":"y","n":1}`, Confidence: 0.8}
	doubtful := Call{Name: "f", Arguments: `{"a":"y","n":1}`, Confidence: 0.4}
	for _, tt := range []struct {
		name string
		o    Outcome
		want Verdict
	}{
		{"right", Outcome{Calls: []Call{right}}, Right},
		{"right at a low confidence", Outcome{Calls: []Call{{"f", c.Arguments, 1, "", nil}}}, Right},
		{"twice", Outcome{Calls: []Call{right, right}}, Wrong},
		{"another name", Outcome{Calls: []Call{{"g", c.Arguments, 8, "", nil}}}, Wrong},
		{"wrong", Outcome{Calls: []Call{wrong}, Reported: []string{"MALFORMED"}}, Wrong},
		{"right and wrong", Outcome{Calls: []Call{right, wrong}}, Wrong},
		{"right and doubtful", Outcome{Calls: []Call{right, doubtful}}, Right},
		{"doubtful", Outcome{Calls: []Call{doubtful}}, Ambiguous},
		{"reported", Outcome{Reported: []string{"MALFORMED"}}, Reported},
		{"neither", Outcome{}, Unseen},
	} {
		if got := judge(c, &tt.o); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// The standard library takes what is valid and nothing else, so that its
// verdicts are known; with them the whole path from generator to tally is tested.
func TestStandardLibrary(t *testing.T) {
	list, err := gen.Snippets()
	if err != nil {
		t.Fatal(err)
	}
	r := run(gen.Generate(gen.Options{Snippets: list, Families: []string{"llama3"}}), peers[len(peers)-1:])
	for _, k := range gen.Kinds() {
		want := Reported
		switch {
		case k.Name == gen.None || k.Name == "double_encoded":
			want = Right
		case k == gen.OtherMeaning:
			want = Wrong
		}
		if tally := r.Kind(0, k.Name); tally.Verdicts[want] != tally.N || tally.N == 0 {
			t.Errorf("%s: %+v, want all %v", k.Name, tally, want)
		}
	}
}
