package parsers

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func idsOf(r *Result) []string {
	var ids []string
	for _, c := range r.ToolCalls {
		id := c.ID
		if c.IDSynthesized {
			id += "!"
		}
		ids = append(ids, id)
	}
	return ids
}

// countedIDs are cases of ids like kimi's.
var countedIDs = []struct {
	name, output string
	prior        int
	want         []string // "!": made
}{
	{"native ids are trimmed and else kept", "{f/ a b\t/|1}", 0, []string{"a b"}},
	{"a missing id is made", "{f|1}{f/ /|1}", 0, []string{"f:0!", "f:1!"}},
	{"a repeated id is made", "{f/x/|1}{f/x/|1}", 0, []string{"x", "f:0!"}},
	{"made ids count on", "{f|1}", 7, []string{"f:7!"}},
	{"made ids step aside", "{f/g:1/|1}{f|1}{f|1}", 0, []string{"g:1", "f:0!", "f:2!"}},
	{"a native id equal to a made one", "{f|1}{g/f:0/|1}", 0, []string{"f:0!", "g:1!"}},
	{"a rejected call's id is free", "{f/x/a|1}{f/x/|1}", 0, []string{"x"}},
}

func TestIDs(t *testing.T) {
	for _, tc := range countedIDs {
		t.Run(tc.name, func(t *testing.T) {
			cfg := Config{PriorToolCalls: tc.prior}
			if got := idsOf(parseToy(tc.output, cfg)); !slices.Equal(got, tc.want) {
				t.Errorf("%q: got %q, want %q", tc.output, got, tc.want)
			}
			checkEveryCut(t, tc.output, cfg)
		})
	}
}

// A family may make its ids itself.
func TestIDsThatAFunctionMakes(t *testing.T) {
	f := toyFamily()
	f.NewID = func(name string, prior int, taken func(string) bool) string {
		for taken(fmt.Sprintf("*:%d", prior)) {
			prior++
		}
		return fmt.Sprintf("%s:%d", name, prior)
	}
	for _, tc := range countedIDs {
		if got := idsOf(Parse(f, tc.output, Config{PriorToolCalls: tc.prior}, FinishStop)); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q: got %q, want %q", tc.name, tc.output, got, tc.want)
		}
	}
}

func TestIDsThatAreNumbers(t *testing.T) {
	f := toyFamily()
	f.IDs = &IDs{Prefix: "n", Counted: true}
	output, want := "{f/n4/|1}{f|1}{f/n5/|1}{f/n3/|1}{f/:6/|1}", []string{"n4", "n3!", "n5", "n6!", ":6"}
	for range 3 * fewIDs {
		output += "{f|1}"
		want = append(want, fmt.Sprintf("n%d!", len(want)+2))
	}
	if got := idsOf(Parse(f, output, Config{PriorToolCalls: 3}, FinishStop)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The ids of a result share memory: each stays what it is.
func TestIDsStay(t *testing.T) {
	f := toyFamily()
	f.IDs = &IDs{Prefix: "chatcmpl-tool-", Random: 32, Hex: true}
	var output strings.Builder
	for i := range 100 {
		fmt.Fprintf(&output, "{f|%d}", i)
	}
	first := Parse(f, output.String(), Config{}, FinishStop).ToolCalls
	kept := make([]string, len(first))
	for i := range first {
		kept[i] = strings.Clone(first[i].ID)
	}
	Parse(f, output.String(), Config{}, FinishStop)
	seen := map[string]bool{}
	for i, c := range first {
		if c.ID != kept[i] || len(c.ID) != len("chatcmpl-tool-")+32 || seen[c.ID] {
			t.Errorf("call %d has id %q, which was %q", i, c.ID, kept[i])
		}
		seen[c.ID] = true
	}
}

func TestIDsOfManyCalls(t *testing.T) {
	n := 3 * fewIDs
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "{f/x%d/|1}{f|1}{f/x%d/|1}", i, i)
	}
	ids := idsOf(parseToy(b.String(), Config{}))
	for i := range n {
		want := []string{fmt.Sprintf("x%d", i), fmt.Sprintf("f:%d!", 2*i), fmt.Sprintf("f:%d!", 2*i+1)}
		if got := ids[3*i : 3*i+3]; !slices.Equal(got, want) {
			t.Fatalf("calls %d to %d: got %q, want %q", 3*i, 3*i+2, got, want)
		}
	}
}

