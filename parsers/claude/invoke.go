package claude

import (
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// reader reads Claude's tags, each of which may have a prefix.
var reader = tags.Reader{Tags: &invokeTags}

// invokeTags is how a call is written whose name stands in its tag.
var invokeTags = grammar.Tags{
	Format:    formatInvoke,
	Brackets:  grammar.Brackets{Open: "<", Close: "</", End: ">", Prefix: true},
	Wrappers:  []string{wrapperTag},
	Call:      grammar.Tag{Word: invokeTag, Name: nameAttribute},
	Parameter: grammar.Tag{Word: parameterTag, Name: nameAttribute},
	Nests:     true,
	NoPython:  true,
}
