package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// rules decides nothing: it is what the table and the declared tools say.
type rules struct {
	_        noCopy
	cur      *cursor.Cursor
	family   *table
	grammar  *grammar.Grammar // the table's
	nested   bool             // this engine reads quoted text for another one
	maxDepth int
	schemas  schemas
}

// noCopy makes vet report a copy of a type that others point into.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// reset makes the rules ready for another output.
func (ru *rules) reset(cfg *parsers.Config) {
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
func (ru *rules) Shape() *grammar.Shape { return ru.grammar.JSON }

// ObjectCalls implements [place.Rules].
func (ru *rules) ObjectCalls() bool { return ru.grammar.ObjectCalls }

// NoCall implements [place.Rules].
func (ru *rules) NoCall(name []byte) bool {
	for _, none := range ru.grammar.NoCalls {
		if none == string(name) {
			return !ru.cur.Declared(none)
		}
	}
	return false
}

// MaxDepth is how deep JSON may nest.
func (ru *rules) MaxDepth() int { return ru.maxDepth }

// schemas are what the tools' schemas say, read when a tool is called. They
// are kept for the outputs that follow with the same tools.
type schemas struct {
	tools *parsers.Tools
	read  map[string]*schema.Properties
}

// Properties are what the tool's schema says about its properties; nil if
// there is none.
func (ru *rules) Properties(name string) *schema.Properties {
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
