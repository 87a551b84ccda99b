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

// Compile compiles a grammar. calls are the markers that open something, and starts are those that do so
// at the start of the output only.
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
func (tr *Triggers) addSyntax(g *grammar.Grammar) {
	for _, s := range []*Stops{&tr.Plain, &tr.Think, &tr.Fence} {
		s.In = fence.Begins
	}
	tr.Inline.In[fence.Code], tr.Inline.In['\n'] = true, true
	for _, s := range []*Stops{&tr.Plain, &tr.Think, &tr.Inline, &tr.Fence} {
		s.In['<'] = true
	}
	tr.Tags['<'] = true
	if g.JSON != nil || g.Lead != nil {
		for _, c := range "{[}]" {
			tr.Plain.In[c] = true
		}
	}
	if g.Python != nil && g.Python.Calls == grammar.PythonLists {
		tr.Plain.In['['], tr.Plain.In[']'] = true, true
	}
	if g.Options {
		for _, c := range "pP\n" {
			tr.Plain.In[c] = true
		}
	}
}

// addMarkers adds the markers, and the bytes that they begin with.
func (tr *Triggers) addMarkers(g *grammar.Grammar, calls, starts []Marker) {
	openers, closers, thoughtStarts := thoughtMarkers(g)
	tr.Starts = append(thoughtStarts, starts...)
	tr.thoughtFence = plainFence
	markers := slices.Concat(calls, openers, besideMarkers(g.Tokens), turnEndMarkers(g.TurnEnds), closers)
	for i := range markers {
		m := &markers[i]
		m.seeText()
		if m.Line {
			tr.Line = m
			tr.Plain.In['\n'] = true
			continue
		}
		if m.Ends == body.EndsBlock || m.ClosesThoughts != 0 || m.Frame != 0 {
			tr.turnEnds = append(tr.turnEnds, m)
		}
		c := m.First
		tr.begin[c] = insert(tr.begin[c], m)
		tr.Plain.In[c] = true
		tr.Think.In[c] = tr.Think.In[c] || m.Word == NoWord
		tr.Tags[c] = tr.Tags[c] || m.IsTag()
		tr.Ends[c] = tr.Ends[c] || tr.Tags[c] || m.ClosesThoughts != 0
		tr.Inline.In[c], tr.Fence.In[c] = tr.Inline.In[c] || tr.Ends[c], tr.Fence.In[c] || tr.Ends[c]
		if m.ClosesThoughts != 0 {
			tr.thoughtFence.Label[c], tr.thoughtFence.Info[c] = true, true
		}
	}
}

// insert adds a marker to a list. If one marker begins another, the longer one is first: it wins. Of
// markers that are the same, the one that was added first wins.
func insert(list []*Marker, m *Marker) []*Marker {
	for _, other := range list {
		if other.same(m) {
			other.found.shares, m.found.shares = true, true
		}
	}
	i := slices.IndexFunc(list, func(other *Marker) bool { return other.begins(m) })
	if i < 0 {
		i = len(list)
	}
	return slices.Insert(list, i, m)
}

// addTables makes the tables of messages and headers of what begins markers.
func (tr *Triggers) addTables(g *grammar.Grammar) {
	if g.Recipients != nil { // quotation hides it, so t.Inline and t.Fence don't know it
		tr.Tags[g.Recipients.Open[0]] = true
	}
	for i := range g.Trees {
		tr.Tags[g.Trees[i].Delimiter[0]] = true
	}
	tr.Body, tr.Header = tr.Tags, tr.Tags
	for _, c := range " \n\t\r" {
		tr.Header[c] = true
	}
	for c, ends := range tr.Header {
		tr.FrameWord[c] = ends && !match.IsLetter(byte(c)) || c == '{'
	}
	if g.CallsInMessages() {
		tr.Body[g.Frames.Messages.To[0]] = true
	}
}

// addSeconds notes what may be behind the bytes that begin markers.
func (tr *Triggers) addSeconds(g *grammar.Grammar) {
	for c := range tr.seconds {
		tr.prefilters[c] = newPrefilter(byte(c), tr.begin[c])
		if match.IsLetter(byte(c)) || c >= utf8.RuneSelf && len(tr.begin[c]) > 0 {
			tr.seconds[c] = tr.secondsOf(byte(c), g.Options)
		} else {
			tr.seconds[c] = fence.Second(byte(c))
		}
	}
}

