package parsers

import (
	"errors"
	"strconv"
	"strings"
	"testing"
)

// family is one with a name, aliases and, after "for", model patterns.
func family(name string, rest ...string) *Family {
	f := toyFamily()
	f.Name = name
	for i, word := range rest {
		if word == "for" {
			f.ModelPatterns = rest[i+1:]
			break
		}
		f.Aliases = append(f.Aliases, word)
	}
	return f
}

func TestRegistryFindsFamilies(t *testing.T) {
	r, err := NewRegistry(
		family("a", "a_1", "a_2", "for", "*a-*", "exact"),
		family("b", "for", "*a-b*", "*B-[1]*c", "same*"),
		family("c", "for", "*same"),
		family("d", "for", "*b"),
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ name, model, want string }{
		{"a", "", "a"},
		{"a_2", "", "a"},
		{"A", "", "a"},
		{"A-1", "", "a"},
		{"a.2", "", "a"},
		{"a 2", "", ""},
		{"a", "x/a-b", "a"}, // the name decides
		{"", "x/A-7B", "a"},
		{"", "x/a-b-7b", "b"}, // the longer literal
		{"", "EXACT", "a"},
		{"", "b-[1] xc", "b"},
		{"", "same-x", "b"},
		{"", "some/one/same-x", "b"},
		{"", "same-x/other", "b"},
		{"", "some/exact", "a"},
		{"", "exact/some", ""},
		{"e", "", ""},
		{"", "", ""},
		{"", "exactly", ""},
		{"", "same", ""}, // two families
		{"", "b-1c", ""},
	} {
		f, err := r.Find(tc.name, tc.model)
		if (err == nil) != (tc.want != "") || err == nil && f.Name != tc.want {
			t.Errorf("%q, %q: got %v, %v, want %q", tc.name, tc.model, f, err, tc.want)
		}
		if err != nil && !errors.Is(err, ErrNotFound) {
			t.Errorf("%q, %q: the error must be ErrNotFound: %v", tc.name, tc.model, err)
		}
	}
}

func TestRegistryKnowsOtherModels(t *testing.T) {
	a := family("a", "for", "*a-*", "v/*")
	a.OtherModels = []string{"*x*", "w/*"}
	r, err := NewRegistry(a, family("b", "for", "*a-x*"))
	if err != nil {
		t.Fatal(err)
	}
	for model, want := range map[string]string{
		"A-1": "a", "v/1": "a", "u/v/1": "", "A-X": "b", "ax-A-1": "", "x/a-1": "", "w/a-1": "", "u/w/a-1": "a",
	} {
		if f, err := r.Find("", model); (err == nil) != (want != "") || err == nil && f.Name != want {
			t.Errorf("%q: got %v, %v, want %q", model, f, err, want)
		}
	}
	if _, err := r.Find("", "u/w/x/a-1"); err == nil || !strings.Contains(err.Error(), `no family is for model "u/w/x/a-1": a is for "*a-*", but not for "*x*"`) {
		t.Errorf("a model that is left out: %v", err)
	}
	near := family("near", "for", "*near-*")
	near.OtherModels = []string{"*x*"}
	if r, err = NewRegistry(near, family("nears", "for", "nears*")); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Find("", "near-x"); err == nil || strings.Contains(err.Error(), "did you mean near?") || strings.Contains(err.Error(), "did you mean near ") {
		t.Errorf("the family that leaves the model out is suggested: %v", err)
	}
	a = family("c")
	a.OtherModels = []string{"*"}
	if err := r.Register(a); err == nil || !strings.Contains(err.Error(), `the model pattern "*" matches everything`) {
		t.Errorf("a pattern for all other models: %v", err)
	}
}

