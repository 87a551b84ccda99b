package engine

import "github.com/toolparser/toolparser/parsers"

// A Grammar is a family as a table. It is immutable.
type Grammar struct {
	// JSON is the shape of the objects in running text and in fences that are
	// calls; nil if the family has none.
	JSON *Shape
	// InlineFree and FenceFree tell whether a JSON call in running text, or
	// in a fence of this label (lower case), costs 0.3.
	InlineFree bool
	FenceFree  func(label []byte) bool
	// ObjectCalls: a call is an object of a name and an arguments key. Arguments
	// may then lie flat beside the name, and a tool's definition is content.
	ObjectCalls bool
	// Markers are what the family writes beside JSON, longest first where one
	// begins with another.
	Markers []Marker
	// Thoughts are how the family marks what the model thinks. In a thought
	// only special tokens count.
	Thoughts []Thought
	// Nested makes the parser that reads quoted text for another one; nil: an
	// engine for the grammar. It must embed an Engine.
	Nested func() parsers.Parser
	// Python says how calls written as code are taken; nil: not at all.
	Python *Python
	// Delimiters: a ';' after a call and a ',' between two belong to the calls.
	Delimiters bool
	// Options: the word "option" before a fence introduces exclusive calls.
	Options bool
	// Start makes the candidate that is tried at the first byte of the output
	// that is no white space; nil if the family has none. It may decline by
	// returning nil.
	Start func(e *Engine, c byte) Candidate
}

// A Marker is a fixed text, or the beginning of a tag, that means something
// in running text.
type Marker struct {
	// Text is the marker, or how the tag begins; ASCII, its first byte '<' or a letter.
	Text string
	// Match, if set, takes Text's place: the length of the marker at the
	// start of b, 0 if there is none, -1 if more bytes must tell. First is
	// then its first byte.
	Match func(b []byte, final bool) int
	First byte
	// Open makes the candidate that the marker begins; nil for a tag that
	// stands beside calls.
	Open func(e *Engine, at int) Candidate
	// Begins: a failed candidate ends where this marker stands.
	Begins bool
	// Python: behind the marker, calls written as code cost nothing.
	Python bool
	// Word: the marker, which begins with a letter, doesn't count inside a word.
	Word bool
	// Think: the marker is a special token: it counts in a thought and in
	// inline code, too.
	Think bool
	// Line: the marker, of which a grammar has one at most, is a word that
	// counts at a line start only, outside of quotation. It ends nothing.
	Line bool
	// Section: the marker opens a section or a wrapper of calls.
	Section bool
	// EndsThought: an open thought ends before it.
	EndsThought bool
	// Formats are those of the calls that the marker begins, or stands beside;
	// where none of them counts, it is text. None: the marker always counts.
	Formats []string
	// Ends says what the marker does to JSON that stands before it.
	Ends Ending

	opens, closes thoughtKinds
}

// tag tells whether the marker is a special token or a tag.
func (m *Marker) tag() bool { return m.first() == '<' }

func (m *Marker) first() byte {
	if m.Match != nil {
		return m.First
	}
	return m.Text[0]
}

// An Ending says how what follows ends the JSON before it.
type Ending uint8

const (
	// EndsNothing: it is just text.
	EndsNothing Ending = iota
	// EndsBlock: a call is complete if only outer closers are missing.
	EndsBlock
	// EndsArguments: unfinished arguments outside a string are closed too.
	EndsArguments
	// EndsOutput: the output is over; as EndsBlock, but what is unfinished is
	// INCOMPLETE and may be closed under AcceptIncomplete.
	EndsOutput
)

// A Candidate reads what may be calls. Step goes on as far as the window
// reaches; it returns true when the candidate is done, everything up to the
// engine's position having been reported.
type Candidate interface {
	Step(e *Engine) bool
}

// A Shape says which keys an object has that is a call, or holds one.
type Shape struct {
	Fields []Field
	// NoArguments says what becomes of an object with a name and no arguments.
	NoArguments NoArguments
	// WaitID: an id may come after the arguments, so the call is sent only
	// once the object closed.
	WaitID bool
	// Format is the calls' format; a field may give its own.
	Format string
	// FencedFormat is the format in a fence; "" for the same.
	FencedFormat string
}

// A NoArguments says what becomes of an object with a name and no arguments key.
type NoArguments uint8

const (
	// NoCall: it is plain content.
	NoCall NoArguments = iota
	// CallIfDeclared: a call with {} if its name is declared and there are no
	// keys but name, id and type; else content.
	CallIfDeclared
	// CallOrReport: as CallIfDeclared, but an undeclared one is reported as
	// MISSING_ARGUMENTS.
	CallOrReport
)

// A Mask is a set of arguments keys.
type Mask uint16

// A Field is a key of a Shape.
type Field struct {
	Key string
	// Name: a string under this key names the call, and its arguments stand
	// under a key whose Arguments are in the mask.
	Name Mask
	// Arguments: the key holds arguments.
	Arguments Mask
	// Free: a call with these arguments costs 0.3.
	Free bool
	// ID, Type: the key holds the native id, or the type.
	ID, Type bool
	// MainID: this ID counts before others.
	MainID bool
	// NoID: calls that this key names have no native id.
	NoID bool
	// Object: an object under this key is, or holds, the call.
	Object *Shape
	// List: an array under this key holds calls.
	List *Shape
	// First: the first element of an array under this key is an object that
	// holds calls.
	First *Shape
	// OpenAI: under this key, arguments are written as a string by rule.
	OpenAI bool
	// Alternate: the call is an alternative to others.
	Alternate bool
	// StartsOutput: calls in the List cost 0.3 where it doesn't begin the output.
	StartsOutput bool
	// Bare: without arguments the name alone is no call.
	Bare bool
	// TypeOK: the object must have a type, beside the name, that this accepts.
	TypeOK func(typ []byte) bool
	// Format, FencedFormat: as in Shape, for calls named by this key.
	Format, FencedFormat string
	// Prefix is dropped from the name.
	Prefix string
}

// shows tells whether an object with the key looks like a call.
func (f *Field) shows() bool {
	return f.Name != 0 || f.Arguments != 0 || f.Object != nil || f.List != nil || f.First != nil
}

func (s *Shape) hasMainID() bool {
	for i := range s.Fields {
		if s.Fields[i].MainID {
			return true
		}
	}
	return false
}

func (s *Shape) field(key []byte) *Field {
	for i := range s.Fields {
		if s.Fields[i].Key == string(key) {
			return &s.Fields[i]
		}
	}
	return nil
}
