package grammar

// Python says how calls are written as Python code, and where they count:
//
//	[get_weather(city='Oslo', days=3), get_time()]
//
// They are data: arguments are literals, and nothing is evaluated.
type Python struct {
	// Format is the name of the calls' format; StartFormat and FencedFormat are
	// that of a list at the start of the output, and of calls in a fence: "" for the same.
	Format, StartFormat, FencedFormat string
	// Calls says where calls count.
	Calls PythonCalls
	// Names says which names a list of calls may hold.
	Names PythonNames
	// Prefix may stand before a name by rule: dropping it is no repair.
	Prefix string
	// Blocks are the markers between which calls cost nothing.
	Blocks []PythonBlock
	// Token is what stands before a call of its own kind.
	Token *PythonToken
	// Fence is how calls are written in fences of its Label; nil: as in others.
	Fence *Python
	// Label, of a Fence, is the label of its fences, in lower case. Calls there cost nothing.
	Label string
}

// PythonCalls says where calls in Python count.
type PythonCalls uint8

const (
	// PythonLines: alone on their lines.
	PythonLines PythonCalls = iota
	// PythonPrinted: there, and where `print(` and the Prefix, wherever they stand in
	// running text, begin one, of whatever name.
	PythonPrinted
	// PythonLists: alone on their lines, in lists at the start of the output and in running text, and in
	// fences that hold nothing but calls.
	PythonLists
	// PythonMarked: between markers, and behind the Token.
	PythonMarked
)

// PythonNames says which names a list of calls may hold: from few to all.
type PythonNames uint8

const (
	// FirstDeclared: a list at the start of the output, and one whose first name is
	// declared, holds calls of any name. Where no tools are given there are no calls.
	FirstDeclared PythonNames = iota
	// AllDeclared: a list with a name that isn't declared is no list of calls. So its calls
	// are sent when it closed.
	AllDeclared
	// NoneDeclared: as FirstDeclared. Where no tools are given, a list at the start of the
	// output and what is in a block count all the same: the family writes calls so.
	NoneDeclared
)

// A PythonBlock is a pair of markers around a list, or around calls with white
// space, ',' or ';' between them. The marker that opens it may open a [Block]
// too, which takes what is no call in Python.
type PythonBlock struct {
	// Format is the name of the calls' format; "" for Python's own.
	Format string
	// Markers are one opener and one closer: special tokens, unless the [Block] says that they are plain.
	Markers Markers
	// Echoed: models repeat the list behind the closer, with a closer of its
	// own. Of one block at most.
	Echoed bool
}

// A PythonToken is a special token that announces code: one call,
//
//	<|python_tag|>NAME.call(key=value)
//
// or what else running text makes of it.
type PythonToken struct {
	// Format is the name of the calls' format.
	Format string
	// Token is the special token.
	Token string
	// Method may stand behind the name.
	Method string
	// Builtins are names that need no declaration where the Method stands behind them.
	Builtins []string
}

// Builtin reports whether the name is one of the Builtins.
func (t *PythonToken) Builtin(name []byte) bool {
	for _, builtin := range t.Builtins {
		if builtin == string(name) {
			return true
		}
	}
	return false
}

// Formats are the formats of the calls, those behind the Token apart.
func (p *Python) Formats() []string {
	formats := []string{p.Format}
	if p.Calls != PythonMarked {
		formats = append(formats, p.StartsAs(), p.FencedAs())
	}
	for i := range p.Blocks {
		formats = append(formats, p.BlockFormat(&p.Blocks[i]))
	}
	if p.Fence != nil {
		formats = append(formats, p.Fence.Formats()...)
	}
	return formats
}

// Echoed is the block that models repeat; nil: there is none.
func (p *Python) Echoed() *PythonBlock {
	for i := range p.Blocks {
		if p.Blocks[i].Echoed {
			return &p.Blocks[i]
		}
	}
	return nil
}

// BlockFormat is the format of the calls in a block.
func (p *Python) BlockFormat(b *PythonBlock) string { return either(b.Format, p.Format) }

// StartsAs is the format of a list at the start of the output.
func (p *Python) StartsAs() string { return either(p.StartFormat, p.Format) }

// FencedAs is the format of calls in a fence.
func (p *Python) FencedAs() string { return either(p.FencedFormat, p.Format) }

func either(format, otherwise string) string {
	if format != "" {
		return format
	}
	return otherwise
}

// PrintOpens is how Python's print begins.
const PrintOpens = "print("
