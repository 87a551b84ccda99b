package grammar

// A Tree says how calls are written whose arguments are keys and values between braces, like JSON,
// with a delimiter of their own around strings:
//
//	<|tool_call>call:f{city:<|"|>Oslo<|"|>,days:3,opts:{a:[true,null]}}<tool_call|>
//
// A delimited string is raw: everything except for the delimiter is data.
type Tree struct {
	// Format is the name of the calls' format. It is required.
	Format string
	// Markers are the special tokens around a call: one opener and one closer. They are required.
	Markers Markers
	// Word comes before a call's name, such as "call:". Delimiter is at both ends of a string. Both
	// are required.
	Word, Delimiter string
	// If Typed is set, the schema says what a delimited value is. If it isn't, the delimiter alone
	// makes the value a string.
	Typed bool
	// Bare, if set, is the format of calls without the tokens. They count at a line start, for
	// declared tools, with a penalty. If Bare is empty, they are text.
	Bare string
}
