package markers

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/tags"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// Triggers are the bytes at which text stops to look closer, by what is quoted.
type Triggers struct {
	Plain, Lines, Think, Fence, Inline, JSON Stops
	FenceOpening                             Stops             // Fence, on its opening line
	lineBegin                                [256]bool         // Plain, where the marker for a line's start may be
	BodyWatched, LineWatched                 bytetable.Watched // of a message's body, and of a line's start
	Tags                                     [256]bool         // markers other than words begin with these
	Body                                     [256]bool         // in a message these may end it
	Ends                                     [256]bool         // markers other than words, and closers of thoughts, begin with these
	Header, FrameWord                        [256]bool         // what a word of a header ends at
	thoughtFence                             FenceEnds         // of a fence in a thought, whose closer ends it, too
	begin                                    [256][]*Marker    // the markers that begin with the byte
	prefilters                               [256]*prefilter   // which of these may be there, by the bytes that follow; nil: none
	seconds                                  [256]*[256]bool   // what may be behind a letter, or a first byte of a code point, that means something; nil: anything
	turnEnds                                 []*Marker         // the markers that may end a turn
	Starts                                   []Marker          // openers of thoughts and blocks, at the start of the output only
	Line                                     *Marker           // the marker that counts at a line start; nil: none
}

// Compile compiles a grammar. calls are the markers that open something, those that are looked for
// first in front, and starts are those that do so at the start of the output only.
func Compile(g *grammar.Grammar, calls, starts []Marker) *Triggers {
	t := new(Triggers)
	t.addSyntax(g)
	t.addMarkers(g, calls, starts)
	t.addTables(g)
	t.addSeconds(g)
	t.look()
	return t
}

// addSyntax adds the bytes of JSON, Python, Markdown and options, and those that begin tags.
func (t *Triggers) addSyntax(g *grammar.Grammar) {
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
}

