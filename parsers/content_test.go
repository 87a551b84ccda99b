package parsers

import "testing"

func TestJoinedContent(t *testing.T) {
	checkContent(t, []contentCase{
		{"nothing", "", "", ""},
		{"no call, no change", " \n a \n ", " \n a \n ", " \n a \n "},
		{"white space alone, without a call", " \n\t", " \n\t", " \n\t"},
		{"white space alone is no content", " \n{f|1}\t", "", " \n\t"},
		{"ends are trimmed", "\n a {f|1} b \n", "a b", "\n a  b \n"},
		{"ends are trimmed away from the call, too", "\n a \n{f|1}", "a", "\n a \n"},
		{"nothing around a call becomes a space", "a{f|1}b", "a b", "ab"},
		{"spaces become one", "a  {f|1}\t\tb", "a b", "a  \t\tb"},
		{"a newline before makes an empty line", "a\n{f|1} b", "a\n\nb", "a\n b"},
		{"a newline after makes an empty line", "a {f|1}\nb", "a\n\nb", "a \nb"},
		{"many newlines make one empty line", "a\n\n\n{f|1}\n\n\nb", "a\n\nb", "a\n\n\n\n\n\nb"},
		{"newlines between the calls of a run don't count", "a {f|1}\n{f|2} b", "a b", "a \n b"},
		{"newlines next to the calls of a run count", "a {f|1}\n{f|2}\n b", "a\n\nb", "a \n\n b"},
		{"two runs", "a {f|1} b\n{f|2} c", "a b\n\nc", "a  b\n c"},
		{"white space elsewhere stays", "a \n b {f|1} c \n d", "a \n b c \n d", "a \n b  c \n d"},
		{"a run without calls, with a newline", "a \n@ b", "a\n\nb", "a \n b"},
		{"a run without calls, with a newline behind", "a @ \n b", "a\n\nb", "a  \n b"},
		{"a run without calls, without a newline", "a @@ b", "a b", "a  b"},
		{"markup at the ends, without a call", " @ a @ ", "  a  ", "  a  "},
		{"markup at the ends, with a call", " @ a {f|1} b @ ", "a b", "  a  b  "},
		{"markup at the start before the call", "@ {f|1} b", "b", "  b"},
		{"white space in decoded text counts", "+{f|1}+", "plus\n\nplus", "plus\nplus\n"}, //nolint:dupword // as it is written
		{"decoded texts are joined by nothing", "+#+a", "plus\nplus\na", "plus\nplus\na"}, //nolint:dupword // as it is written
		{"document syntax leaves nothing", "a# b", "a b", "a b"},
		{"reasoning in the middle leaves a separator", "a%b", "a b", "ab"},
		{"an invalid call is text", "a \n{f|!} b", "a \n{f|!} b", "a \n{f|!} b"},
		{"white space before an invalid call stays", "a \n {f|!}{g|1}", "a \n {f|!}", "a \n {f|!}"},
		{"an invalid call ends the run before it", "a {g|1} \n {f|!} b", "a\n\n{f|!} b", "a  \n {f|!} b"},
		{"all of ASCII's white space", "a\r\v{f|1}\f\tb", "a b", "a\r\v\f\tb"},
		{"Unicode white space", "a\u3000{f|1}\u00a0\u2028b", "a b", "a\u3000\u00a0\u2028b"},
		{"U+0085 is white space", "\u0085{f|1}\u0085", "", "\u0085\u0085"},
		{"what only begins like Unicode white space", "a\u3001{f|1}\u00a1b", "a\u3001 \u00a1b", "a\u3001\u00a1b"},
		{"bytes that are no UTF-8", "\xe3\x80{f|1}\xe3\x80 \xff ", "\xe3\x80 \xe3\x80 \xff", "\xe3\x80\xe3\x80 \xff "},
		{"a call twice, absorbed", "a {f//M|1}\n{f//m|1} b", "a b", "a \n b"},
	})
}

func TestSpaceJoins(t *testing.T) {
	f := toyFamily()
	f.SpaceJoins = true
	got := Parse(f, "a\n\n{f|1}\nb\n@\nc", Config{}, FinishStop).Content
	if want := "a b c"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// White space inside markup counts as well. The toy's markup has none.
func TestNewlineInMarkup(t *testing.T) {
	for _, tc := range []struct {
		text string
		role Role
		want string
	}{
		{"x\n", RoleClose, "a\n\nb"},
		{"x ", RoleClose, "a b"},
		{"x\n", RoleAlways, "a\n\nb"},
		{"x\n", RoleDocument, "a b"},
	} {
		w := contentWriter{request: new(request), joined: true}
		w.add([]byte("a"))
		w.call()
		w.markup([]byte(tc.text), tc.role)
		w.add([]byte("b"))
		w.finish()
		if got := string(w.result()); got != tc.want {
			t.Errorf("markup %q of role %d: got %q, want %q", tc.text, tc.role, got, tc.want)
		}
	}
}

func TestContentDeltas(t *testing.T) {
	checkDeltaLines(t, Config{}, []deltaCase{
		{"prose at once", pieces("Hel", "lo"), pieces(`"Hel"`, `"lo"`)},
		{"white space is held for what follows", pieces("a ", " b ", "c"), pieces(`"a"`, `"  b"`, `" c"`)},
		{"white space at the start is left out", pieces(" ", "\n a", " "), pieces("", `"a"`, "", `" "`)},
		{"white space alone is left out", pieces(" ", "\n"), pieces("", "")},
		{"a run is one separator", pieces("a ", "{f|1}", "\n", "b"), pieces(`"a"`, "+0 f:0 f 1.", "", `"\n\nb"`)},
		{"a code point is sent whole", pieces("\xe2", "\x82", "\xac", "\xe2"), pieces("", "", `"€"`, "", `"\xe2"`)},
		{"markup waits for its call", pieces("a ", "[", "{f|", "1", "}"), pieces(`"a"`, "", "+0 f:0 f", "0 1", "0.")},
		{"markup that is none comes back", pieces("a ", "[", "{f|", "!"), pieces(`"a"`, "", "+0 f:0 f", `" [{f|!" | -0`)},
		{"a lead before text comes back", pieces("a ", "^", " ", "b"), pieces(`"a"`, "", "", `" ^ b"`)},
		{"text behind an opening waits", pieces("[", "a", "]"), pieces("", "", `"[a]"`)},
	})
	checkDeltaLines(t, Config{Options: Options{ContentPolicy: ContentVerbatim}}, []deltaCase{
		{"verbatim, nothing is held", pieces(" ", "a ", "{f|1}", " "), pieces(`" "`, `"a "`, "+0 f:0 f 1.", `" "`)},
		{"verbatim, markup is undecided, too", pieces("a [", " ", "{f|1}"), pieces(`"a "`, "", `" " | +0 f:0 f 1.`)},
	})
}

type deltaCase struct {
	name         string
	pieces, want []string // want: showDelta of each, and of the finish if not empty
}

func pieces(list ...string) []string { return list }

func checkDeltaLines(t *testing.T, cfg Config, cases []deltaCase) {
	t.Helper()
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			run := streamToy(cfg, tc.pieces...)
			if len(tc.want) < len(run.deltas) {
				tc.want = append(tc.want, "")
			}
			if diff := diffOf(tc.want, run.deltas); diff != "" {
				t.Errorf("%q: %s", tc.pieces, diff)
			}
		})
	}
}
