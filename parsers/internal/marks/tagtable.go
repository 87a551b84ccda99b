package marks

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/tags"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// A TagTable is how calls in tags are written, and finds their tags.
type TagTable struct {
	*grammar.Tags
	Read tags.Reader // reads the tags
}

// NewTagTable is the table of what r reads.
func NewTagTable(r tags.Reader) *TagTable { return &TagTable{r.Tags, r} }

// Counting is the reader of the tags whose visits v counts.
func (t *TagTable) Counting(v *visit.Count) tags.Reader {
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

func (t *TagTable) matchWrapper(v *visit.Count, b []byte, final bool) match.Answer {
	r := t.Counting(v)
	_, a := r.OpensWrapper(b, final)
	return a
}

// MatchWrapperEnd matches the closing tag of a wrapper.
func (t *TagTable) MatchWrapperEnd(v *visit.Count, b []byte, final bool) match.Answer {
	r := t.Counting(v)
	_, a := r.ClosesWrapper(b, final)
	return a
}

func (t *TagTable) matchCallEnd(v *visit.Count, b []byte, final bool) match.Answer {
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
func (t *TagTable) mayOpenCall(v *visit.Count, b []byte, final bool) match.Answer {
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
func (t *TagTable) lookForCall(ms *Marks, b []byte, final bool) match.Answer {
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
func (t *TagTable) OpenedAt(ms *Marks, at int) (*tags.Opened, match.Answer) {
	b, o := ms.Cur.Rest(at), ms.opened
	if o.tag != &b[0] || o.t != t {
		o.tag = nil
		r := t.Declaring(ms.Cur)
		return &o.opened, r.OpensCall(&o.opened, b, true)
	}
	return &o.opened, o.answer
}
