package marks

import (
	"slices"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// Triggers are the bytes at which text stops to look closer, by what is quoted.
type Triggers struct {
	Plain, Lines, Think, Fence, Inline, JSON Stops
	FenceOpening                             Stops           // Fence, on its opening line
	lineBegin                                [256]bool       // Plain, where the marker for a line's start may be
	BodyTells, LineTells                     parsers.Tells   // of a message's body, and of a line's start
	Tags                                     [256]bool       // markers other than words begin with these
	Body                                     [256]bool       // in a message these may end it
	Ends                                     [256]bool       // markers other than words, and closers of thoughts, begin with these
	Header, FrameWord                        [256]bool       // what a word of a header ends at
	thoughtFence                             FenceEnds       // of a fence in a thought, whose closer ends it, too
	begin                                    [256][]*Marker  // the markers that begin with the byte
	sieves                                   [256]*sieve     // which of these may be there, by the bytes that follow; nil: none
	seconds                                  [256]*[256]bool // what may be behind a letter, or a first byte of a code point, that means something; nil: anything
	turnEnds                                 []*Marker       // the markers that may end a turn
	Starts                                   []Marker        // openers of thoughts and blocks, at the start of the output only
	Line                                     *Marker         // the marker that counts at a line start; nil: none
}

// Compile compiles a grammar. calls are the markers that open something, those that are looked for
// first in front, and starts are those that do so at the start of the output only.
func Compile(g *grammar.Grammar, calls, starts []Marker) *Triggers {
	t := new(Triggers)
	for _, s := range []*Stops{&t.Plain, &t.Think, &t.Fence} {
		s.In = fence.Begins
	}
	t.Inline.In[fence.Code], t.Inline.In['\n'] = true, true
	for _, s := range []*Stops{&t.Plain, &t.Think, &t.Inline, &t.Fence} {
		s.In['<'] = true
	}
	t.Tags['<'] = true
	if g.JSON != nil || g.Lead != nil {
		for _, c := range "{[}]" {
			t.Plain.In[c] = true
		}
	}
	if g.Python != nil && g.Python.Calls == grammar.PythonLists {
		t.Plain.In['['], t.Plain.In[']'] = true, true
	}
	if g.Options {
		for _, c := range "pP\n" {
			t.Plain.In[c] = true
		}
	}
	// Markers of calls are looked for before openers of thoughts. Openers are looked for
	// before tokens, since a longer opener may begin with a token. Closers are last.
	openers, closers, thoughtStarts := thoughtMarkers(g)
	t.Starts = append(thoughtStarts, starts...)
	t.thoughtFence = plainFence
	markers := slices.Concat(calls, openers, besideMarkers(g.Tokens), turnEndMarkers(g.TurnEnds), closers)
	for i := range markers {
		m := &markers[i]
		m.seeText()
		if m.Line {
			t.Line = m
			t.Plain.In['\n'] = true
			continue
		}
		if m.Ends == place.EndsBlock || m.ClosesThoughts != 0 || m.Frame != 0 {
			t.turnEnds = append(t.turnEnds, m)
		}
		c := m.First
		t.begin[c] = append(t.begin[c], m)
		t.Plain.In[c] = true
		t.Think.In[c] = t.Think.In[c] || !m.Word
		t.Tags[c] = t.Tags[c] || m.IsTag()
		t.Ends[c] = t.Ends[c] || t.Tags[c] || m.ClosesThoughts != 0
		t.Inline.In[c], t.Fence.In[c] = t.Inline.In[c] || t.Ends[c], t.Fence.In[c] || t.Ends[c]
		if m.ClosesThoughts != 0 {
			t.thoughtFence.Label[c], t.thoughtFence.Info[c] = true, true
		}
	}
	if g.Recipients != nil { // quotation hides it, so t.Inline and t.Fence don't know it
		t.Tags[g.Recipients.Open[0]] = true
	}
	for i := range g.Trees {
		t.Tags[g.Trees[i].Delimiter[0]] = true
	}
	t.Body, t.Header = t.Tags, t.Tags
	for _, c := range " \n\t\r" {
		t.Header[c] = true
	}
	for c, ends := range t.Header {
		t.FrameWord[c] = ends && !match.IsLetter(byte(c)) || c == '{'
	}
	if g.CallsInMessages() {
		t.Body[g.Frames.Messages.To[0]] = true
	}
	t.JSON = t.Plain
	t.JSON.In['\n'] = true
	for c := range t.seconds {
		t.sieves[c] = newSieve(byte(c), t.begin[c])
		if match.IsLetter(byte(c)) || c >= utf8.RuneSelf && len(t.begin[c]) > 0 {
			t.seconds[c] = t.secondsOf(byte(c), g.Options)
		} else {
			t.seconds[c] = fence.Second(byte(c))
		}
	}
	t.Lines, t.lineBegin = t.JSON, t.Plain.In
	t.FenceOpening = t.Fence
	t.FenceOpening.In['\n'] = true // behind that line, a newline ends nothing in a fence, and what counts at a line start doesn't count
	for _, s := range []*Stops{&t.Plain, &t.Lines, &t.Think, &t.Fence, &t.FenceOpening, &t.Inline, &t.JSON} {
		s.look(&t.seconds)
	}
	t.Plain.passCode()
	t.Lines.passCode()
	for _, s := range []*Stops{&t.Plain, &t.Lines, &t.Think} {
		s.Few = t.fewIn(&s.In)
	}
	lineSeconds := t.seconds
	if t.Line != nil {
		t.lineBegin[t.Line.First], lineSeconds[t.Line.First] = true, nil
	}
	t.BodyTells = parsers.Tells{First: &t.Body, Second: &t.seconds}
	t.LineTells = parsers.Tells{First: &t.lineBegin, Second: &lineSeconds}
	return t
}

// Begins reports whether a marker begins with the byte.
func (t *Triggers) Begins(c byte) bool { return len(t.begin[c]) > 0 }

// FenceEnds are the bytes that end the label of a fence, and those that end other words on the line that opens it.
type FenceEnds struct{ Label, Info [256]bool }

var plainFence = FenceEnds{*cursor.SetOf(" \t\r\n{[" + string(fence.Code)), *cursor.SetOf("\npP" + string(fence.Code))}

// FenceEnds are these bytes; think: the fence is in a thought.
func (t *Triggers) FenceEnds(think bool) *FenceEnds {
	if think {
		return &t.thoughtFence
	}
	return &plainFence
}

// OptionWord is looked for by its rarest letter, the second one.
const OptionWord = "option"

// secondsOf are the bytes that may be behind a byte that means something: the byte begins
// markers, or is that of the word "option". Nil: any may.
func (t *Triggers) secondsOf(c byte, options bool) *[256]bool {
	var seconds [256]bool
	for _, m := range t.begin[c] {
		behind := m.behind(c)
		if behind == nil {
			return nil
		}
		for d, may := range behind {
			seconds[d] = seconds[d] || may
		}
	}
	if options && c|0x20 == OptionWord[1] {
		seconds['t'], seconds['T'] = true, true
	}
	return &seconds
}
