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
	// Section may be around calls: empty if there is none. A section whose opener is missing
	// begins with its first call, one whose closer is missing ends where other text begins: a
	// marker is missing of that call. A section with nothing in it is markup, if its tokens are
	// the right ones.
	Section Markers
	// Call is around a call, Separator ends its header. In these as in Section another
	// token than the first one means that a marker is missing of the call. So does a
	// closer that is missing before another call, the section's closer or the end of the output.
	Call      Markers
	Separator []string
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
