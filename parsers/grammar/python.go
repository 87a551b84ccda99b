package grammar

// Python says how calls are written as Python code, and where they count:
//
//	[get_weather(city='Oslo', days=3), get_time()]
//
// They are data: arguments are literals, and nothing is evaluated.
type Python struct {
	// Format is the name of the calls' format.
	Format string
	// Lists: lists of calls count, at the start of the output and in running
	// text, and so do fences that hold nothing but calls. Else calls count
	// only alone on their lines.
	Lists bool
	// Prefix may stand before a name by rule: dropping it is no repair.
	Prefix string
	// Printed: `print(` and the Prefix, wherever they stand in running text,
	// begin a call, of whatever name.
	Printed bool
	// Blocks are the tokens between which calls cost nothing.
	Blocks []PythonBlock
	// Token is what stands before a call of its own kind.
	Token *PythonToken
	// Fence is how calls are written in fences of a label of their own; nil: as
	// in others.
	Fence *PythonFence
	// NativeFence: in a fence calls cost nothing.
	NativeFence bool
}

// A PythonFence is how calls are written in a fence of this label, in lower case.
type PythonFence struct {
	Label string
	Calls Python
}

// A PythonBlock is a pair of special tokens around a list, or around calls
// with white space, ',' or ';' between them.
type PythonBlock struct{ Open, Close string }

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

// Builtin tells whether the name is one of the Builtins.
func (t *PythonToken) Builtin(name []byte) bool {
	for _, builtin := range t.Builtins {
		if builtin == string(name) {
			return true
		}
	}
	return false
}

// PrintOpens is how Python's print begins.
const PrintOpens = "print("

// Print is what begins a printed call; "" if nothing does.
func (p *Python) Print() string {
	if !p.Printed {
		return ""
	}
	return PrintOpens + p.Prefix
}
