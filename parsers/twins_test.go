package parsers

import "testing"

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
