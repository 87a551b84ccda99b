package gateway

import (
	"html"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
)

// Finish ends the choice and decides what becomes of it. reason says why the model stopped.
func (c *Choice) Finish(reason parsers.FinishReason) *Fix {
	fix := &Fix{Report: NewReport()}
	c.fault.guard(func() { c.finish(fix, reason) })
	c.Close()
	if c.fault.happened() {
		fix = &Fix{Report: NewReport()}
		fix.Fault = c.fault.err
	}
	fix.Family = c.family.Name
	fix.Changed = fix.Content != nil || fix.Reasoning != nil || len(fix.Arguments) > 0 || len(fix.Added) > 0
	return fix
}

func (c *Choice) finish(fix *Fix, reason parsers.FinishReason) {
	content := c.read(&c.Content, reason)
	switch {
	case content.called():
		c.apply(fix, &c.Content, content)
	case len(c.Calls) == 0 && !c.Interrupted && strings.TrimSpace(c.Content.String()) == "":
		// A call in a thought is the last thing that the model wrote.
		if reasoning := c.read(&c.Reasoning, reason); reasoning.called() && strings.TrimSpace(reasoning.Content) == "" {
			c.apply(fix, &c.Reasoning, reasoning)
		}
	}
	c.repairCalls(fix, reason)
	fix.Repairs += c.Reworked
	fix.Invalid = content.invalid
	fix.Markup = content.markup
	fix.Method = c.method(fix, content)
}

// method says how the choice got its calls.
func (c *Choice) method(fix *Fix, content *reading) Method {
	switch {
	case len(fix.Added) > 0:
		return Parsed
	case len(c.Calls) > 0 && fix.Repairs > 0:
		return Repaired
	case len(c.Calls) > 0:
		return Standard
	case content.rejected:
		return Rejected
	case content.invalid > 0 || content.markup:
		return Leaked
	default:
		return None
	}
}

// A reading is what a parser made of a text, with only the calls that count.
type reading struct {
	*parsers.Result
	rejected bool // a call was under a threshold, or not allowed in plain text
	invalid  int
	results  int // that the model invented, and that are cut
	markup   bool
}

func (r *reading) called() bool { return len(r.ToolCalls) > 0 }

// read reads a text up to its end.
func (c *Choice) read(t *Text, reason parsers.FinishReason) *reading {
	text := t.String()
	if t.start == startEscaped {
		if r := c.readEscaped(t, text, reason); r != nil {
			return r
		}
	}
	r := &reading{Result: t.finish(reason)}
	c.reject(r, t, text, reason)
	if !c.accepts(r.Result) {
		return &reading{Result: &parsers.Result{Content: text}, rejected: true}
	}
	r.invalid, r.markup = leaks(text, r.Result)
	r.results = inventedResults(c.family, text, r.Segments)
	return r
}

// accepts reports whether the arguments of all calls may be used.
func (c *Choice) accepts(r *parsers.Result) bool {
	return !slices.ContainsFunc(r.ToolCalls, func(call parsers.ToolCall) bool {
		return !c.fixer.policy.accepts(c.offer.Tools, call.Name, call.Arguments)
	})
}

// reject reads the text again without the formats of calls that don't count, until all of them
// do: their text is content then, and so is what belongs to it.
func (c *Choice) reject(r *reading, t *Text, text string, reason parsers.FinishReason) {
	for _, invalid := range r.InvalidToolCalls {
		r.rejected = r.rejected || invalid.Reason == parsers.ReasonLowConfidence
	}
	var formats []string // that still count, once a call was refused
	for {
		plain := plainCalls(c.family, text, r.Result)
		var refused []string
		for i := range r.ToolCalls {
			if call := &r.ToolCalls[i]; plain[i] && !c.allowsPlain(call) {
				refused = append(refused, call.Format)
			}
		}
		if len(refused) == 0 {
			return
		}
		if r.rejected = true; formats == nil {
			formats = t.formats()
		}
		formats = slices.DeleteFunc(formats, func(s string) bool { return slices.Contains(refused, s) })
		if len(formats) == 0 { // no list means all formats
			r.Result = &parsers.Result{Content: text}
			return
		}
		options := t.config.Options
		options.Formats = formats
		r.Result = t.again(text, options, reason)
	}
}

// allowsPlain reports whether a call in plain text counts.
func (c *Choice) allowsPlain(call *parsers.ToolCall) bool {
	p := &c.fixer.policy
	return !c.offer.MarkupOnly && !p.requiresMarkup(call.Name) && call.Confidence >= p.MinPlainConfidence
}

