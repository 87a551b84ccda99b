package engine

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/tags"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// A tagTable is how calls in tags are written, as markers.
type tagTable struct {
	*grammar.Tags
	read tags.Reader // reads the tags
}

// tableOf is the table of what r reads.
func tableOf(r tags.Reader) *tagTable { return &tagTable{r.Tags, r} }

// counting is the reader of the tags whose visits v counts.
func (t *tagTable) counting(v *visit.Count) tags.Reader {
	r := t.read
	r.Brackets.Visits = v
	return r
}

// reader is the reader of calls' opening tags, which name the tools that are declared.
func (t *tagTable) reader(cur *cursor.Cursor) tags.Reader {
	r := t.counting(cur.Visits)
	r.Tools = cur.Config.Tools
	return r
}

// optional reports whether there is a wrapper that need not be there, but has both of
// its tags or none.
func (t *tagTable) optional() bool {
	return len(t.Wrappers) > 0 && t.Bare.Native() && t.WrapperDue
}

// suffix is the prefix that was read with a tag, if the grammar's tags bear it as a suffix.
func (t *tagTable) suffix(prefix string) string {
	if t.Brackets.Affix != grammar.Suffixed {
		return ""
	}
	return prefix
}

// seconds are what opening and closing tags begin with behind their first byte.
func (t *tagTable) seconds() (opens, closes second) {
	opens, closes = secondOf(t.Brackets.Affix, t.Brackets.Open), secondOf(t.Brackets.Affix, t.Brackets.Close)
	if len(t.Brackets.Open) == 1 {
		opens.not = closes.is
	}
	return opens, closes
}

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

func (t *tagTable) matchWrapper(v *visit.Count, b []byte, final bool) match.Answer {
	r := t.counting(v)
	_, a := r.OpensWrapper(b, final)
	return a
}

func (t *tagTable) matchWrapperEnd(v *visit.Count, b []byte, final bool) match.Answer {
	r := t.counting(v)
	_, a := r.ClosesWrapper(b, final)
	return a
}

func (t *tagTable) matchCallEnd(v *visit.Count, b []byte, final bool) match.Answer {
	r := t.counting(v)
	_, a := r.Brackets.Closing(b, t.Call.ClosedBy(), final)
	return a
}

// matchCall matches the opening tag of a call, or what is damaged about it.
func (t *tagTable) matchCall(e *Engine, b []byte, final bool) match.Answer {
	return t.callIn(t.reader(&e.cur), b, final)
}

// mayOpenCall is matchCall, whatever tools are declared.
func (t *tagTable) mayOpenCall(v *visit.Count, b []byte, final bool) match.Answer {
	return t.callIn(t.counting(v), b, final)
}

func (t *tagTable) callIn(r tags.Reader, b []byte, final bool) match.Answer {
	var o tags.Opened
	a := r.OpensCall(&o, b, final)
	if a == match.No {
		return t.damaged(&r, b, &o, final)
	}
	return a
}

// damaged matches the opening tag of a call that isn't a right one.
func (t *tagTable) damaged(reader *tags.Reader, b []byte, o *tags.Opened, final bool) match.Answer {
	r := t.counting(reader.Brackets.Visits)
	switch {
	case t.Call.Name == grammar.NameAssigned:
		return r.Begins(b, "", &t.Call, final)
	case t.Call.Name == grammar.NameBehind && final && o.Named && unfinished(reader, b):
		return match.Answer(len(b))
	case t.marked() && !(final && unfinished(reader, b)):
		_, a := r.Brackets.Starts(b, t.Call.Word, final)
		for i := 0; a == match.No && i < len(t.WrongCalls); i++ {
			a = r.Begins(b, "", &grammar.Tag{Word: t.WrongCalls[i], Name: t.Call.Name}, final)
		}
		return a
	}
	return match.No
}

// marked reports whether each tag bears a token, as tags do whose values are typed by a
// flag. In a wrapper, what begins as the tag of a call is one.
func (t *tagTable) marked() bool {
	return t.InThought == grammar.ThoughtCounts && t.Typing == grammar.TypedByFlag
}

// unfinished reports whether b ends in the opening tag of a call.
func unfinished(r *tags.Reader, b []byte) bool {
	var o tags.Opened
	return r.OpensCall(&o, b, false) == match.More
}

// intern is a prefix as a string that stays.
func intern(prefix []byte) string {
	const usual = "antml"
	if string(prefix) == usual {
		return usual
	}
	return strings.Clone(string(prefix))
}

// callEnded notes a call in tags, or in a block, that ended.
func (c *tagCalls) callEnded(at int, suffix string, whole, settled bool) {
	c.ended, c.suffix, c.whole, c.settled = at, suffix, whole, settled
}
