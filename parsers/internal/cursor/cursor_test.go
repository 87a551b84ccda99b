package cursor_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// A recorder writes down the events.
type recorder struct {
	parsers.Handler
	events []string
}

func (r *recorder) add(format string, args ...any) {
	r.events = append(r.events, fmt.Sprintf(format, args...))
}

func (r *recorder) Text(at int, text []byte) { r.add("text %d %s", at, text) }
func (r *recorder) Decoded(raw parsers.Span, text []byte) {
	r.add("decoded %d:%d %s", raw.Start, raw.End, text)
}
func (r *recorder) Markup(at int, text []byte, _ parsers.Role) { r.add("markup %d %s", at, text) }
func (r *recorder) EndCall(e parsers.End)                      { r.add("end %s", e.Raw) }
func (r *recorder) Call(b parsers.Begin, arguments []byte, e parsers.End) {
	r.add("call %s %s %s", b.Name, arguments, e.Raw)
}
func (r *recorder) InvalidCall(i parsers.Invalid) { r.add("invalid %d %s", i.At, i.Raw) }
func (r *recorder) InvalidText(text []byte)       { r.add("more %s", text) }

func start(tools ...string) (*cursor.Cursor, *recorder) {
	var list []parsers.Tool
	for _, name := range tools {
		list = append(list, parsers.Tool{Name: name})
	}
	c, r := new(cursor.Cursor), new(recorder)
	c.Reset(&parsers.Config{Tools: parsers.NewTools(list), Work: new(parsers.Work)}, r)
	return c, r
}

// Each byte is reported once, in the order of the text.
func TestReports(t *testing.T) {
	c, r := start("f")
	c.Feed([]byte("Hi <x>{}bad more J rest"))
	c.Text(3)
	c.Text(3) // nothing is held back up to there
	c.Markup(6, parsers.RoleAdjacent)
	c.Markup(6, parsers.RoleAdjacent)
	c.ReportWhole(8, &parsers.Begin{Name: "f"}, []byte("{}"), &parsers.End{})
	c.Invalid(11, parsers.Invalid{})
	c.InvalidText(16)
	c.InvalidText(16)
	if c.Failed != 16 || string(c.FailedTail()) != "bad more" {
		t.Errorf("the failed call ends at %d with %q", c.Failed, c.FailedTail())
	}
	c.Decoded(18, []byte(" j"))
	c.Decoded(18, []byte("again"))
	c.Seek(20)
	if c.Retry(); c.Pos != 18 {
		t.Errorf("read again from %d", c.Pos)
	}
	c.ReportCall(23, &parsers.End{})
	want := []string{"text 0 Hi ", "markup 3 <x>", "call f {} {}", "invalid 8 bad", "more  more", "decoded 16:18  j", "end  rest"}
	if !slices.Equal(r.events, want) {
		t.Errorf("got %q; want %q", r.events, want)
	}
}

// The kept end of a failed call is as long as the longest closer.
func TestFailedTail(t *testing.T) {
	c, _ := start()
	text := make([]byte, 300)
	for i := range text {
		text[i] = byte('a' + i%26)
	}
	c.Feed(text)
	c.Invalid(100, parsers.Invalid{})
	c.InvalidText(200)
	c.InvalidText(210)
	if got := c.FailedTail(); string(got) != string(text[210-len(got):210]) || len(got) != 128 {
		t.Errorf("the tail is %q", got)
	}
}

// Text that is held back is kept between chunks. Text that was reported isn't.
func TestKeep(t *testing.T) {
	c, r := start()
	for i, chunk := range []string{"abcd", "ef", "gh", "ijklmnop"} {
		c.Feed([]byte(chunk))
		c.Text([]int{1, 1, 7, 16}[i])
		base := c.Base
		c.Keep(c.Mark)
		if moved, want := c.Base > base, i != 1; moved != want { // nothing was decided of the second chunk
			t.Errorf("chunk %d: the window begins later: %v", i, moved)
		}
	}
	if c.HoldsBack() || c.Base != 16 {
		t.Errorf("the window begins at %d", c.Base)
	}
	if want := []string{"text 0 a", "text 1 bcdefg", "text 7 hijklmnop"}; !slices.Equal(r.events, want) {
		t.Errorf("got %q; want %q", r.events, want)
	}
	c.End(parsers.FinishLength)
	if !c.Final || c.Reason != parsers.FinishLength {
		t.Error("the output hasn't ended")
	}
	output := c.Output
	if c.Reset(&parsers.Config{}, r); c.Output == output || c.Base != 0 || c.Final {
		t.Error("the cursor isn't ready for another output")
	}
}