func TestRegistryErrorsSayWhatIsWrong(t *testing.T) {
	r, err := NewRegistry(family("a", "for", "x*"), family("b", "for", "*x"))
	if err != nil {
		t.Fatal(err)
	}
	const infer = `; "toolparser infer-template" makes a family from a model's chat template`
	for _, tc := range []struct{ name, model, want string }{
		{"c", "", `family not found: no family is named "c"` + infer},
		{"", "y", `family not found: no family is for model "y"` + infer},
		{"", "x", `family not found: model "x" matches the families a and b equally well; name one of them`},
		{"", "", "family not found: neither family nor model is given; want one of them" + infer},
	} {
		if _, err := r.Find(tc.name, tc.model); err == nil || err.Error() != tc.want {
			t.Errorf("got %v, want %s", err, tc.want)
		}
	}
	if _, err := new(Registry).Find("a", ""); !errors.Is(err, ErrNotFound) {
		t.Errorf("an empty registry says %v", err)
	}
}

// TestRegistrySuggestsNames: at most three that are near, one of a family, and what reads
// an output when none of them is right.
func TestRegistrySuggestsNames(t *testing.T) {
	r, err := NewRegistry(
		family("llama3", "llama4_json", "for", "*llama-3*"), family("llama9"), family("lama_x", "llama_x"), family("alama3"),
		family("mistral", "mixtral", "for", "*ministral*"), family("auto"))
	if err != nil {
		t.Fatal(err)
	}
	const auto = `; the family "auto" reads every format that announces itself; "toolparser infer-template" `
	for _, tc := range []struct{ name, model, want string }{
		{"LLama-33", "", `no family is named "LLama-33" (did you mean llama3, llama9 or llama_x of lama_x?)` + auto},
		{"mixtrall", "", `no family is named "mixtrall" (did you mean mixtral of mistral?)` + auto},
		{"nope", "", `no family is named "nope"` + auto},
		{"", "acme/Minstral-3-tuned", `no family is for model "acme/Minstral-3-tuned" (did you mean mistral?)` + auto},
		{"", "", "neither family nor model is given; want one of them" + auto},
	} {
		if _, err := r.Find(tc.name, tc.model); err == nil || !strings.HasPrefix(err.Error(), "family not found: "+tc.want) {
			t.Errorf("got %v, want %s", err, tc.want)
		}
	}
}

// A name of any length is compared in bounded time: its beginning is.
func TestALongNameIsSuggestedFor(t *testing.T) {
	r, err := NewRegistry(family("llama3"))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(clip(strings.Repeat("ab", 1<<20))); n != comparedBytes {
		t.Errorf("%d bytes are compared", n)
	}
	if _, err := r.Find("llama3"+strings.Repeat("3", 1<<20), ""); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
}

// formatFamily is a family of one format.
func formatFamily(name string) *Family {
	f := family("x")
	f.Formats = []Format{{Name: name}}
	return f
}

func TestRegisterRefuses(t *testing.T) {
	noParser := family("x")
	noParser.NewParser = nil
	for name, tc := range map[string]struct {
		family *Family
		want   string
	}{
		"nil":                    {nil, "registering a family: it is nil"},
		"no name":                {family(""), `the name "" is not made of`},
		"upper case":             {family("Llama"), `the name "Llama" is not made of`},
		"a format's name":        {formatFamily("x/M\xfcller"), `the format's name "x/M\xfcller": want UTF-8 without control characters`},
		"a format's line":        {formatFamily("x/a\nb"), `the format's name "x/a\nb": want UTF-8`},
		"a bad alias":            {family("x", "a-b"), `registering family "x": the name "a-b" is not made of`},
		"a pattern for all":      {family("x", "for", "*"), `the model pattern "*" matches everything`},
		"an empty pattern":       {family("x", "for", ""), `the model pattern "" matches everything`},
		"no parser":              {noParser, "NewParser is nil"},
		"a name in use":          {family("a"), `registering family "a": the name "a" is in use by family "a"`},
		"an alias in use":        {family("x", "a"), `the name "a" is in use by family "a"`},
		"a name that's an alias": {family("a_1"), `the name "a_1" is in use by family "a"`},
		"an alias twice":         {family("x", "y", "y"), `the name "y" is in use by family "x"`},
		"its name as an alias":   {family("x", "x"), `the name "x" is in use by family "x"`},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := NewRegistry(family("a", "a_1"))
			if err != nil {
				t.Fatal(err)
			}
			err = r.Register(family("good", "for", "good*"), tc.family)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want %s", err, tc.want)
			}
			if _, err := r.Find("good", ""); err == nil || len(r.Families()) != 1 {
				t.Errorf("it is half registered: %v", r.Families())
			}
			if _, err := r.Find("", "good"); err == nil {
				t.Error("its patterns are registered")
			}
		})
	}
	if _, err := NewRegistry(family("a"), family("a")); err == nil {
		t.Error("NewRegistry takes a name twice")
	}
}

