package gateway

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
)

// A Choice is one message of a response, as it comes in. It is used by one goroutine at a time;
// end it with Finish, or Close if it is abandoned.
type Choice struct {
	Content   Text
	Reasoning Text
	// Calls are the structured calls, in the order in which they began.
	Calls []*Call
	// Interrupted: something that is neither text nor a call follows the reasoning. Then no call
	// in it is the last thing that the model wrote, so none counts.
	Interrupted bool
	// Reworked is how many structured calls the reader changes in another way than by their arguments, since clients can't use them.
	Reworked int

	fixer  *Fixer
	offer  *Offer
	family *parsers.Family
	fault  fault

	byID      map[string]*Call // the first call with an id
	arguments int              // bytes of those of all calls
}

// Len is how many bytes of texts and arguments came in.
func (c *Choice) Len() int { return c.Content.Len() + c.Reasoning.Len() + c.arguments }

// NewChoice starts a choice of a response to a request. served is the model that the upstream
// says it served; empty if it says nothing.
func (f *Fixer) NewChoice(offer *Offer, served string) *Choice {
	c := &Choice{fixer: f, offer: offer, family: f.familyOf(served, offer.Model)}
	config := f.config(offer)
	c.Content = Text{family: c.family, config: config, fault: &c.fault, fixer: f}
	config.ReasoningOpen = true
	config.Options.SeparateReasoning = true
	config.Options.ContentPolicy = parsers.ContentVerbatim
	c.Reasoning = Text{family: c.family, config: config, fault: &c.fault, fixer: f}
	return c
}

// SeparateThought separates the thought at the start of the content, where the policy asks for it: pieces of the content are to be fed
// with Text.Separate.
func (c *Choice) SeparateThought() {
	c.Content.thought = c.fixer.newThought(c.offer, c.family, &c.fault)
}

// Begin starts a structured call.
func (c *Choice) Begin(id, name string) *Call {
	call := &Call{ID: id, Name: name, choice: c, passes: !c.fixer.tally.add(), Twin: c.byID[id]}
	if id != "" && call.Twin == nil && !call.passes {
		if c.byID == nil {
			c.byID = map[string]*Call{}
		}
		c.byID[id] = call
	}
	c.Calls = append(c.Calls, call)
	return call
}

// DropTwin drops a call, whose arguments have all come, if it is its twin once more.
func (c *Choice) DropTwin(call *Call) (dropped bool) {
	twin := call.Twin
	call.Twin = nil
	if twin == nil || twin.Name != call.Name || !twin.Repeats(call.Arguments()) {
		return false
	}
	i := len(c.Calls) - 1
	for c.Calls[i] != call {
		i--
	}
	c.Calls = slices.Delete(c.Calls, i, i+1)
	c.Reworked++
	return true
}

// LimitText abandons the choice if its texts are longer than MaxTextBytes.
func (c *Choice) LimitText() {
	if c.Content.Len()+c.Reasoning.Len() > MaxTextBytes {
		c.Abandon(fmt.Errorf("a text of more than %d bytes", MaxTextBytes))
	}
}

// Declared reports whether the request offers the tool, and whether the name may also be the start
// of another tool's.
func (c *Choice) Declared(name string) (declared, start bool) {
	for i := range c.offer.Tools.Len() {
		other := c.offer.Tools.At(i).Name
		start = start || len(other) > len(name) && strings.HasPrefix(other, name)
	}
	return c.offer.Tools.Declared(name), start
}

// Abandon gives the fix up, for the reason err: from now on the choice goes on as it came.
func (c *Choice) Abandon(err error) {
	if !c.fault.happened() {
		c.fault.err = err
	}
	c.Close()
}

// Fault is why the fix was given up; nil if it wasn't.
func (c *Choice) Fault() error { return c.fault.err }

// Close gives back what an unfinished choice takes.
func (c *Choice) Close() {
	c.Content.close()
	c.Reasoning.close()
	for _, call := range c.Calls {
		call.close()
	}
}

// A Fix is what becomes of a choice.
type Fix struct {
	Report
	// Content and Reasoning are the new texts; nil: they stay.
	Content, Reasoning *string
	// ContentEnds and ReasoningEnds are where the parts of a new text end in it, in order; see
	// Text.Split.
	ContentEnds, ReasoningEnds []int
	// Arguments are the new arguments of Choice.Calls, by index. Calls that aren't here keep
	// theirs.
	Arguments map[int]string
	// Added are the calls that were found in text and aren't in Choice.Calls.
	Added []AddedCall
}

// An AddedCall is a call that was found in text.
type AddedCall struct {
	ID, Name, Arguments string
	// GeneratedID: the ID isn't the model's.
	GeneratedID bool
}

// Refused is the fix in place of one that an API can't express: it changes nothing.
func (f *Fix) Refused() *Fix {
	refused := &Fix{Report: NewReport()}
	refused.Family, refused.Method = f.Family, Rejected
	return refused
}
