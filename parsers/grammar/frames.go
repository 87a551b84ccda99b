package grammar

// Frames say how a vendor puts a complete message into marked sections:
//
//	<|start|>assistant<|channel|>final<|message|>Hello.<|end|>
//	<|START_RESPONSE|>Hello.<|END_RESPONSE|>
//
// Their markers are special tokens. They are markup, with calls or without. Quotation doesn't count
// in a section: only a frame's marker ends it.
type Frames struct {
	// Ends are the markers that end a section. At least one is required. An end that ends nothing
	// is markup, too.
	Ends []string
	// ThoughtEnds are those of Ends that end a thought wherever they are. The rest end a thought
	// only if no text follows them, because a thought may mention them. If ThoughtEnds is empty,
	// all of Ends end a thought.
	ThoughtEnds []string
	// Sections are the sections that a marker alone opens. Empty: there are none.
	Sections []FrameSection
	// Lead, if set, may come before the marker of a section or of a block, with a name between
	// them. The name is the tool's, which the model writes twice. At the start of the output, the
	// name may come without Lead, because the prompt held it. If Lead is empty, there is none.
	Lead string
	// Led are the markers that Lead may come before. If it is empty, these are the markers of all
	// Sections and of all Blocks.
	Led []string
	// Messages are the sections whose header says what they are. If it is nil, there are none.
	Messages *Messages
}

// A FrameSection is a section that a marker opens. Its end may be missing.
type FrameSection struct {
	// Open is the marker. It is required.
	Open string
	// Is says what is in the section. The default is [SectionContent].
	Is SectionKind
	// Format is the format of the calls in a SectionUntold. Other sections don't use it.
	Format string
}

// A SectionKind says what is in a section.
type SectionKind uint8

const (
	// SectionContent is content.
	SectionContent SectionKind = iota
	// SectionThought is the model's reasoning, which is never content.
	SectionThought
	// SectionUntold is a call whose arguments no one can read. It always fails.
	SectionUntold
)

// Messages are sections with a header:
//
//	<|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"k": "v"}<|call|>
//
// The header has a role, a channel, a recipient and a content type. Each is optional. With a
// recipient, the message is a call, and its body is the call's arguments. The prompt ends in the
// header of the first message.
//
// If some of the grammar's Tags are BareFramed, a message to a tool holds calls in these tags. Then
// a header is only what Message ends, and it may begin with its recipient, in a body as well. Start
// ends every body.
type Messages struct {
	// Format is the name of the calls' format. It is required.
	Format string
	// Stripped is the format of calls from which the tokens were removed. Such calls count in
	// running text, for declared tools, with a penalty. If it is empty, they are text.
	Stripped string
	// Start begins a message, and Message ends the header. Both are required. Channel comes before
	// the channel, and Constrain before the content type. These two may both be empty: then there
	// are no such tokens.
	Start, Channel, Constrain, Message string
	// Role is the model's own role. It is required. The model invented the messages of other roles.
	Role string
	// Words are the usual channels and content types. Thoughts are the beginnings of the names of
	// channels that hold reasoning. Without a Channel token, both are recipients that aren't tools:
	// a message to one of Words is content, and a message to one of Thoughts is reasoning.
	Words, Thoughts []string
	// To comes before the recipient, and is required. Prefix is dropped from the recipient. If
	// Prefix is empty, nothing is dropped.
	To, Prefix string
	// Body, if set, says how the body's arguments are written in tags, without anything else. If it
	// is nil, the body is JSON.
	Body *Tags
	// BuiltIn are tools, and the first parts of dotted ones, that the server which offers them also
	// runs. A call of one that isn't declared is markup, with its body. Empty: there are none.
	BuiltIn []string
}

// Harmony returns the messages of OpenAI's gpt-oss. The argument stripped may be empty.
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

// HarmonyTokens returns the special tokens of these messages.
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
