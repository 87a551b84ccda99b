package grammar

import (
	"bytes"
	"cmp"
	"slices"
)

// Python says how calls are written as Python code, and where they count:
//
//	[get_weather(city='Oslo', days=3), get_time()]
//
// They are data: arguments are literals, and nothing is evaluated.
type Python struct {
	// Format is the name of the calls' format. It is required. StartFormat is the format of a list
	// at the start of the output. If it is empty, it is the same as Format.
	Format, StartFormat string
	// Calls says where calls count. The default is [PythonLines].
	Calls PythonCalls
	// Names says which names a list of calls may hold. The default is [FirstDeclared].
	Names PythonNames
	// Prefix may come before a name, such as "default_api.". Dropping it is no repair. If it is
	// empty, there is none.
	Prefix string
	// Blocks are the markers between which calls have no penalty.
	Blocks []PythonBlock
	// Token is the special token before a call of its own kind. If it is nil, there is none.
	Token *PythonToken
	// Fence says how calls are written in fences with its Label. If it is nil, they are written as
	// elsewhere.
	Fence *Python
	// Label is set in a Fence only. It is the label of the fences, in lower case. Calls in these
	// fences have no penalty. If it is empty, the Fence says how calls are written in all fences,
	// and they have a penalty of 0.3.
	Label string
}

// PythonCalls says where calls in Python count.
type PythonCalls uint8

const (
	// PythonLines: alone on their lines.
	PythonLines PythonCalls = iota
	// PythonPrinted: alone on their lines, and anywhere in running text where `print(` or the
	// Prefix begins a call, whatever its name is.
	PythonPrinted
	// PythonLists: alone on their lines, in lists at the start of the output and in running text,
	// and in fences that hold nothing but calls.
	PythonLists
	// PythonMarked: between markers, and after the Token.
	PythonMarked
)

// PythonNames says which names a list of calls may hold.
type PythonNames uint8

const (
	// FirstDeclared: a list at the start of the output, and one whose first name is
	// declared, holds calls of any name. Where no tools are given there are no calls.
	FirstDeclared PythonNames = iota
	// AllDeclared: a list with a name that isn't declared isn't a list of calls. So its calls are
	// sent only once it closed.
	AllDeclared
	// NoneDeclared: as FirstDeclared. But where no tools are given, a list at the start of the
	// output and the calls in a block count, too, because the family writes calls without tools.
	NoneDeclared
)

// A PythonBlock is a pair of markers around a list, or around calls with white space, ',' or ';'
// between them. Its opener may also open a [Block], which then gets what isn't a call in Python.
type PythonBlock struct {
	// Format is the name of the calls' format. If it is empty, it is Python's own.
	Format string
	// Markers are one opener and one closer. They are special tokens, unless the [Block] says that
	// they are plain.
	Markers Markers
	// If Echoed is set, models repeat the list after the closer, with a closer of its own. At most
	// one block may set it.
	Echoed bool
}

// A PythonToken is a special token that announces code. The code is one call,
//
//	<|python_tag|>NAME.call(key=value)
//
// or is read as running text.
type PythonToken struct {
	// Format is the name of the calls' format. It is required.
	Format string
	// Token is the special token. It is required.
	Token string
	// Method may come after the name, such as ".call". If it is empty, there is none.
	Method string
	// Builtins are names that need no declaration if the Method comes after them.
	Builtins []string
}

// Builtin reports whether the name is one of the Builtins.
func (t *PythonToken) Builtin(name []byte) bool {
	return slices.Contains(t.Builtins, string(name))
}

// Formats returns the formats of the calls, except for those after the Token.
func (p *Python) Formats() []string {
	formats := []string{p.Format}
	if p.Calls != PythonMarked {
		formats = append(formats, p.StartsAs())
	}
	for i := range p.Blocks {
		formats = append(formats, p.BlockFormat(&p.Blocks[i]))
	}
	if p.Fence != nil {
		formats = append(formats, p.Fence.Formats()...)
	}
	return formats
}

// Echoed returns the block that models repeat, or nil if there is none.
func (p *Python) Echoed() *PythonBlock {
	for i := range p.Blocks {
		if p.Blocks[i].Echoed {
			return &p.Blocks[i]
		}
	}
	return nil
}

// BlockFormat returns the format of the calls in a block.
func (p *Python) BlockFormat(b *PythonBlock) string { return cmp.Or(b.Format, p.Format) }

// StartsAs returns the format of a list at the start of the output.
func (p *Python) StartsAs() string { return cmp.Or(p.StartFormat, p.Format) }

// Fences reports whether Fence says how calls are written in fences with the label.
func (p *Python) Fences(label []byte) bool {
	return p != nil && p.Fence != nil && (p.Fence.Label == "" || bytes.EqualFold(label, []byte(p.Fence.Label)))
}

// PrintOpens is how Python's print begins.
const PrintOpens = "print("
