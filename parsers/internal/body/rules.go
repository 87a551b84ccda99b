package body

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// Rules are what the table and the declared tools say. The exported fields are set before the first output.
type Rules struct {
	_        buffers.NoCopy
	Cur      *cursor.Cursor
	Grammar  *grammar.Grammar
	Nested   bool // the parser reads quoted text for another one
	maxDepth int32

	// What the tools' schemas say, read when a tool is called. It is kept for the outputs that follow with
	// the same tools.
	tools   *parsers.Tools
	schemas map[string]*schema.Properties
}

// Reset makes the rules ready for another output.
func (ru *Rules) Reset(cfg *parsers.Config) {
	if ru.tools != cfg.Tools {
		ru.tools, ru.schemas = cfg.Tools, nil
	}
	depth := cfg.Limits.Depth
	if depth <= 0 {
		depth = parsers.DefaultDepth
	}
	ru.maxDepth = int32(min(depth, parsers.MaxDepth))
}

// A pace gives way to others while a schema is read. It is the cursor's at that time: schemas are kept for later outputs.
type pace struct{ cur *cursor.Cursor }

// Yield implements schema.Pace.
func (p pace) Yield() { p.cur.Visits.Yield() }

// Long implements schema.Pace.
func (p pace) Long(do func()) { p.cur.Visits.Long(do) }

// Shape is the shape of JSON in text that is a call; nil if no such JSON is.
func (ru *Rules) Shape() *grammar.Shape { return ru.Grammar.JSON }

// ObjectCalls reports whether a call is an object of a name and an arguments key.
func (ru *Rules) ObjectCalls() bool { return ru.Grammar.ObjectCalls }

// NoCall reports whether the name isn't declared, and means that nothing is called.
func (ru *Rules) NoCall(name []byte) bool {
	for _, none := range ru.Grammar.NoCalls {
		if none == string(name) {
			return !ru.Cur.Declared(none)
		}
	}
	return false
}

// MaxDepth is how deep JSON may nest.
func (ru *Rules) MaxDepth() int { return int(ru.maxDepth) }

// ArgumentsKeys are the keys, in quotes, of the arguments in an object that also has the name of the call.
var ArgumentsKeys = [...]string{`"arguments"`, `"args"`, `"parameters"`, `"params"`, `"input"`}

// IsArgumentsKey reports whether the key is one of ArgumentsKeys, without its quotes.
func IsArgumentsKey(key []byte) bool {
	for _, quoted := range ArgumentsKeys {
		if quoted[1:len(quoted)-1] == string(key) {
			return true
		}
	}
	return false
}

// Properties are the properties in the tool's schema; nil if there is no schema.
func (ru *Rules) Properties(name string) *schema.Properties {
	if p, ok := ru.schemas[name]; ok {
		return p
	}
	i, ok := ru.tools.Index(name)
	if !ok {
		return nil
	}
	if ru.schemas == nil {
		ru.schemas = make(map[string]*schema.Properties)
	}
	p := schema.Read(ru.tools.At(i).Parameters, pace{ru.Cur})
	ru.schemas[name] = p
	return p
}
