package kimi

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
)

// A parser is an engine, and the candidates that are Kimi's own.
type parser struct {
	*engine.Engine
	tags tagCall
	bare strippedCall
}

func newParser() parsers.Parser {
	p := new(parser)
	p.Engine = engine.New(newGrammar(p))
	p.bare.after = p.bare.afterArguments
	return p
}