func TestSpace(t *testing.T) {
	for _, c := range []struct {
		text  string
		final bool
		end   int
		more  bool
	}{
		{"x", false, 0, false}, {"", false, 0, true}, {"", true, 0, false}, {" x", false, 1, false}, {"\nxy", false, 1, false},
		{" \t\r\n x", false, 5, false}, {"  ", false, 2, true}, {"  ", true, 2, false}, {"\u00a0\ufeff x", false, 6, false},
		{"\u00a0", false, 2, true}, {"\xc2", false, 0, true}, {"\xc2", true, 0, false}, {"é", false, 0, false},
	} {
		at, _ := start()
		at.Feed([]byte(c.text))
		at.Final = c.final
		if end, more := at.Space(0); end != c.end || more != c.more {
			t.Errorf("Space(%q, %v) = %d, %v; want %d, %v", c.text, c.final, end, more, c.end, c.more)
		}
	}
}

// White space that ends a chunk isn't read again.
func TestSpaceGoesOn(t *testing.T) {
	c, _ := start()
	for range 100 {
		c.Feed([]byte("          "))
		if end, more := c.Space(0); !more || end != c.Window.End() {
			t.Fatalf("white space ends at %d", end)
		}
		c.Keep(c.Mark)
	}
	if n := c.Visits.N(); n > 4*1000 {
		t.Errorf("looked at %d bytes of 1000", n)
	}
}

func TestGaps(t *testing.T) {
	for _, c := range []struct {
		text string
		end  int
	}{
		{"x", 0}, {"", 0}, {" \t\r\n x", 5}, {"# a\n# b\nx", 8}, {"#", 1}, {"#\n#\n", 4}, {" # a", 4}, {"\u00a0# a\n\u3000x", 9},
		{"\xc2", 1}, {"é", 0}, {strings.Repeat(" ", 2*cursor.MaxGap), cursor.MaxGap}, {"#" + strings.Repeat("a", 2*cursor.MaxGap), cursor.MaxGap},
	} {
		at, _ := start()
		for i := range len(c.text) { // the white space goes on in the next chunk
			at.Feed([]byte(c.text[i : i+1]))
			at.Gap(0)
			at.Keep(at.Mark)
		}
		at.Feed(nil)
		if end := at.Gap(0); end != c.end {
			t.Errorf("Gap(%.20q) = %d, want %d", c.text, end, c.end)
		}
		if n := at.Visits.N(); n > 4*len(c.text)+4 {
			t.Errorf("Gap(%.20q) looked at %d bytes of %d", c.text, n, len(c.text))
		}
	}
}

// Comments that begin in the same line look at it once.
func TestLineIsReadOnce(t *testing.T) {
	c, _ := start()
	text := strings.Repeat("[# a", 1000) + "\nx"
	c.Feed([]byte(text))
	for at := 0; at < 4000; at += 4 {
		if got, want := c.LineEnd(at, min(at+500, len(text))), min(at+500, 4000); got != want {
			t.Fatalf("the line at %d ends at %d, want %d", at, got, want)
		}
	}
	if got := c.LineEnd(4001, len(text)); got != len(text) {
		t.Errorf("the last line ends at %d, want %d", got, len(text))
	}
	if n := c.Visits.N(); n > 2*len(text) {
		t.Errorf("looked at %d bytes of %d", n, len(text))
	}
}

func TestLooksAhead(t *testing.T) {
	for _, c := range []struct {
		text   string
		final  bool
		behind match.Answer // of "}" behind white space
		ends   bool         // the line, before anything else
		more   bool
	}{
		{" }", false, 1, false, false},
		{"  ", false, match.More, false, true},
		{"  ", true, match.No, true, false},
		{" x", false, match.No, false, false},
		{"\t\r\nx", false, match.No, true, false},
	} {
		at, _ := start()
		at.Feed([]byte(c.text))
		at.Final = c.final
		if _, a := at.TextBehind(0, "}"); a != c.behind {
			t.Errorf("%q, %v: '}' behind it: %v; want %v", c.text, c.final, a, c.behind)
		}
		if ends, more := at.LineEnds(0); ends != c.ends || more != c.more {
			t.Errorf("%q, %v: the line ends: %v, %v; want %v, %v", c.text, c.final, ends, more, c.ends, c.more)
		}
	}
}

func TestRuns(t *testing.T) {
	for _, c := range []struct {
		text  string
		final bool
		want  fence.Run
		more  bool
	}{
		{"```x", false, fence.Of('`', 3), false},
		{"``", false, fence.Of('`', 2), true},
		{"``", true, fence.Of('`', 2), false},
		{"~~~~`", false, fence.Of('~', 4), false},
	} {
		at, _ := start()
		at.Feed([]byte(c.text))
		at.Final = c.final
		if run, more := at.Run(0); run != c.want || more != c.more {
			t.Errorf("%q, %v: the run is %v, %v; want %v, %v", c.text, c.final, run, more, c.want, c.more)
		}
	}
}

func TestTools(t *testing.T) {
	c, _ := start("f")
	if !c.Declared("f") || c.Declared("g") || !c.Repairs() {
		t.Error("f is declared, g isn't")
	}
	for _, name := range []string{"f", "g", "g", "f"} {
		if got := c.Intern([]byte(name)); got != name {
			t.Errorf("Intern(%q) = %q", name, got)
		}
	}
}
