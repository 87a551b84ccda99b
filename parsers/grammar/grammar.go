package grammar

import "bytes"

// A Grammar is a family as a table: how the family writes its calls, and the markers next to them.
// A ';' after a call and a ',' between two calls belong to the calls. A table is read-only once a
// family is made of it.
type Grammar struct {
	// JSON is the shape of the objects in running text and in fences that are calls. If it is nil,
	// such objects are content.
	JSON *Shape
	// Lead, if set, says which JSON at the start of the output is calls. If it is nil, none is.
	Lead *Lead
	// Penalty says where a JSON call without markers has a penalty of 0.3. The default is
	// [PenaltyNowhere].
	Penalty Penalty
	// If ObjectCalls is set, a call is an object of a name and an arguments key. Arguments may then
	// be flat, next to the name, and a tool's definition is content.
	ObjectCalls bool
	// NoCalls are names by which the model says that it calls nothing. A call of such a name is
	// content, unless the name is declared. Empty: there are none.
	NoCalls []string
	// Tags are the calls whose arguments are in tags. An entry that varies an earlier one
	// ([Tags.Varies]) is another form of its calls.
	Tags []Tags
	// Named are the calls whose name comes before their JSON arguments.
	Named []Named
	// Blocks are JSON between two markers.
	Blocks []Block
	// FunctionTags, if set, is the format of calls with a name in a tag before their JSON
	// arguments: <function=NAME>{"k": "v"}</function>. If it is empty, they are text.
	FunctionTags string
	// Recipients are messages that begin with a line which says whom they are for. If it is nil,
	// there are none.
	Recipients *Recipients
	// Trees are calls whose arguments are keys and values with delimiters of their own.
	Trees []Tree
	// Python says how calls are written as Python code. If it is nil, there are no such calls.
	Python *Python
	// Documents are complete responses of vendors. If several may begin the output, the first one
	// that has a call counts, or else the first one whose keys all mean something, or else the
	// first one.
	Documents []Document
	// NameLines, if set, is the format of an output that consists of calls. Each call is a declared
	// tool's name on a line of its own, and then the arguments, a JSON object:
	//
	//	get_weather
	//	{"city": "Oslo"}
	//
	// If anything else is in the output, it is text. So the calls are sent only when the output
	// ends. If NameLines is empty, such an output is text.
	NameLines string
	// Frames are the marked sections that the vendor puts a message into. If it is nil, there are
	// none.
	Frames *Frames
	// Results are the markers around a tool's result. If a model writes one, it made the result up.
	// At a line start, or after a call, such a result is content, with everything in it.
	Results []Markers
	// Tokens are special tokens and tags that are next to calls.
	Tokens []Token
	// TurnEnds are the end-of-turn tokens. Next to a call they are markup, and they end a block.
	TurnEnds []string
	// Thoughts are the markers of what the model thinks. In a thought, only special tokens count.
	// Openers that are plain text count at the start of the output only. Plain text begins as no
	// marker does, such as with a letter.
	Thoughts []Markers
	// Answer, if set, is the pair of markers that may be around what the model says. At the start
	// of the output, or after a thought, the opener is markup, with calls or without, and then its
	// closer is markup, too. If it is nil, there are no such markers.
	Answer *Markers
	// If Options is set, the word "option" before a fence introduces exclusive calls.
	Options bool
	// If Shared is set, the table is that of several families, whose markers may be the same. Text
	// that turns out not to be the call that a marker may begin is left to the next entry with this
	// marker. JSON in running text and in fences counts only where tools are given, or after a
	// special token. The body of a message that isn't in its tags is JSON. If Shared isn't set,
	// each marker has one entry.
	Shared bool
}

// A Penalty says where a JSON call without markers has a penalty of 0.3.
type Penalty uint8

const (
	// PenaltyNowhere: it has no penalty.
	PenaltyNowhere Penalty = iota
	// PenaltyInFences: in fences.
	PenaltyInFences
	// PenaltyInText: in running text and in fences.
	PenaltyInText
	// PenaltyUnlabeled: as PenaltyInText, but not in a fence with the label json.
	PenaltyUnlabeled
)

// InText reports whether a call in running text has a penalty of 0.3.
func (pe Penalty) InText() bool { return pe >= PenaltyInText }

// InFence reports whether a call in a fence with the label has a penalty of 0.3.
func (pe Penalty) InFence(label []byte) bool {
	return pe != PenaltyNowhere && (pe != PenaltyUnlabeled || !bytes.EqualFold(label, []byte("json")))
}

// A Lead is JSON that counts without a marker where it begins the output, ignoring thoughts, or
// follows other such JSON. The names of its calls must be declared where tools are given.
type Lead struct {
	// Shape says which objects are calls, and names their format. It is required.
	Shape *Shape
	// If Stripped is set, the JSON is an array before which a marker was removed. The marker is
	// missing, and the calls have a penalty of 0.3.
	Stripped bool
}

// Recipients are messages without frames. Each comes after a line that says whom it is for:
//
//	>>>get_weather
//	{"city": "Oslo"}>>>all
//	It is cold.
//
// A message to a tool is a call whose arguments are JSON. It ends where the JSON ends. A message
// that isn't JSON is text, and so is its line. The marker is plain text, so it is subject to
// quotation. The prompt may end in the first marker.
type Recipients struct {
	// Format is the name of the calls' format. It is required.
	Format string
	// Open comes before the recipient, such as ">>>". It is required.
	Open string
	// All is the recipient of what isn't a call, such as "all". The line with it is markup. It is
	// required.
	All string
}