// look makes of these bytes what text is searched for.
func (tr *Triggers) look() {
	tr.JSON = tr.Plain
	tr.JSON.In['\n'] = true
	tr.Lines, tr.lineBegin = tr.JSON, tr.Plain.In
	tr.FenceOpening = tr.Fence
	tr.FenceOpening.In['\n'] = true // behind that line, a newline ends nothing in a fence, and what counts at a line start doesn't count
	for _, s := range []*Stops{&tr.Plain, &tr.Lines, &tr.Think, &tr.Fence, &tr.FenceOpening, &tr.Inline, &tr.JSON} {
		s.look(&tr.seconds)
	}
	tr.Plain.passCode()
	tr.Lines.passCode()
	for _, s := range []*Stops{&tr.Plain, &tr.Lines, &tr.Think} {
		s.Few = tr.fewIn(&s.In)
	}
	lineSeconds := tr.seconds
	if tr.Line != nil {
		tr.lineBegin[tr.Line.First], lineSeconds[tr.Line.First] = true, nil
	}
	tr.BodyWatched = bytetable.Watched{First: &tr.Body, Second: &tr.seconds}
	tr.LineWatched = bytetable.Watched{First: &tr.lineBegin, Second: &lineSeconds}
}

// Begins reports whether a marker begins with the byte.
func (tr *Triggers) Begins(c byte) bool { return len(tr.begin[c]) > 0 }

// FenceEnds are the bytes that end the label of a fence, and those that end other words on the line that opens it.
type FenceEnds struct{ Label, Info [256]bool }

var plainFence = FenceEnds{*cursor.SetOf(" \t\r\n{[" + string(fence.Code)), *cursor.SetOf("\npP" + string(fence.Code))}

// FenceEnds are these bytes; think: the fence is in a thought.
func (tr *Triggers) FenceEnds(think bool) *FenceEnds {
	if think {
		return &tr.thoughtFence
	}
	return &plainFence
}

// OptionWord is looked for by its rarest letter, the second one.
const OptionWord = "option"

