package parsers

import "testing"

// A case of content tests: what becomes of a toy output.
type contentCase struct {
	name, output, joined, verbatim string
}

func checkContent(t *testing.T, cases []contentCase) {
	t.Helper()
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			if got := parseToy(tc.output, Config{}).Content; got != tc.joined {
				t.Errorf("joined content of %q is %q, want %q", tc.output, got, tc.joined)
			}
			verbatim := Config{Options: Options{ContentPolicy: ContentVerbatim}}
			if got := parseToy(tc.output, verbatim).Content; got != tc.verbatim {
				t.Errorf("verbatim content of %q is %q, want %q", tc.output, got, tc.verbatim)
			}
			checkEveryCut(t, tc.output, Config{})
			checkEveryCut(t, tc.output, verbatim)
		})
	}
}

func TestMarkupRoles(t *testing.T) {
	checkContent(t, []contentCase{
		{"opening and closing of an accepted call", "a [{f|1}] b", "a b", "a  b"},
		{"opening without a call", "a [ x ] b", "a [ x ] b", "a [ x ] b"},
		{"opening before a rejected call", "a [{f|1!}{f|2}] b", "a [{f|1!} b", "a [{f|1!} b"},
		{"closing after a rejected call", "a [{f|1}{f|2!}] b", "a {f|2!}] b", "a {f|2!}] b"},
		{"text in a group stays", "[ x {f|1} y ]", "x y", " x  y "},
		{"groups nest", "[[{f|1}] x [{f|2!}] y]", "x [{f|2!}] y]", " x [{f|2!}] y]"},
		{"the first call at any depth decides the opening", "[x[{f|1}]]", "x", "x"},
		{"a group without a call inside a group with one", "[[x]{f|1}]", "[x]", "[x]"},
		{"closing without a group", "{f|1}] b ]", "b", " b "},
		{"closing without a group after a rejected call", "{f|1}{f|2!}]", "{f|2!}]", "{f|2!}]"},
		{"closing without a group or call", "a]", "a]", "a]"},
		{"group open at the end", "a [{f|1}", "a", "a "},
		{"group open at the end without a call", "a [^", "a [^", "a [^"},
		{"lead before a call", "a ^ {f|1} b", "a b", "a   b"},
		{"lead before a rejected call", "a ^ {f|1!}", "a ^ {f|1!}", "a ^ {f|1!}"},
		{"lead before text", "a ^ b {f|1}", "a ^ b", "a ^ b "},
		{"lead before markup before a call", "a ^@^[{f|1}]", "a", "a "},
		{"lead before a group without a call", "a ^[ ]{f|1}", "a ^[ ]", "a ^[ ]"},
		{"lead before an empty group without a text of its own", "^(){f|1}", "^()", "^()"},
		{"lead in a group without closing text", "a(^)", "a(^)", "a(^)"},
		{"trail after a call", "{f|1} ; b", "b", "  b"},
		{"trail after markup after a call", "[{f|1}];;", "", ""},
		{"trail after text", "{f|1} a; b", "a; b", " a; b"},
		{"trail after a rejected call", "{f|1!}; b", "{f|1!}; b", "{f|1!}; b"},
		{"trail at the start", "; {f|1}", ";", "; "},
		{"trail behind a lead that isn't one", "{f|1}^; b", "^; b", "^; b"},
		{"trail behind a lead that is one", "{f|1}^;{f|2} b", "b", " b"},
		{"lead before a trail behind text", "{f|1}[x^;{g|2}]", "x^;", "x^;"},
		{"adjacent after a call", "{f|1}~ b", "b", " b"},
		{"adjacent before a call", "a ~ {f|1}", "a", "a  "},
		{"adjacent to nothing", "a ~ b {f|1}", "a ~ b", "a ~ b "},
		{"adjacent behind an opening", "{f|1}[~{f|2!}]", "[~{f|2!}]", "[~{f|2!}]"},
		{"between two calls", "{f|1} , {f|2}", "", "  "},
		{"between a call and text", "{f|1}, b", ", b", ", b"},
		{"between text and a call", "a, {f|1}", "a,", "a, "},
		{"between a rejected call and a call", "{f|1!},{f|2}", "{f|1!},", "{f|1!},"},
		{"between a call and a rejected call", "{f|1},{f|2!}", ",{f|2!}", ",{f|2!}"},
		{"always markup, without a call", "a@b", "a b", "ab"},
		{"reasoning is no content", "%a", "a", "a"},
		{"decoded text", "#+#", "plus\n", "plus\n"},
		{"decoded text cancels a lead", "^+{f|1}", "^plus", "^plus\n"},
		{"decoded text behind an opening", "[+{f|1}]", "plus", "plus\n"},
	})
}

// The end of a group may have no text. The toy's has always.
func TestEndOfAGroupWithoutText(t *testing.T) {
	call := func(h Handler, at int) {
		h.BeginCall(Begin{At: at, Name: "f"})
		h.EndCall(End{Raw: []byte("f")})
	}
	for name, tc := range map[string]struct {
		output string
		events func(h Handler)
		want   string
	}{
		"its opening is text before the call": {"^[f", func(h Handler) {
			h.Markup(0, []byte("^"), RoleLead)
			h.Markup(1, []byte("["), RoleOpen)
			h.Markup(2, nil, RoleClose)
			call(h, 2)
		}, "^["},
		"a lead in it has the call next": {"[^f", func(h Handler) {
			h.Markup(0, []byte("["), RoleOpen)
			h.Markup(1, []byte("^"), RoleLead)
			h.Markup(2, nil, RoleClose)
			call(h, 2)
		}, "["},
		"an opening of white space is no text": {"^ f", func(h Handler) {
			h.Markup(0, []byte("^"), RoleLead)
			h.Markup(1, []byte(" "), RoleOpen)
			h.Markup(2, nil, RoleClose)
			call(h, 2)
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := toyFamily()
			f.NewParser = func() Parser { return &scriptParser{steps: []func(Handler){tc.events}} }
			if got := Parse(f, tc.output, Config{}, FinishStop).Content; got != tc.want {
				t.Errorf("content is %q, want %q", got, tc.want)
			}
		})
	}
}

func TestSegmentsCoverTheOutput(t *testing.T) {
	got := parseToy("a [{f|1}] {f|2!}; @@%+", Config{})
	want := []Segment{
		{SegmentText, Span{0, 2}, 0}, {SegmentMarkup, Span{2, 3}, 0}, {SegmentToolCall, Span{3, 8}, 0},
		{SegmentMarkup, Span{8, 9}, 0}, {SegmentText, Span{9, 10}, 0}, {SegmentInvalidToolCall, Span{10, 16}, 0},
		{SegmentText, Span{16, 18}, 0}, {SegmentMarkup, Span{18, 20}, 0}, {SegmentReasoning, Span{20, 21}, 0},
		{SegmentText, Span{21, 22}, 0},
	}
	if diff := diffOf(want, got.Segments); diff != "" {
		t.Error(diff)
	}
}