// addMarkers adds the markers, and the bytes that they begin with.
func (t *Triggers) addMarkers(g *grammar.Grammar, calls, starts []Marker) {
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
		if m.Ends == body.EndsBlock || m.ClosesThoughts != 0 || m.Frame != 0 {
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
}

// addTables makes the tables of messages and headers of what begins markers.
func (t *Triggers) addTables(g *grammar.Grammar) {
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
}

// addSeconds notes what may be behind the bytes that begin markers.
func (t *Triggers) addSeconds(g *grammar.Grammar) {
	for c := range t.seconds {
		t.prefilters[c] = newPrefilter(byte(c), t.begin[c])
		if match.IsLetter(byte(c)) || c >= utf8.RuneSelf && len(t.begin[c]) > 0 {
			t.seconds[c] = t.secondsOf(byte(c), g.Options)
		} else {
			t.seconds[c] = fence.Second(byte(c))
		}
	}
}

// look makes of these bytes what text is searched for.
func (t *Triggers) look() {
	t.JSON = t.Plain
	t.JSON.In['\n'] = true
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
	t.BodyWatched = bytetable.Watched{First: &t.Body, Second: &t.seconds}
	t.LineWatched = bytetable.Watched{First: &t.lineBegin, Second: &lineSeconds}
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

// A TagTable is how calls in tags are written, and finds their tags.
type TagTable struct {
	*grammar.Tags
	Read tags.Reader // reads the tags
}

// NewTagTable is the table of what r reads.
func NewTagTable(r tags.Reader) *TagTable { return &TagTable{r.Tags, r} }

// Counting is the reader of the tags whose visits v counts.
func (t *TagTable) Counting(v *work.Counter) tags.Reader {
	r := t.Read
	r.Brackets.Visits = v
	return r
}

// Declaring is the reader of calls' opening tags, which name the tools that are declared.
func (t *TagTable) Declaring(cur *cursor.Cursor) tags.Reader {
	r := t.Counting(cur.Visits)
	r.Tools = cur.Config.Tools
	return r
}

// Optional reports whether there is a wrapper that need not be there, but has both of
// its tags or none.
func (t *TagTable) Optional() bool {
	return len(t.Wrappers) > 0 && t.Bare.Native() && t.WrapperDue
}

// Suffix is the prefix that was read with a tag, if the grammar's tags bear it as a suffix.
func (t *TagTable) Suffix(prefix string) string {
	if t.Brackets.Affix != grammar.Suffixed {
		return ""
	}
	return prefix
}

// CallOpener is the marker m of the opening tag of a call.
func (t *TagTable) CallOpener(m Marker) Marker {
	m.First, m.second, m.Look, m.probe = t.Brackets.Open[0], t.opens(), t.lookForCall, t.mayOpenCall
	return m
}

// CallCloser is the marker m of the closing tag of a call.
func (t *TagTable) CallCloser(m Marker) Marker {
	m.First, m.second, m.Match = t.Brackets.Open[0], t.closes(), t.matchCallEnd
	return m
}

// WrapperOpener is the marker m of the opening tag of a wrapper.
func (t *TagTable) WrapperOpener(m Marker) Marker {
	m.First, m.second, m.Match = t.Brackets.Open[0], t.opens(), t.matchWrapper
	return m
}

// WrapperCloser is the marker m of the closing tag of a wrapper.
func (t *TagTable) WrapperCloser(m Marker) Marker {
	m.First, m.second, m.Match = t.Brackets.Open[0], t.closes(), t.MatchWrapperEnd
	return m
}

// opens is what opening tags begin with behind their first byte.
func (t *TagTable) opens() second {
	s := secondOf(t.Brackets.Affix, t.Brackets.Open)
	if len(t.Brackets.Open) == 1 {
		s.not = t.closes().is
	}
	return s
}

// closes is the same for closing tags.
func (t *TagTable) closes() second { return secondOf(t.Brackets.Affix, t.Brackets.Close) }

// secondOf is what tags behind this bracket begin with.
func secondOf(affix grammar.Affix, bracket string) second {
	if affix == grammar.Gapped {
		bracket, _, _ = strings.Cut(bracket, " ")
	}
	if len(bracket) < 2 {
		return second{}
	}
	return second{is: bracket[1], rest: bracket[2:]}
}

func (t *TagTable) matchWrapper(v *work.Counter, b []byte, final bool) match.Answer {
	r := t.Counting(v)
	_, a := r.OpensWrapper(b, final)
	return a
}

// MatchWrapperEnd matches the closing tag of a wrapper.
func (t *TagTable) MatchWrapperEnd(v *work.Counter, b []byte, final bool) match.Answer {
	r := t.Counting(v)
	_, a := r.ClosesWrapper(b, final)
	return a
}

func (t *TagTable) matchCallEnd(v *work.Counter, b []byte, final bool) match.Answer {
	r := t.Counting(v)
	_, a := r.Brackets.Closing(b, t.Call.ClosedBy(), final)
	return a
}

// MatchCall matches the opening tag of a call, or what is damaged about it.
func (t *TagTable) MatchCall(cur *cursor.Cursor, b []byte, final bool) match.Answer {
	r := t.Declaring(cur)
	return t.callIn(&r, b, final)
}

// mayOpenCall is MatchCall, whatever tools are declared.
func (t *TagTable) mayOpenCall(v *work.Counter, b []byte, final bool) match.Answer {
	r := t.Counting(v)
	return t.callIn(&r, b, final)
}

func (t *TagTable) callIn(r *tags.Reader, b []byte, final bool) match.Answer {
	var o tags.Opened
	a := r.OpensCall(&o, b, final)
	if a == match.No {
		return t.damaged(r, b, &o, final)
	}
	return a
}

// damaged matches the opening tag of a call that isn't a right one.
func (t *TagTable) damaged(reader *tags.Reader, b []byte, o *tags.Opened, final bool) match.Answer {
	r := t.Counting(reader.Brackets.Visits)
	switch {
	case t.Call.Name == grammar.NameAssigned:
		return r.Begins(b, &t.Call, final)
	case t.Call.Name == grammar.NameBehind && final && o.Named && reader.Unfinished(b):
		return match.Answer(len(b))
	case t.Marked() && !(final && reader.Unfinished(b)):
		_, a := r.Brackets.Starts(b, r.Brackets.Open, t.Call.Word, final)
		for i := 0; a == match.No && i < len(t.WrongCalls); i++ {
			a = r.Begins(b, &grammar.Tag{Word: t.WrongCalls[i], Name: t.Call.Name}, final)
		}
		return a
	}
	return match.No
}

// Marked reports whether each tag bears a token, as tags do whose values are typed by a
// flag. In a wrapper, what begins as the tag of a call is one.
func (t *TagTable) Marked() bool {
	return t.InThought == grammar.ThoughtCounts && t.Typing == grammar.TypedByFlag
}

// openedCall is a call's opening tag that was read as a marker, so that its call
// needn't read it again. It is known until the window moves.
type openedCall struct {
	t      *TagTable
	tag    *byte // the first byte of the tag; nil: none was read
	opened tags.Opened
	answer match.Answer

	awaiting *TagTable // whose tag waits
	awaited  tags.Awaited
}

// forget notes that the window moves.
func (o *openedCall) forget() {
	if o != nil {
		o.tag = nil
	}
}

// reset makes it ready for another output.
func (o *openedCall) reset() {
	if o != nil {
		o.tag, o.awaiting = nil, nil
	}
}

// lookForCall is MatchCall in running text.
func (t *TagTable) lookForCall(ms *Finder, b []byte, final bool) match.Answer {
	o := ms.opened
	o.tag = nil
	at := ms.Cur.Window.End() - len(b)
	if !final && o.awaiting == t && o.awaited.Still(ms.Cur.Visits, at, b) {
		return match.More
	}
	r := t.Declaring(ms.Cur)
	a := r.OpensCall(&o.opened, b, final)
	switch {
	case a.Yes():
		o.t, o.tag, o.answer = t, &b[0], a
	case a == match.No:
		return t.damaged(&r, b, &o.opened, final)
	case o.opened.Awaits.Width > 0:
		o.awaiting = t
		o.awaited.Note(at, b, &o.opened, a)
	}
	return a
}

// OpenedAt is the opening tag of the call at offset at. It is read once, unless the window has moved.
func (t *TagTable) OpenedAt(ms *Finder, at int) (*tags.Opened, match.Answer) {
	b, o := ms.Cur.Rest(at), ms.opened
	if o.tag != &b[0] || o.t != t {
		o.tag = nil
		r := t.Declaring(ms.Cur)
		return &o.opened, r.OpensCall(&o.opened, b, true)
	}
	return &o.opened, o.answer
}

// Thoughts are some of a grammar's Thoughts.
type Thoughts uint32

// AnyThought is one that the prompt opened: no marker said of which kind it is.
const AnyThought Thoughts = 1<<32 - 1

// thoughtMarkers are the markers of a grammar's thoughts. starts are those that open a
// thought at the start of the output only.
func thoughtMarkers(g *grammar.Grammar) (openers, closers, starts []Marker) {
	for i, t := range g.Thoughts {
		list := &openers
		if t.PlainText() {
			list = &starts
		}
		for _, text := range t.Open {
			*list = append(*list, Written(text, Marker{OpensThoughts: 1 << i}))
		}
		for _, text := range t.Close {
			closers = append(closers, Written(text, Marker{ClosesThoughts: 1 << i}))
		}
	}
	return openers, closers, starts
}

// besideMarkers are the markers of tokens next to calls.
func besideMarkers(tokens []grammar.Token) []Marker {
	markers := make([]Marker, len(tokens))
	for i := range tokens {
		t := &tokens[i]
		markers[i] = Written(t.Text, Marker{Think: true, EndsThought: t.Counts == grammar.EndsThoughts, Always: t.Counts != grammar.NextToCalls})
	}
	return markers
}

// turnEndMarkers are the markers of a grammar's end-of-turn tokens.
func turnEndMarkers(tokens []string) []Marker {
	markers := make([]Marker, len(tokens))
	for i, token := range tokens {
		markers[i] = Marker{Text: token, Think: true, Ends: body.EndsBlock}
	}
	return markers
}

// Written is the marker m of a text as a table spells it.
func Written(text string, m Marker) Marker {
	if strings.ContainsAny(text, " "+grammar.Word) {
		return Spelled([]string{text}, false, m)
	}
	m.Text = text
	return m
}

// Spelled is the marker m of texts as a table spells them; fold: upper and lower case are the
// same. Its first byte is that of the first text.
func Spelled(texts []string, fold bool, m Marker) Marker {
	m.First = texts[0][0]
	m.Match = func(v *work.Counter, b []byte, final bool) match.Answer {
		return match.AnySpelling(v, texts, b, final, fold)
	}
	if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, grammar.Anything) }) {
		m.Look = func(ms *Finder, b []byte, final bool) match.Answer {
			at := ms.Cur.Window.End() - len(b)
			if at < ms.Cur.Base || &b[0] != &ms.Cur.Rest(at)[0] { // another text
				return m.Match(ms.Cur.Visits, b, final)
			}
			return match.AnySpellingAt(ms.Cur.Visits, buffers.Made(&ms.sought), at, texts, b, final, fold)
		}
	}
	return m
}
