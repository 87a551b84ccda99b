package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// wholeBegins reports whether arguments that are one JSON object are at the position, and begins to
// read them.
func (b *args) wholeBegins(c *body.Around, rest []byte) bool {
	if !b.given.g.JSONBody || b.here.Failed || b.begun || rest[0] != '{' {
		return false
	}
	b.begin(c)
	buffers.Made(&b.body).Start(b.here.pos, c.Rules.MaxDepth(), jsonscan.Strict, nil)
	b.here.phase = inJSON
	return true
}

// inJSON continues to read such arguments.
func (b *Call) inJSON(c *body.Around) (more, done bool) {
	s := b.args.body
	for !s.Done() {
		switch t := s.Next(&c.Window); t.Kind {
		case jsonscan.More:
			b.args.sendWhole(c, s.Certain())
			return true, false
		case jsonscan.End:
			return false, b.cut(c)
		case jsonscan.Unexpected, jsonscan.TooDeep:
			reason, message := parsers.ReasonMalformed, s.Message()
			if t.Kind == jsonscan.TooDeep {
				reason, message = parsers.ReasonLimit, failure.TooDeep
			}
			b.here.pos, b.here.phase = t.Start, between
			b.here.fail(c, reason, message)
			return false, false
		}
	}
	b.args.sendWhole(c, s.Pos())
	b.args.closed = true
	b.args.complete()
	b.here.took(b.here.pos)
	b.here.phase = between
	return false, false
}

// sendWhole reports the arguments up to end. The position is where the last report ended.
func (b *args) sendWhole(c *body.Around, end int) {
	if end > b.here.pos {
		b.add(c, c.Slice(b.here.pos, end))
		b.here.pos = end
	}
}

// inNested looks for the next tag.
func (b *Call) inNested(c *body.Around) (more, done bool) {
	if !b.tree.inside() && !b.here.Failed {
		at, more := c.Space(b.here.pos)
		if b.here.pos = at; more {
			return true, false
		}
		if len(c.Rest(b.here.pos)) == 0 {
			return false, b.outputEnds(c)
		}
		return b.nestedTag(c)
	}
	switch rest := b.here.seek(c, b.given.g.Brackets.Open[0]); {
	case len(rest) > 0:
		return b.nestedTag(c)
	case c.Final:
		return false, b.cut(c)
	}
	return true, false
}

// nestedTag reads the tag at the position, or skips the byte there.
func (b *Call) nestedTag(c *body.Around) (more, done bool) {
	rest := c.Rest(b.here.pos)
	kind, a := b.tree.outerAt(c)
	switch {
	case a == match.More && !c.Final:
		return true, false
	case a == match.More && !b.tree.inside() && !b.here.Failed:
		if b.given.tags.Brackets.Closes(rest) {
			return false, b.closerCut(c, rest, b.here.pos+len(rest))
		}
		return false, b.cut(c)
	case a.Yes() && b.tree.quotes(c, kind, int(a)):
		return false, false
	case a.Yes():
		return false, b.endNested(c, kind, int(a))
	case b.here.Failed && !b.tree.whole:
		b.here.pos++
		return false, false
	}
	word, closes, a := b.given.tags.Brackets.AnyTag(rest, false)
	switch {
	case a == match.More && !c.Final:
		return true, false
	case !a.Yes() && (b.tree.inside() || b.tree.whole):
		b.here.pos++
	case b.tree.whole:
		b.tree.count(closes)
		b.here.pos += int(a)
	case a == match.More:
		return false, b.cut(c)
	case a == match.No:
		b.here.otherText(c, rest)
	case closes:
		b.tree.closeElement(c, word, int(a))
	default:
		b.tree.openElement(c, word, int(a))
	}
	return false, false
}

// quotes reports whether a tag of a call or a wrapper, n bytes long, is in an element. Then there
// is no call in the element, and the element is neither text nor other elements.
func (b *elements) quotes(c *body.Around, kind tagKind, n int) bool {
	opens := kind == openCall || kind == openWrapper
	switch {
	case b.deep > 0:
	case b.here.Failed || !opens || !b.inside():
		return false
	default:
		b.failInside(c, "a call is inside an element")
	}
	if kind != turnEnd {
		b.count(!opens)
	}
	b.here.pos += n
	return true
}

// failInside notes that the call failed at the position. If the position is in an element, nothing
// in the element is a call.
func (b *elements) failInside(c *body.Around, message string) {
	b.here.fail(c, parsers.ReasonMalformed, message)
	b.wholly(len(b.open) - 1)
}

// wholly notes that the failed call is read to its own end. deep is the number of elements that are
// open.
func (b *elements) wholly(deep int) {
	b.here.ReadWhole()
	b.whole, b.deep, b.open = true, deep, b.open[:1]
}

