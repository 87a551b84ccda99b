package markdown_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/hermes"
	"github.com/toolparser/toolparser/parsers/markdown"
)

// TestTheEngineQuotesTheSame: a call after a text counts where the text leaves nothing open, and is quoted elsewhere.
func TestTheEngineQuotesTheSame(t *testing.T) {
	const call = `<tool_call>{"name": "f", "arguments": {}}</tool_call>`
	family := hermes.Family()
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"`", "``", "```", "````", "~", "~~~", "~~~~", "\n", "\n", " ", "   ", "    ", "word", "\t"}
	quoted := 0
	for range 20_000 {
		var text strings.Builder
		for range 1 + random.IntN(10) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		q := markdown.Quotation{Markers: family.PreservedTokens}
		read := 0
		see := func(more string) {
			text.WriteString(more)
			for ; read < text.Len(); read++ {
				q.See(text.String()+call, read)
			}
		}
		see("word ") // a call that a fence begins with counts, so that the fence has a word first
		if random.IntN(2) == 0 {
			see("\nword ")
		}
		if random.IntN(2) == 0 && q.Open() {
			see(strings.Repeat("`", 1+random.IntN(4))) // the marker follows what closes the fence, or inline code opens
		}
		output := text.String() + call
		result := parsers.Parse(family, output, parsers.Config{}, parsers.FinishStop)
		if counts := len(result.ToolCalls) == 1; counts == q.Open() {
			t.Fatalf("%q: the call counts: %v, a quotation is open: %v", output, counts, q.Open())
		}
		if q.Open() {
			quoted++
		}
	}
	if quoted < 5_000 || quoted > 15_000 {
		t.Errorf("%d texts quote", quoted)
	}
}
