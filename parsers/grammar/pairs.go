package grammar

import "slices"

// Pairs is how a family writes calls whose arguments are pairs of elements, where
// that and JSON in the place of the pairs are all there is:
//
//	<call>NAME
//	<key>K</key>
//	<value>V</value>
//	</call>
type Pairs struct {
	// Tags and JSON are the names of the two formats.
	Tags, JSON string
	// Call, Key and Value are the words of the elements.
	Call, Key, Value string
	// Section, if set, is the word of an element that may stand around calls.
	Section string
	// Type, if set, is the word of an element that may stand between key and value,
	// and says of what type the value is where no schema does.
	Type string
	// Special: the tags are special tokens. Calls count in thoughts, and an opener
	// behind which no call stands is one that failed.
	Special bool
	// Thought is how the model's thoughts are marked.
	Thought Markers
	// TurnEnds are the end-of-turn tokens beside [ChatEnds].
	TurnEnds []string
}

// Grammar is the family's table.
func (p *Pairs) Grammar() Grammar {
	kind := PlainTags
	if p.Special {
		kind = SpecialTokens
	}
	return Grammar{
		Tags: []Tags{p.tags()},
		Blocks: []Block{{
			Format: p.JSON, Shape: MarkedCalls(), Kind: kind, Quoted: []Place{InFences}, Reported: p.Special, Body: BodyOne, Data: true,
			Markers: Element(p.Call), Header: &Header{Format: p.JSON, Object: true},
		}},
		ObjectCalls: true,
		Thoughts:    []Markers{p.Thought},
		TurnEnds:    slices.Concat(p.TurnEnds, ChatEnds),
		Results:     []Markers{Element("tool_response")},
	}
}

// tags are the calls whose arguments are pairs. Nothing need stand around one: its
// own closer is a marker that may be missing.
func (p *Pairs) tags() Tags {
	t := Tags{
		Format:        p.Tags,
		Brackets:      Brackets{Open: "<", Close: "</", End: ">"},
		Call:          Tag{Word: p.Call, Name: NameBehind},
		Parameter:     Tag{Word: p.Value, Key: p.Key, Type: p.Type},
		JSONBody:      true,
		WrapperDue:    true,
		DoubledCloser: true,
		Bare:          BareNative,
		InThought:     ThoughtDrafts,
	}
	if p.Special {
		t.InThought = ThoughtCounts
	}
	if p.Section != "" {
		t.Wrappers = []string{p.Section}
	}
	if p.Type != "" {
		t.Typing = TypedBySchemaOrName
	}
	return t
}

// Tokens are the tags, of calls and of thoughts.
func (p *Pairs) Tokens() []string {
	var tokens []string
	for _, word := range [...]string{p.Section, p.Call, p.Key, p.Type, p.Value} {
		if word != "" {
			tokens = append(tokens, "<"+word+">", "</"+word+">")
		}
	}
	return slices.Concat(tokens, p.Thought.Open, p.Thought.Close)
}
