package grammar

// A Tree says how calls are written whose arguments are keys and values
// between braces, like JSON, with a delimiter of their own around strings:
//
//	<|tool_call>call:f{city:<|"|>Oslo<|"|>,days:3,opts:{a:[true,null]}}<tool_call|>
//
// A delimited string is raw: everything but the delimiter is data.
type Tree struct {
	// Format is the name of the calls' format.
	Format string
	// Markers are the special tokens around a call: one opener and one closer.
	Markers Markers
	// Word is before a call's name, Delimiter at both ends of a string.
	Word, Delimiter string
	// Typed: the schema says what a delimited value is, not the delimiter alone.
	Typed bool
	// Bare is the format of calls without the tokens: at a line start, of
	// declared tools, at a cost. "": they are text.
	Bare string
}