// secondsOf are the bytes that may be behind a byte that means something: the byte begins
// markers, or is that of the word "option". Nil: any may.
func (tr *Triggers) secondsOf(c byte, options bool) *[256]bool {
	var seconds [256]bool
	for _, m := range tr.begin[c] {
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
func (tt *TagTable) Counting(v *work.Counter) tags.Reader {
	r := tt.Read
	r.Brackets.Visits = v
	return r
}

// Declaring is the reader of calls' opening tags, which name the tools that are declared.
func (tt *TagTable) Declaring(cur *cursor.Cursor) tags.Reader {
	r := tt.Counting(cur.Visits)
	r.Tools = cur.Config.Tools
	return r
}

// Optional reports whether there is a wrapper that need not be there, but has both of
// its tags or none.
func (tt *TagTable) Optional() bool {
	return len(tt.Wrappers) > 0 && tt.Bare.Native() && tt.WrapperDue
}

// Suffix is the prefix that was read with a tag, if the grammar's tags bear it as a suffix.
func (tt *TagTable) Suffix(prefix string) string {
	if tt.Brackets.Affix != grammar.Suffixed {
		return ""
	}
	return prefix
}

// CallOpener is the marker m of the opening tag of a call.
func (tt *TagTable) CallOpener(m Marker) Marker {
	m.First, m.found.second, m.Look, m.found.probe = tt.Brackets.Open[0], tt.opens(), tt.lookForCall, tt.mayOpenCall
	_, call := tt.Openers()
	m.found.written = []string{call}
	return m
}

// CallCloser is the marker m of the closing tag of a call.
func (tt *TagTable) CallCloser(m Marker) Marker {
	m.First, m.found.second, m.Match = tt.Brackets.Open[0], tt.closes(), tt.matchCallEnd
	return m
}

// WrapperOpener is the marker m of the opening tag of a wrapper.
func (tt *TagTable) WrapperOpener(m Marker) Marker {
	m.First, m.found.second, m.Match = tt.Brackets.Open[0], tt.opens(), tt.matchWrapper
	m.found.written, _ = tt.Openers()
	return m
}

// WrapperCloser is the marker m of the closing tag of a wrapper.
func (tt *TagTable) WrapperCloser(m Marker) Marker {
	m.First, m.found.second, m.Match = tt.Brackets.Open[0], tt.closes(), tt.MatchWrapperEnd
	return m
}

// opens is what opening tags begin with behind their first byte.
func (tt *TagTable) opens() second {
	s := secondOf(tt.Brackets.Affix, tt.Brackets.Open)
	if len(tt.Brackets.Open) == 1 {
		s.not = tt.closes().is
	}
	return s
}

// closes is the same for closing tags.
func (tt *TagTable) closes() second { return secondOf(tt.Brackets.Affix, tt.Brackets.Close) }

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

func (tt *TagTable) matchWrapper(v *work.Counter, b []byte, final bool) match.Answer {
	r := tt.Counting(v)
	_, a := r.OpensWrapper(b, final)
	return a
}

// MatchWrapperEnd matches the closing tag of a wrapper.
func (tt *TagTable) MatchWrapperEnd(v *work.Counter, b []byte, final bool) match.Answer {
	r := tt.Counting(v)
	_, a := r.ClosesWrapper(b, final)
	return a
}

func (tt *TagTable) matchCallEnd(v *work.Counter, b []byte, final bool) match.Answer {
	r := tt.Counting(v)
	_, a := r.Brackets.Closing(b, tt.Call.ClosedBy(), final)
	return a
}

// MatchCall matches the opening tag of a call, or what is damaged about it.
func (tt *TagTable) MatchCall(cur *cursor.Cursor, b []byte, final bool) match.Answer {
	r := tt.Declaring(cur)
	return tt.callIn(&r, b, final)
}

// mayOpenCall is MatchCall, whatever tools are declared.
func (tt *TagTable) mayOpenCall(v *work.Counter, b []byte, final bool) match.Answer {
	r := tt.Counting(v)
	return tt.callIn(&r, b, final)
}

func (tt *TagTable) callIn(r *tags.Reader, b []byte, final bool) match.Answer {
	var o tags.Opened
	a := r.OpensCall(&o, b, final)
	if a == match.No {
		return tt.damaged(r, b, &o, final)
	}
	return a
}

// damaged matches the opening tag of a call that isn't a right one.
func (tt *TagTable) damaged(reader *tags.Reader, b []byte, o *tags.Opened, final bool) match.Answer {
	r := tt.Counting(reader.Brackets.Visits)
	switch {
	case tt.Call.Name == grammar.NameAssigned:
		return r.Begins(b, &tt.Call, final)
	case tt.Call.Name == grammar.NameBehind && final && o.Named && reader.Unfinished(b):
		return match.Answer(len(b))
	case tt.Marked() && !(final && reader.Unfinished(b)):
		_, a := r.Brackets.Starts(b, r.Brackets.Open, tt.Call.Word, final)
		for i := 0; a == match.No && i < len(tt.WrongCalls); i++ {
			if tt.WrongCalls[i] == tt.Parameter.Word {
				continue // what follows decides whether it is a call
			}
			a = r.Begins(b, &grammar.Tag{Word: tt.WrongCalls[i], Name: tt.Call.Name}, final)
		}
		return a
	}
	return match.No
}

// Marked reports whether each tag bears a token, as tags do whose values are typed by a
// flag. In a wrapper, what begins as the tag of a call is one.
func (tt *TagTable) Marked() bool {
	return tt.InThought == grammar.ThoughtCounts && tt.Typing == grammar.TypedByFlag
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
func (tt *TagTable) lookForCall(ms *Finder, b []byte, final bool) match.Answer {
	o := ms.opened
	o.tag = nil
	at := ms.Cur.Window.End() - len(b)
	if !final && o.awaiting == tt && o.awaited.Still(ms.Cur.Visits, at, b) {
		return match.More
	}
	r := tt.Declaring(ms.Cur)
	a := r.OpensCall(&o.opened, b, final)
	switch {
	case a.Yes():
		o.t, o.tag, o.answer = tt, &b[0], a
	case a == match.No:
		return tt.damaged(&r, b, &o.opened, final)
	case o.opened.Awaits.Width > 0:
		o.awaiting = tt
		o.awaited.Note(at, b, &o.opened, a)
	}
	return a
}

// OpenedAt is the opening tag of the call at offset at. It is read once, unless the window has moved.
func (tt *TagTable) OpenedAt(ms *Finder, at int) (*tags.Opened, match.Answer) {
	b, o := ms.Cur.Rest(at), ms.opened
	if o.tag != &b[0] || o.t != tt {
		o.tag = nil
		r := tt.Declaring(ms.Cur)
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
	for _, text := range texts {
		m.found.written = append(m.found.written, grammar.Written(text))
	}
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
