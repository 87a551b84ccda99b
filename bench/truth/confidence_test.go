package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/toolparser/toolparser/bench/form"
)

// The page about confidence has the table of the sample, between these lines.
const (
	confidencePage = "../../docs/use/confidence.md"
	tableBegins    = "<!-- make confidence -->\n"
	tableEnds      = "<!-- end of make confidence -->\n"
)

// What the page says is what `make confidence` prints.
func TestConfidencePage(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 30,000 cases")
	}
	var want bytes.Buffer
	sample().Confidence.write(&want)
	checkBetween(t, tableBegins, tableEnds, want.String(), "go test ./truth -update")
}

// checkBetween compares what the page has between two lines, or writes it, which command does.
func checkBetween(t *testing.T, begins, ends, want, command string) {
	t.Helper()
	text, err := os.ReadFile(confidencePage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, okBegin := strings.Cut(string(text), begins)
	got, after, okEnd := strings.Cut(rest, ends)
	if !okBegin || !okEnd {
		t.Fatalf("%s has no lines %q and %q, with this text between them:\n%s", confidencePage, begins, ends, want)
	}
	if *update {
		if err := os.WriteFile(confidencePage, []byte(before+begins+want+ends+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != want {
		t.Errorf("%s is out of date: `%s` writes this text:\n%s", confidencePage, command, want)
	}
}

// The advice for agents that run commands names each family whose calls can look like prose or data at the
// highest confidence: those with a form that has neither a tag nor a special token.
func TestConfidencePageNamesFamiliesWithoutMarkers(t *testing.T) {
	text, err := os.ReadFile(confidencePage)
	if err != nil {
		t.Fatal(err)
	}
	_, advice, ok := strings.Cut(string(text), "## Agents that run commands")
	if !ok {
		t.Fatalf("%s has no advice for agents that run commands", confidencePage)
	}
	for _, f := range form.All() {
		if f.Tenths() == 10 && !marked(f) && !strings.Contains(strings.ToLower(advice), f.Family) {
			t.Errorf("%s: the form %s has no marker, and the advice doesn't name its family", confidencePage, f.Name)
		}
	}
}

// marked reports whether what is around the arguments has a tag, a special token, or a word in brackets.
func marked(f *form.Form) bool {
	for marker := range strings.SplitSeq(f.Open+f.Call, "⟨") {
		marker, _, ok := strings.Cut(marker, "⟩")
		if ok && (strings.ContainsFunc(marker, func(r rune) bool { return r == '<' || r > unicode.MaxASCII }) || bracketed.MatchString(marker)) {
			return true
		}
	}
	return false
}

var bracketed = regexp.MustCompile(`\[/?[A-Za-z]`)

// A threshold accepts what has its confidence or more. The line of 0.5 is also there in words.
func TestConfidences(t *testing.T) {
	var c, other confidences
	for range 3 {
		c.add(1, false, true)
	}
	c.add(0.5, true, true)
	other.add(0.5, true, false)
	other.add(0.4, true, true)
	c.merge(&other)
	var got bytes.Buffer
	c.write(&got)
	_, lines, _ := strings.Cut(got.String(), "--- |\n")
	const want = `| 1.0 | 3 | 100.00 % | 0 | – | 0.0 | 40.00 % |
| 0.5 | 0 | – | 2 | 50.00 % | 200.0 | 20.00 % |
| 0.4 | 0 | – | 1 | 100.00 % | 166.7 | 0.00 % |

In words: of 1,000 calls that the threshold 0.5 accepts, 200.0 are wrong. This threshold rejects 20.00 % of all right calls.
`
	if lines != want {
		t.Errorf("table:\n%s\nwant:\n%s", lines, want)
	}
}