func TestFamiliesIsACopyInOrder(t *testing.T) {
	r, err := NewRegistry(family("b"), family("a"))
	if err != nil {
		t.Fatal(err)
	}
	list := r.Families()
	list[0], list[1] = list[1], list[0]
	if got := r.Families(); got[0].Name != "b" || got[1].Name != "a" {
		t.Errorf("got %s, %s", got[0].Name, got[1].Name)
	}
}

func TestGlob(t *testing.T) {
	for _, tc := range []struct {
		pattern, text string
		want          bool
	}{
		{"abc", "abc", true}, {"abc", "abcd", false}, {"ABC", "abc", true},
		{"a*", "a", true}, {"*a", "ba", true}, {"*a", "ab", false}, {"*a*", "bab", true},
		{"a*b*c", "xabc", false}, {"a*a", "a", false}, {"a*a", "aa", true}, {"a*b*c", "axbxc", true}, {"a*b*c", "axcxb", false},
		{"*ab*ab*", "ab", false}, {"*ab*ab*", "abab", true}, {"**a**", "a", true}, {"a*bc", "abc", true}, {"ab*bc", "abc", false},
	} {
		if got := newGlob(tc.pattern).match(tc.text); got != tc.want {
			t.Errorf("%q matches %q: %t", tc.pattern, tc.text, got)
		}
	}
}

// Override's family has its own names and patterns; the families that it replaces keep the rest.
func TestOverride(t *testing.T) {
	r, err := NewRegistry(family("a", "a_1", "a_2", "for", "a-*"), family("b", "b_1", "for", "b-*", "both-*"), family("c"))
	if err != nil {
		t.Fatal(err)
	}
	mine := family("a", "mine", "b_1", "for", "BOTH-*")
	if err := r.Override(mine); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]*Family{"a": mine, "mine": mine, "b_1": mine, "a_1": nil, "a_2": nil} {
		if f, _ := r.Find(name, ""); f != want {
			t.Errorf("%s is %v, want %v", name, f, want)
		}
	}
	for model, want := range map[string]string{"a-1": "", "b-1": "b", "both-1": "a"} {
		if f, err := r.Find("", model); (err == nil) != (want != "") || err == nil && f.Name != want {
			t.Errorf("%s is for %v, %v, want %q", model, f, err, want)
		}
	}
	if list := r.Families(); len(list) != 3 || list[2] != mine {
		t.Errorf("the families are %v", list)
	}
	if err := r.Override(family("d", "d")); err == nil {
		t.Error("its own name is its alias")
	}
	if err := r.Override(family("D")); err == nil {
		t.Error("a name that can't be is taken")
	}
}

// Begins finds the beginnings of few names and of many.
func TestToolsBegin(t *testing.T) {
	for _, n := range []int{2, 40} {
		list := []Tool{{Name: "get_weather"}, {Name: "search"}}
		for i := len(list); i < n; i++ {
			list = append(list, Tool{Name: "x" + strconv.Itoa(i)})
		}
		tools := NewTools(list)
		for name, want := range map[string]bool{"": true, "get": true, "get_weather": true, "get_weathers": false, "s": true, "sf": false, "a": false, "z": false} {
			if got := tools.Begins(name); got != want {
				t.Errorf("%d tools: %q begins one: %t", n, name, got)
			}
		}
	}
	if (*Tools)(nil).Begins("") {
		t.Error("no tools have a name")
	}
}
