package grammar

// Named says how calls are written whose name comes before their JSON arguments, between tokens:
//
//	<call>NAME<sep>{"k": "v"}</call>
//
// The calls are alone or in a section. The arguments may be in a fence, which quotes nothing. The
// tokens are special tokens, so calls that begin with one also count in a thought. White space
// around them means nothing.
type Named struct {
	// Format is the name of the calls' format. It is required.
	Format string
	// Shell is the tokens around the calls. Its Section may be empty: then there is none.
	//
	// If a section's opener is missing, the section begins with its first call, and a marker of
	// this call is missing. If its closer is missing, the section ends where other text begins, and
	// a marker of its last call is missing. A section with nothing in it is markup, if its tokens
	// are the right ones. If a token isn't the first one of its kind, a marker of the call is
	// missing. This is also so if the call's closer is missing before another call, the section's
	// closer or the end of the output.
	//
	// Shell.Type is the word that a template writes before the separator if the name follows the
	// separator, on a line of its own. The text after the separator decides: if it is JSON or a
	// fence, the name is before the separator. A name like the word isn't a name, unless a tool has
	// it. If Shell.Type is empty, the name is always before the separator.
	Shell Shell
	// ID, if set, is a token before the name. The text before this token is the call's id, and may
	// be empty. If ID is [IDIsHeader], the header is the call's id. If it is empty, there is no
	// such token.
	ID string
}

// IDIsHeader is the ID of calls whose header is their id.
const IDIsHeader = "="
