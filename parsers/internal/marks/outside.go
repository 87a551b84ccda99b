package marks

// outside is what markers must know of what is around calls. What is around
// writes it down here.
type outside struct {
	Section bool // a section is open
	wrapped bool // a wrapper is open
	shellAt int  // a call here has tokens of its own before it; -1: none has
	begun   bool // a message began, or ended
	Calls   bool // a message to a tool is open that holds calls in tags
}

// InSection notes whether a section is open.
func (o *outside) InSection(open bool) { o.Section = open }

// MessageBegins notes that a message begins, or ends.
func (o *outside) MessageBegins() { o.begun = true }

// ToTool notes whether a message to a tool is open.
func (o *outside) ToTool(open bool) { o.Calls = open }

// InWrapper notes whether a wrapper is open.
func (o *outside) InWrapper(open bool) { o.wrapped = open }

// ShellEnds notes that the call at offset at has tokens before it.
func (o *outside) ShellEnds(at int) { o.shellAt = at }

// past reports whether what is here can't be a call: a message was seen, and none to
// a tool is open.
func (o *outside) past() bool { return o.begun && !o.Calls }

// Inside reports whether calls at offset at are in a wrapper, or behind a token.
func (o *outside) Inside(at int) bool { return o.wrapped || o.shellAt == at }
