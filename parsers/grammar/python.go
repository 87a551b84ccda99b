package grammar

// A Python is how a family takes calls that are written as Python code, beside
// those that a hook opens. Their names must be declared.
type Python struct {
	// Format is the name of the calls' format.
	Format string
	// Lists: lists of calls count, and fences whose body is calls.
	Lists bool
	// Prefix may stand before a name by rule: dropping it is no repair.
	Prefix string
	// Opened is what a hook reads where a line begins with it; "" for nothing.
	Opened string
	// Closer ends what a [Token] begins at which calls may stand.
	Closer string
}
