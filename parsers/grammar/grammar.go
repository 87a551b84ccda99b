package grammar

import "bytes"

// A Grammar is how a family writes its calls, and what stands beside them: a
// family as a table. A ';' after a call and a ',' between two belong to the calls. A
// table is read-only once a family is made of it.
type Grammar struct {
	// JSON is the shape of the objects in running text and in fences that are
	// calls; nil if there are none.
	JSON *Shape
	// Lead, if set, says which JSON at the start of the output is calls.
	Lead *Lead
	// Penalty says where a JSON call without markers costs 0.3.
	Penalty Penalty
	// ObjectCalls: a call is an object of a name and an arguments key. Arguments
	// may then lie flat beside the name, and a tool's definition is content.
	ObjectCalls bool
	// NoCalls are names by which the model says that it calls nothing: a call of
	// one that isn't declared is content.
	NoCalls []string
	// Tags are how calls are written whose arguments stand in tags.
	Tags []Tags
	// Named are the calls whose name stands before their JSON arguments.
	Named []Named
	// Blocks are JSON between two markers.
	Blocks []Block
	// FunctionTags, if set, is the format of calls with a name in a tag before their
	// JSON arguments: <function=NAME>{"k": "v"}</function>.
	FunctionTags string
	// Recipients are messages that begin with a line which says whom they are for;
	// nil: there are none.
	Recipients *Recipients
	// Trees are calls whose arguments are keys and values with delimiters of their own.
	Trees []Tree
	// Python says how calls are written as code; nil: not at all.
	Python *Python
	// Documents are vendors' whole responses. Of several that may begin the output, it is the
	// first one that has a call, or else the first one whose keys all mean something, or else
	// the first one at all.
	Documents []Document
	// NameLines, if set, is the format of an output that consists of calls, each a declared
	// tool's name on a line of its own and the arguments, a JSON object, after it:
	//
	//	get_weather
	//	{"city": "Oslo"}
	//
	// With anything else in it the output is text, so its calls begin when it ends.
	NameLines string
	// Frames are the marked sections that the vendor puts a message into; nil:
	// there are none.
	Frames *Frames
	// Results are around a tool's result. A model that writes one made it up: at a line
	// start, or after a call, it is content, with all in it.
	Results []Markers
	// Tokens are special tokens and tags that stand beside calls.
	Tokens []Token
	// TurnEnds are the end-of-turn tokens, longest first where one begins with
	// another: next to a call they are markup, and they end a block.
	TurnEnds []string
	// Thoughts are how the family marks what the model thinks. In a thought
	// only special tokens count. Where the openers are plain text, which begins as no marker
	// does, such as with a letter, they count at the start of the output only.
	Thoughts []Markers
	// Answer, if set, may be around what the model says. At the start of the output, or
	// after a thought, the opener is markup with calls or without, and then its closer.
	Answer *Markers
	// Options: the word "option" before a fence introduces exclusive calls.
	Options bool
	// Shared: the table is that of several families, whose markers may be the same.
	// What turns out not to be the call that a marker may begin is left to the next
	// one that stands there. Else each marker stands there once. JSON in running text and
	// in fences counts only where tools are given, behind a special token apart. The body
	// of a message that isn't in its tags is JSON.
	Shared bool
}

// A Penalty says where a JSON call without markers costs 0.3.
type Penalty uint8

const (
	// PenaltyNowhere: it costs nothing.
	PenaltyNowhere Penalty = iota
	// PenaltyInFences: in fences.
	PenaltyInFences
	// PenaltyInText: in running text and in fences.
	PenaltyInText
	// PenaltyUnlabeled: as PenaltyInText, but not in a fence of the label json.
	PenaltyUnlabeled
)

// InText reports whether a call in running text costs 0.3.
func (p Penalty) InText() bool { return p >= PenaltyInText }

// InFence reports whether a call in a fence of the label costs 0.3.
func (p Penalty) InFence(label []byte) bool {
	return p != PenaltyNowhere && (p != PenaltyUnlabeled || !bytes.EqualFold(label, []byte("json")))
}

// A Lead is JSON that counts without a marker where it begins the output,
// thoughts apart, or follows other such JSON. The names of its calls must be
// declared where tools are given.
type Lead struct {
	// Shape says which objects are calls, and names their format.
	Shape *Shape
	// Stripped: it is an array before which a marker was taken out. That is missing, and the
	// calls cost 0.3.
	Stripped bool
}

// Recipients are messages without frames, each behind a line that says whom it is for:
//
//	>>>get_weather
//	{"city": "Oslo"}>>>all
//	It is cold.
//
// A message to a tool is a call whose arguments are JSON, and ends where that ends. What
// is no JSON is text, and so is its line. The marker is plain text, so it is subject to
// quotation. The prompt may end in the first one.
type Recipients struct {
	// Format is the name of the calls' format.
	Format string
	// Open stands before the recipient.
	Open string
	// All is the recipient of what isn't a call. The line with it is markup.
	All string
}
