package grammar

// Named says how calls are written whose name stands before their JSON
// arguments, between tokens,
//
//	<call>NAME<sep>{"k": "v"}</call>
//
// alone or in a section. Tokens are special tokens: calls that begin with one
// count in a thought, too. White space around them says nothing.
type Named struct {
	// Format is the name of the calls' format.
	Format string
	// Section is what stands around calls.
	Section Section
	// Begin begins a call, Separator ends its header, End ends the call: each as it
	// should be written, then as models and servers write it, too. One space in a token
	// stands for white space, or none. Of a call with another token than the first a marker
	// is missing, and so it is if a call without its End precedes another call, the
	// section's end or the end of the output.
	Begin, Separator, End []string

	// ID, if set, is a token before the name; what stands before it is the call's
	// id, or nothing.
	ID string
	// NativeID: the header is the call's id.
	NativeID bool
	// Type is the word that a template writes before the separator where the
	// name follows behind it, on a line of its own. What follows the separator
	// tells; where that is JSON or a fence, the name stands before it. A name
	// like the word is none, unless a tool has it. "": the name always stands
	// before the separator.
	Type string
	// Fence: the arguments may stand in a fence, which quotes nothing.
	Fence bool
}

// A Section is what stands around calls. One whose begin marker is missing
// begins with its first call, one whose end marker is missing ends where other
// text begins: a marker is missing of that call. One with nothing in it is
// markup, if its tokens are the first ones.
type Section struct {
	// Begin and End are the tokens, in all spellings. Of a call with another one
	// than the first a marker is missing.
	Begin, End []string
}