func (b *elements) count(closes bool) {
	if closes {
		b.deep = max(b.deep-1, 0)
	} else {
		b.deep++
	}
}

// outerAt returns the tag at the position, if it is a tag of a call or a wrapper.
func (b *elements) outerAt(c *body.Around) (tagKind, match.Answer) {
	rest := c.Rest(b.here.pos)
	if _, a := b.given.tags.Brackets.Closing(rest, b.given.g.Call.Word, false); a != match.No {
		return closeCall, a
	}
	if _, a := b.given.tags.ClosesWrapper(rest, false); a != match.No {
		return closeWrapper, a
	}
	var o tags.Opened
	if a := b.given.tags.OpensCall(&o, rest, false); a != match.No {
		return openCall, a
	}
	if _, a := b.given.tags.OpensWrapper(rest, false); a != match.No {
		return openWrapper, a
	}
	if b.inside() {
		return noTag, match.No
	}
	return turnEnd, c.Prose.TurnEnd(b.here.pos)
}

// endNested ends the arguments at a tag of a call or a wrapper, n bytes long. It returns true if
// the call is done.
func (b *Call) endNested(c *body.Around, kind tagKind, n int) bool {
	end := b.here.pos + n
	switch {
	case b.here.Failed:
	case b.tree.inside():
		if kind == closeCall && len(b.tree.open) == 2 && b.tree.endsEmpty(c) {
			return false
		}
		b.here.fail(c, parsers.ReasonMalformed, "an element isn't closed")
	case kind == closeCall:
		b.here.took(end)
		b.here.phase = behindCall
		return false
	case kind == closeWrapper || b.args.params > 0:
		return b.closerMissing(c, b.here.last)
	default:
		b.here.fail(c, parsers.ReasonMalformed, "expected a parameter, or the end of the call")
	}
	if kind != closeCall {
		end = b.here.pos
	}
	b.here.LeaveAt(end)
	return false
}

// openElement opens the element whose tag, n bytes long, is at the position.
func (b *elements) openElement(c *body.Around, word []byte, n int) {
	end := b.here.pos + n - len(b.given.g.Brackets.End)
	name := span{end - len(word), end}
	switch {
	case b.inside() && !blank(c.Visits, c.Slice(b.seen, b.here.pos)):
		b.failInside(c, "text is next to elements")
		return
	case len(b.open) >= c.Rules.MaxDepth():
		b.here.fail(c, parsers.ReasonLimit, failure.TooDeep)
		return
	case !b.inside() && !b.args.keys.add(c, word, name):
		b.here.fail(c, parsers.ReasonMalformed, "the parameter \""+string(word)+"\" is given twice")
		b.wholly(1)
		b.here.pos += n
		return
	}
	i, parent := len(b.all), &b.all[b.open[len(b.open)-1]]
	if parent.child == 0 {
		parent.child = i
	} else {
		b.all[parent.last].next = i
	}
	parent.last = i
	b.here.pos += n
	b.seen = b.here.pos
	b.all = append(b.all, element{name: name, text: span{b.here.pos, b.here.pos}})
	b.open = append(b.open, i)
}

// closeElement closes the open element, if the tag at the position, n bytes long, is its closer.
func (b *elements) closeElement(c *body.Around, word []byte, n int) {
	last := &b.all[b.open[len(b.open)-1]]
	switch {
	case !b.inside() || string(c.Slice(last.name.start, last.name.end)) != string(word):
		if !b.holds(c, word) || !b.endsEmpty(c) {
			b.here.fail(c, parsers.ReasonMalformed, "a closing tag doesn't belong to the open element")
		}
		return
	case last.child > 0 && !blank(c.Visits, c.Slice(b.seen, b.here.pos)):
		b.failInside(c, "text is next to elements")
		return
	}
	last.text.end = b.here.pos
	b.here.pos += n
	b.seen = b.here.pos
	b.leaveElement(b.here.pos)
}

// endsEmpty ends the open element before the tag at the position, which closes the element around
// it. The open element is empty, and its schema is an array or an object.
func (b *elements) endsEmpty(c *body.Around) bool {
	if c.Config.Options.DisableRepair || b.all[b.open[len(b.open)-1]].child > 0 || !blank(c.Visits, c.Slice(b.seen, b.here.pos)) {
		return false
	}
	switch b.node(c, b.given.tool.Node()).Types() &^ schema.Null {
	case schema.Array, schema.Object:
		b.given.Note(repair.MissingCloser, b.seen)
		b.leaveElement(b.seen)
		return true
	}
	return false
}

// leaveElement leaves the open element, which ends at offset end.
func (b *elements) leaveElement(end int) {
	b.open = b.open[:len(b.open)-1]
	if !b.inside() {
		b.args.params++
		b.here.last = end
	}
}
