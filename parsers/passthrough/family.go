package passthrough

import (
	"github.com/toolparser/toolparser/parsers"
)

// Family describes models that call nothing.
func Family() *parsers.Family {
	return &parsers.Family{
		Name:        "passthrough",
		Aliases:     []string{"content_only"},
		Description: "No calls: the output is the content.",
		NewParser:   func() parsers.Parser { return new(parser) },
	}
}

// A parser reports every chunk as the text that it is. It looks at no byte: there is
// no table that says less.
type parser struct {
	handler parsers.Handler
	at      int
}

// Reset implements [parsers.Parser].
func (p *parser) Reset(_ *parsers.Config, h parsers.Handler) { *p = parser{handler: h} }

// Parse implements [parsers.Parser].
func (p *parser) Parse(piece []byte) {
	p.handler.Text(p.at, piece)
	p.at += len(piece)
}

// Finish implements [parsers.Parser].
func (p *parser) Finish(parsers.FinishReason) {}
