package grammar

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
	// Special: the tags are special tokens. Calls count in thoughts, and an opener
	// behind which no call stands is one that failed.
	Special bool
	// Thought is how the model's thoughts are marked.
	Thought Thought
}

// Grammar is the family's table.
func (p *Pairs) Grammar() Grammar {
	inThought := ThoughtDrafts
	if p.Special {
		inThought = ThoughtCounts
	}
	return Grammar{
		// Nothing stands around a call: its own closer is the marker that may be missing.
		Tags: []Tags{{
			Format:     p.Tags,
			Brackets:   Brackets{Open: "<", Close: "</", End: ">"},
			Call:       Tag{Word: p.Call, Name: NameBehind},
			Parameter:  Tag{Word: p.Value, Key: p.Key},
			JSONBody:   true,
			WrapperDue: true,
			Bare:       BareNative,
			InThought:  inThought,
		}},
		Blocks: []Block{{
			Format: p.JSON, Shape: BlockCalls(), Plain: !p.Special, Quoted: !p.Special, Reported: p.Special,
			Open: []string{"<" + p.Call + ">"}, Close: []string{"</" + p.Call + ">"}, WrongClose: WrongClosers,
		}},
		ObjectCalls: true,
		Thoughts:    []Thought{p.Thought},
		TurnEnds:    ChatEnds,
		Results:     []Result{{Open: "<tool_response>", Close: "</tool_response>"}},
	}
}

// Tokens are the tags, of calls and of thoughts.
func (p *Pairs) Tokens() []string {
	var tokens []string
	for _, word := range [...]string{p.Call, p.Key, p.Value} {
		tokens = append(tokens, "<"+word+">", "</"+word+">")
	}
	return append(tokens, p.Thought.Open, p.Thought.Close)
}