func TestIDsAreMadeAsTheySay(t *testing.T) {
	for name, tc := range map[string]struct {
		ids  IDs
		want string
	}{
		"the default": {DefaultIDs, `^call_[0-9A-Za-z]{24}$`},
		"a prefix":    {IDs{Prefix: "x-"}, `^x-[0-9A-Za-z]{24}$`},
		"short ones":  {IDs{Random: 9}, `^[0-9A-Za-z]{9}$`},
		"by time":     {IDs{Prefix: "ksiu_", Timed: true, Random: 12}, `^ksiu_[0-9a-z]{8}_[0-9A-Za-z]{12}$`},
		"the longest": {IDs{Prefix: strings.Repeat("p", 32), Timed: true, Random: 48}, `^p{32}[0-9a-z]{8}_[0-9A-Za-z]{48}$`},
		"hexadecimal": {IDs{Prefix: "x-", Random: 32, Hex: true}, `^x-[0-9a-f]{32}$`},
		"counted":     {IDs{Prefix: "n", Counted: true}, `^n5$`},
		"named":       {IDs{Prefix: "functions.", Counted: true, Named: true}, `^functions\.f:5$`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := string(tc.ids.append(nil, "f", 5)); !regexp.MustCompile(tc.want).MatchString(got) {
				t.Errorf("the id is %q, want %s", got, tc.want)
			}
		})
	}
}

func TestTwins(t *testing.T) {
	for _, tc := range []struct{ name, output, want string }{
		{"a call written twice is one", `{f//M|{"a":1,"b":2}} {f//m|{"b":2.0,"a":1}}`, "f :"},
		{"each absorbs one", "{f//M|1}{f//m|1}{f//m|1}", "f :, f :"},
		{"two absorb two", "{f//M|1}{f//M|1}{f//m|1}{f//m|1}", "f :, f :"},
		{"other arguments", "{f//M|1}{f//m|2}", "f :, f :"},
		{"another name", "{f//M|1}{g//m|1}", "f :, g :"},
		{"the first doesn't merge", "{f|1}{f//m|1}", "f :, f :"},
		{"the second isn't mergeable", "{f//M|1}{f//M|1}", "f :, f :"},
		{"in the other order", "{f//m|1}{f//M|1}", "f :, f :"},
		{"the first was rejected", "{f//Ma|1}{f//m|1}", "f ALTERNATIVE 6, f :"},
		{"a rejected one isn't absorbed", "{f//M|1}{f//ma|1}{f//m|1}", "f :, f ALTERNATIVE 6"},
		{"neighbours see an accepted call", "{f//M|1}[{f//m|1}];", "f :"},
		{"arguments that are no JSON", "{f//M|x}{f//m|x}{f//m|y}", "f :, f :"},
		{"later ones merge, too", "{f//M|1}{f//m|1}{g//M|1}{g//m|1}{f//m|1}", "f :, g :, f :"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := parseToy(tc.output, Config{})
			if got := showCalls(r); got != tc.want {
				t.Errorf("%q: got %s, want %s", tc.output, got, tc.want)
			}
			checkEveryCut(t, tc.output, Config{})
		})
	}
	if got := parseToy("{f//M|1}[{f//m|1}];", Config{}).Content; got != "" {
		t.Errorf("the markup around an absorbed call left %q", got)
	}
}

// The call that is one too many is no new one.
func TestTwinIsNotOverTheLimit(t *testing.T) {
	got := parseToy("{f//M|1}{f//m|1}{g|1}", Config{Limits: Limits{ToolCalls: 1}})
	if want := "f :, g LIMIT :"; showCalls(got) != want {
		t.Errorf("got %s, want %s", showCalls(got), want)
	}
}