// formats are the names of all formats that the text's family reads.
func (t *Text) formats() []string {
	var names []string
	for _, format := range slices.Concat(t.family.Formats, t.family.CommonFormats) {
		names = append(names, format.Name)
	}
	return names
}

// readEscaped reads a text that a server escaped as HTML: markup starts it, and everything is
// escaped. It counts only if nothing but calls in markup is in it. Nil: it doesn't count.
func (c *Choice) readEscaped(t *Text, text string, reason parsers.FinishReason) *reading {
	if strings.ContainsAny(text, "<>") {
		return nil
	}
	unescaped := html.UnescapeString(text)
	if strings.Contains(text, `"`) { // quotes weren't escaped: what looks so is the model's
		unescaped = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(text)
	}
	r := t.again(unescaped, t.config.Options, reason)
	if len(r.ToolCalls) == 0 || len(r.InvalidToolCalls) > 0 || r.Content != "" {
		return nil
	}
	if slices.Contains(plainCalls(c.family, unescaped, r), true) || !c.accepts(r) {
		return nil
	}
	return &reading{Result: r, results: inventedResults(c.family, unescaped, r.Segments)}
}

// apply makes the calls of a text calls of the choice. Those that the upstream returned, too, go
// from the text; if their structured arguments are empty, the text's are used.
func (c *Choice) apply(fix *Fix, t *Text, r *reading) {
	rest := r.Content
	if t == &c.Reasoning {
		rest = r.Reasoning
	}
	rest = t.withLead(rest, r.Segments)
	if !t.follows(rest) {
		return // can't happen; the text stays as it came
	}
	calls := matching{choice: c, taken: make([]bool, len(c.Calls)), filled: map[int]string{}}
	for i := range r.ToolCalls {
		call := &r.ToolCalls[i]
		if !calls.match(call) {
			fix.Added = append(fix.Added, AddedCall{ID: call.ID, Name: call.Name, Arguments: call.Arguments, GeneratedID: call.IDSynthesized})
			fix.Repairs += len(call.Repairs)
		}
		fix.Found = append(fix.Found, Found{call.Format, call.Confidence})
		fix.Formats = addOnce(fix.Formats, call.Format)
		fix.Confidence = min(fix.Confidence, call.Confidence)
	}
	fix.Calls = len(r.ToolCalls)
	fix.Results = r.results
	fix.Arguments = calls.filled
	if t == &c.Reasoning {
		fix.Reasoning, fix.ReasoningEnds = &rest, t.ends(rest, r.Segments)
	} else {
		fix.Content, fix.ContentEnds = &rest, t.ends(rest, r.Segments)
	}
}

// A matching finds the structured calls that the text holds, too. Each is found once.
type matching struct {
	choice *Choice
	taken  []bool
	filled map[int]string
}

// match reports whether the call is a structured one: the same arguments, or none where the text
// has some.
func (m *matching) match(call *parsers.ToolCall) bool {
	for i, own := range m.choice.Calls {
		if !m.taken[i] && own.Name == call.Name && sameArguments(own.Arguments(), call.Arguments) {
			m.taken[i] = true
			return true
		}
	}
	for i, own := range m.choice.Calls {
		if !m.taken[i] && own.Name == call.Name && blank(own.Arguments()) && own.follows(call.Arguments) {
			m.taken[i] = true
			m.filled[i] = call.Arguments
			return true
		}
	}
	return false
}

// repairCalls repairs the arguments of the structured calls that aren't JSON. Where the output may have been cut off, all of
// them stay as they came: closed, half of them could do what the model didn't mean.
func (c *Choice) repairCalls(fix *Fix, reason parsers.FinishReason) {
	if reason == parsers.FinishLength || reason == parsers.FinishUnspecified {
		return
	}
	for i, call := range c.Calls {
		if _, filled := fix.Arguments[i]; filled || call.CutOff || call.passes {
			continue
		}
		arguments, ok := call.repaired()
		if ok && arguments == call.Arguments() {
			continue
		}
		if !ok || !call.follows(arguments) || !c.fixer.policy.accepts(c.offer.Tools, call.Name, arguments) {
			fix.Unrepaired++
			continue
		}
		if fix.Arguments == nil {
			fix.Arguments = map[int]string{}
		}
		fix.Arguments[i] = arguments
		fix.Repairs += max(call.repairs, 1)
	}
}
