package grammar

import (
	"errors"
	"slices"
)

// A Problem is a mistake in a table: the field with the mistake, and a message that says
// what to write there instead.
type Problem struct{ Field, Message string }

// Error implements error.
func (p *Problem) Error() string { return p.Field + ": " + p.Message }

// Check returns everything that is wrong with the table by itself. The error joins a [Problem] for
// each mistake. It is nil if there is no mistake.
func (g *Grammar) Check() error {
	c := new(checker)
	c.table(g)
	c.hidden(g.Shared)
	return errors.Join(c.problems...)
}

// Formats returns the names of the formats that the table's calls have, each once.
func (g *Grammar) Formats() []string {
	c := new(checker)
	c.table(g)
	slices.Sort(c.formats)
	return slices.Compact(c.formats)
}

// NonJSONFormats returns the formats whose arguments aren't written as JSON. A test that looks for
// a call's arguments in the output must know these formats.
func (g *Grammar) NonJSONFormats() (formats []string) {
	for i := range g.Tags {
		formats = append(formats, g.Tags[i].Format)
		if e := g.Tags[i].Elements; e != nil {
			formats = append(formats, e.Format)
		}
	}
	for i := range g.Trees {
		formats = append(formats, g.Trees[i].Format, g.Trees[i].Bare)
	}
	if g.Python != nil {
		formats = append(formats, g.Python.Formats()...)
		if g.Python.Token != nil {
			formats = append(formats, g.Python.Token.Format)
		}
	}
	if g.Frames != nil && g.Frames.Messages != nil && g.Frames.Messages.Body != nil {
		formats = append(formats, g.Frames.Messages.Format)
	}
	return formats
}

// table checks the entries of the table, in the order in which their markers are looked for.
func (c *checker) table(g *Grammar) {
	if g.Frames != nil {
		c.frames(g.Frames)
	}
	for i := range g.Trees {
		c.tree(index("Trees", i), &g.Trees[i])
	}
	if g.Python != nil {
		c.python(g.Python)
	}
	for i := range g.Tags {
		c.tags(index("Tags", i), &g.Tags[i])
		c.openingTags(index("Tags", i), &g.Tags[i])
		c.framed(index("Tags", i), &g.Tags[i], g.Frames)
	}
	for i := range g.Blocks {
		c.block(index("Blocks", i), &g.Blocks[i])
	}
	for i := range g.Results {
		field := index("Results", i)
		c.markers(field, &g.Results[i], c.opener)
		c.note(field+".Open", g.Results[i].Open, marker{fold: true})
	}
	for i := range g.Named {
		c.named(index("Named", i), &g.Named[i])
	}
	for i := range g.Thoughts {
		c.thought(index("Thoughts", i), &g.Thoughts[i])
	}
	for i, t := range g.Tokens {
		c.seek(index("Tokens", i)+".Text", t.Text)
	}
	c.seekAll("TurnEnds", g.TurnEnds, marker{})
	for i, t := range g.Thoughts {
		c.note(index("Thoughts", i)+".Close", t.Close, marker{})
	}
	n := len(g.Thoughts)
	c.when(n > maxThoughts, "Thoughts", "there are %d; at most %d can be distinguished", n, maxThoughts)
	c.unmarked(g)
}

// unmarked checks what has no markers that are looked for in running text.
func (c *checker) unmarked(g *Grammar) {
	if g.JSON != nil {
		c.callShape("JSON", g.JSON)
	}
	if g.Lead != nil {
		c.callShape("Lead.Shape", g.Lead.Shape)
	}
	for i := range g.Documents {
		c.document(index("Documents", i), &g.Documents[i])
	}
	if g.Recipients != nil {
		c.recipients(g.Recipients)
	}
	if g.Answer != nil {
		c.markers("Answer", g.Answer, c.opener)
	}
	c.counts(g.FunctionTags, g.NameLines)
}

// thought checks the markers of thoughts: all openers are markers, or all are plain text.
func (c *checker) thought(field string, m *Markers) {
	if !m.PlainText() {
		c.markers(field, m, c.opener)
		c.note(field+".Open", m.Open, marker{})
		return
	}
	c.markers(field, m, func(field, text string) { c.text(field, text) })
	for i, text := range m.Open {
		one := Between(text, "")
		c.when(text != "" && !one.PlainText(), index(field+".Open", i),
			"%q counts anywhere, and the opener before it only at the start of the output; put it into an entry of its own", text)
	}
}

// maxThoughts is how many kinds of thoughts can be distinguished.
const maxThoughts = 32
