package marks

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/room"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// Rules decides nothing: it is what the table and the declared tools say. Its exported fields are set before
// the first output.
type Rules struct {
	_        room.NoCopy
	Cur      *cursor.Cursor
	Grammar  *grammar.Grammar
	Nested   bool // the parser reads quoted text for another one
	maxDepth int
	schemas  schemas
}

// Reset makes the rules ready for another output.
func (ru *Rules) Reset(cfg *parsers.Config) {
	if ru.schemas.tools != cfg.Tools {
		ru.schemas = schemas{tools: cfg.Tools}
	}
	depth := cfg.Limits.Depth
	if depth <= 0 {
		depth = parsers.DefaultDepth
	}
	ru.maxDepth = min(depth, parsers.MaxDepth)
}

// Shape implements [place.Rules].
func (ru *Rules) Shape() *grammar.Shape { return ru.Grammar.JSON }

// ObjectCalls implements [place.Rules].
func (ru *Rules) ObjectCalls() bool { return ru.Grammar.ObjectCalls }

// NoCall implements [place.Rules].
func (ru *Rules) NoCall(name []byte) bool {
	for _, none := range ru.Grammar.NoCalls {
		if none == string(name) {
			return !ru.Cur.Declared(none)
		}
	}
	return false
}

// MaxDepth is how deep JSON may nest.
func (ru *Rules) MaxDepth() int { return ru.maxDepth }

// schemas are what the tools' schemas say, read when a tool is called. They
// are kept for the outputs that follow with the same tools.
type schemas struct {
	tools *parsers.Tools
	read  map[string]*schema.Properties
}

// Properties are what the tool's schema says about its properties; nil if
// there is none.
func (ru *Rules) Properties(name string) *schema.Properties {
	s := &ru.schemas
	if p, ok := s.read[name]; ok {
		return p
	}
	i, ok := s.tools.Index(name)
	if !ok {
		return nil
	}
	if s.read == nil {
		s.read = make(map[string]*schema.Properties)
	}
	p := schema.Read(s.tools.At(i).Parameters)
	s.read[name] = p
	return p
}
