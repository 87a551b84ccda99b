package grammar

// Named says how calls are written whose name stands before their JSON
// arguments, between tokens,
//
//	<call>NAME<sep>{"k": "v"}</call>
//
// alone or in a section. The arguments may stand in a fence, which quotes nothing. Tokens are
// special tokens: calls that begin with one count in a thought, too. White space around them
// says nothing.
type Named struct {
	// Format is the name of the calls' format.
	Format string
	// Shell is the tokens around the calls. Its Section may be empty. A section whose opener is
	// missing begins with its first call, one whose closer is missing ends where other text
	// begins: a marker is missing of that call. A section with nothing in it is markup, if its
	// tokens are the right ones. Another token than the first one of a kind means that a marker
	// is missing of the call. So does a closer that is missing before another call, the
	// section's closer or the end of the output.
	//
	// Its Type is the word that a template writes before the separator where the name follows
	// behind it, on a line of its own. What follows the separator tells; where that is JSON or a
	// fence, the name stands before it. A name like the word is none, unless a tool has it. "":
	// the name always stands before the separator.
	Shell Shell
	// ID, if set, is a token before the name; what stands before it is the call's
	// id, or nothing. [IDIsHeader]: the header is the call's id.
	ID string
}

// IDIsHeader is the ID of calls whose header is their id.
const IDIsHeader = "="
