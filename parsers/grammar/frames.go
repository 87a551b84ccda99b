package grammar

import "slices"

// Frames say how a vendor puts a whole message into marked sections:
//
//	<|start|>assistant<|channel|>final<|message|>Hello.<|end|>
//	<|START_RESPONSE|>Hello.<|END_RESPONSE|>
//
// Their markers are special tokens, and markup with calls or without. What a
// section holds is not subject to quotation: only a frame's marker ends it.
type Frames struct {
	// Ends end a section. One that ends nothing is markup all the same.
	Ends []string
	// ThoughtEnds are those of Ends that end a thought wherever they are. The rest end one
	// only if no text follows them: a thought may speak of them. Empty: all of Ends do.
	ThoughtEnds []string
	// Sections are those that a marker alone opens.
	Sections []FrameSection
	// Lead, if set, may stand before the marker of a section or of a block, a name
	// between: the tool's, told twice. At the start of the output the name may
	// stand without it, which the prompt held.
	Lead string
	// Led are the markers that it may stand before; empty: those of all Sections, and of all Blocks.
	Led []string
	// Messages are the sections whose header says what they are; nil: there are none.
	Messages *Messages
}

// A FrameSection is a section that a marker opens. It may lack its end.
type FrameSection struct {
	Open string
	Is   SectionKind
	// Format is that of the calls in a SectionUntold.
	Format string
}

// A SectionKind says what stands in a section.
type SectionKind uint8

const (
	// SectionContent is content.
	SectionContent SectionKind = iota
	// SectionThought is the model's reasoning, and never content.
	SectionThought
	// SectionUntold is a call whose arguments nobody can read: it fails.
	SectionUntold
)

// Messages are sections with a header,
//
//	<|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"k": "v"}<|call|>
//
// A role, a channel, a recipient and a content type, each optional. A recipient
// makes it a call, whose body is its arguments. The prompt ends in the header of
// the first message.
//
// If some of the grammar's Tags are BareFramed, a message to a tool holds calls in these. A
// header is then only what its Message ends, and may begin with its recipient, in a body as
// well; Start ends every body.
type Messages struct {
	// Format is the name of the calls' format.
	Format string
	// Stripped is the format of calls of which the tokens were taken out: in
	// running text, of declared tools, at a cost. "": they are text.
	Stripped string
	// Start begins a message, Channel and Constrain, which may be empty, stand before
	// the words that they are named for, Message ends the header.
	Start, Channel, Constrain, Message string
	// Role is the model's own. What another one says, the model invented.
	Role string
	// Words are the usual channels and content types, Thoughts begin the channels that hold
	// reasoning. Without a Channel token both are recipients that are no tools: what goes to
	// them is content, or reasoning.
	Words, Thoughts []string
	// To stands before the recipient, Prefix is dropped from it.
	To, Prefix string
	// Body, if set, says how the body's arguments are written in tags, alone; nil:
	// it is JSON.
	Body *Tags
	// BuiltIn are tools, and the first parts of dotted ones, that the server runs
	// which offers them: a call of an undeclared one is markup, with its body.
	BuiltIn []string
}

// Harmony are the messages of OpenAI's gpt-oss. stripped may be "".
func Harmony(format, stripped string) *Frames {
	return &Frames{
		Ends:        []string{"<|end|>", "<|call|>", "<|return|>"},
		ThoughtEnds: []string{"<|end|>"},
		Messages: &Messages{
			Format: format, Stripped: stripped,
			Start: "<|start|>", Channel: "<|channel|>", Constrain: "<|constrain|>", Message: "<|message|>",
			Role:     "assistant",
			Words:    []string{"analysis", "commentary", "final", "json", "code"},
			Thoughts: []string{"analysis"},
			To:       "to=", Prefix: "functions.",
			BuiltIn: []string{"python", "browser", "container"},
		},
	}
}

// TaggedHarmony are the same messages, whose calls have arguments in tags.
func TaggedHarmony(body *Tags) *Frames {
	f := Harmony(body.Format, "")
	f.Messages.Body = body
	f.Messages.Words = append(slices.Clip(f.Messages.Words[:3]), "xml")
	f.Messages.Prefix, f.Messages.BuiltIn = "", nil
	return f
}

// HarmonyTokens are the special tokens of these messages.
func HarmonyTokens() []string {
	return []string{"<|start|>", "<|end|>", "<|message|>", "<|channel|>", "<|constrain|>", "<|call|>", "<|return|>"}
}

// CallsInMessages reports whether messages to tools hold calls in tags.
func (g *Grammar) CallsInMessages() bool {
	for i := range g.Tags {
		if g.Tags[i].Bare == BareFramed {
			return true
		}
	}
	return false
}
