package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

// schemas are what the tools' schemas say, read when a tool is called. They
// are kept for the outputs that follow with the same tools.
type schemas struct {
	tools *parsers.Tools
	read  map[string]*schema.Properties
}

// of is the set for these tools.
func (s schemas) of(tools *parsers.Tools) schemas {
	if s.tools == tools {
		return s
	}
	return schemas{tools: tools}
}

// Properties are what the tool's schema says about its properties; nil if
// there is none.
func (e *Engine) Properties(name string) *schema.Properties {
	s := &e.schemas
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
