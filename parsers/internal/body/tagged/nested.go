package tagged

import (
	"bytes"
	"strings"

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
func (ar *args) wholeBegins(env *body.Env, rest []byte) bool {
	if !ar.opening.g.JSONBody || ar.position.Failed || ar.begun || rest[0] != '{' {
		return false
	}
	ar.begin(env)
	buffers.Made(&ar.body).Start(ar.position.pos, env.Rules.MaxDepth(), jsonscan.Strict, nil)
	ar.position.phase = inJSON
	return true
}

// inJSON continues to read such arguments.
func (c *Call) inJSON(env *body.Env) (more, done bool) {
	s := c.args.body
	for !s.Done() {
		switch t := s.Next(&env.Window); t.Kind {
		case jsonscan.More:
			if !c.args.holds(env, env.Rest(c.position.pos)) {
				c.args.sendWhole(env, s.Certain())
			}
			return true, false
		case jsonscan.End:
			return false, c.cut(env)
		case jsonscan.Unexpected, jsonscan.TooDeep:
			reason, message := parsers.ReasonMalformed, s.Message()
			if t.Kind == jsonscan.TooDeep {
				reason, message = parsers.ReasonLimit, failure.TooDeep
			}
			c.position.pos, c.position.phase = t.Start, between
			c.position.fail(env, reason, message)
			return false, false
		}
	}
	c.args.verbatim = true
	if object := env.Slice(c.position.pos, s.Pos()); c.args.holds(env, object) {
		if at, end, ok := c.args.unpacked(env, object); ok {
			c.args.verbatim = false
			c.opening.Note(repair.DoubleEncodedArguments, c.position.pos)
			c.args.add(env, object[at:end])
			c.position.pos = s.Pos()
		}
	}
	c.args.sendWhole(env, s.Pos())
	c.args.closed = true
	c.args.complete()
	c.position.took(c.position.pos)
	c.position.phase = between
	return false, false
}

// sendWhole reports the arguments up to end. The position is where the last report ended.
func (ar *args) sendWhole(env *body.Env, end int) {
	if end > ar.position.pos {
		ar.add(env, env.Slice(ar.position.pos, end))
		ar.position.pos = end
	}
}

// inNested looks for the next tag.
func (c *Call) inNested(env *body.Env) (more, done bool) {
	if !c.tree.inside() && !c.position.Failed {
		at, more := env.Space(c.position.pos)
		if c.position.pos = at; more {
			return true, false
		}
		if len(env.Rest(c.position.pos)) == 0 {
			return false, c.outputEnds(env)
		}
		return c.nestedTag(env)
	}
	switch rest := c.position.seek(env, c.opening.g.Brackets.Open[0]); {
	case len(rest) > 0:
		return c.nestedTag(env)
	case env.Final:
		return false, c.cut(env)
	}
	return true, false
}

// nestedTag reads the tag at the position, or skips the byte there.
func (c *Call) nestedTag(env *body.Env) (more, done bool) {
	rest := env.Rest(c.position.pos)
	kind, a := c.tree.outerAt(env)
	switch {
	case a == match.More && !env.Final:
		return true, false
	case a == match.More && !c.tree.inside() && !c.position.Failed:
		if c.opening.tags.Brackets.Closes(rest) {
			return false, c.closerCut(env, rest, c.position.pos+len(rest))
		}
		return false, c.cut(env)
	case a.Yes() && c.tree.quotes(env, kind, int(a)):
		return false, false
	case a.Yes():
		return false, c.endNested(env, kind, int(a))
	case c.position.Failed && !c.tree.whole:
		c.position.pos++
		return false, false
	}
	word, closes, a := c.opening.tags.Brackets.AnyTag(rest, false)
	if a == match.No && !c.position.Failed && c.position.pos == c.position.last && c.position.last == c.opening.Inner {
		if lost, more := c.tree.lostOpener(env, rest); more {
			return true, false
		} else if lost {
			return false, false
		}
	}
	switch {
	case a == match.More && !env.Final:
		return true, false
	case !a.Yes() && (c.tree.inside() || c.tree.whole):
		c.position.pos++
	case c.tree.whole:
		c.tree.count(closes)
		c.position.pos += int(a)
	case a == match.More:
		return false, c.cut(env)
	case a == match.No:
		c.position.otherText(env, rest)
	case closes:
		c.tree.closeElement(env, word, int(a))
	default:
		c.tree.openElement(env, word, int(a))
	}
	return false, false
}

// quotes reports whether a tag of a call or a wrapper, n bytes long, is in an element. Then there
// is no call in the element, and the element is neither text nor other elements.
func (el *elements) quotes(env *body.Env, kind tagKind, n int) bool {
	opens := kind == openCall || kind == openWrapper
	switch {
	case el.deep > 0:
	case el.position.Failed || !opens || !el.inside():
		return false
	default:
		el.failInside(env, "a call is inside an element")
	}
	if kind != turnEnd {
		el.count(!opens)
	}
	el.position.pos += n
	return true
}

// failInside notes that the call failed at the position. If the position is in an element, nothing
// in the element is a call.
func (el *elements) failInside(env *body.Env, message string) {
	el.position.fail(env, parsers.ReasonMalformed, message)
	el.wholly(len(el.open) - 1)
}

// wholly notes that the failed call is read to its own end. deep is the number of elements that are
// open.
func (el *elements) wholly(deep int) {
	el.position.ReadWhole()
	el.whole, el.deep, el.open = true, deep, el.open[:1]
}

func (el *elements) count(closes bool) {
	if closes {
		el.deep = max(el.deep-1, 0)
	} else {
		el.deep++
	}
}

// outerAt returns the tag at the position, if it is a tag of a call or a wrapper.
func (el *elements) outerAt(env *body.Env) (tagKind, match.Answer) {
	rest := env.Rest(el.position.pos)
	if _, a := el.opening.tags.Brackets.Closing(rest, el.opening.g.Call.Word, false); a != match.No {
		return closeCall, a
	}
	if _, a := el.opening.tags.ClosesWrapper(rest, false); a != match.No {
		return closeWrapper, a
	}
	var o tags.Opened
	if a := el.opening.tags.OpensCall(&o, rest, false); a != match.No {
		return openCall, a
	}
	if _, a := el.opening.tags.OpensWrapper(rest, false); a != match.No {
		return openWrapper, a
	}
	if el.inside() {
		return noTag, match.No
	}
	return turnEnd, env.Prose.TurnEnd(el.position.pos)
}

// endNested ends the arguments at a tag of a call or a wrapper, n bytes long. It returns true if
// the call is done.
func (c *Call) endNested(env *body.Env, kind tagKind, n int) bool {
	end := c.position.pos + n
	switch {
	case c.position.Failed:
	case c.tree.inside():
		if kind == closeCall && len(c.tree.open) == 2 && c.tree.endsEmpty(env) {
			return false
		}
		c.position.fail(env, parsers.ReasonMalformed, "an element isn't closed")
	case kind == closeCall:
		c.position.took(end)
		c.position.phase = behindCall
		return false
	case kind == closeWrapper || c.args.params > 0:
		return c.closerMissing(env, c.position.last)
	default:
		c.position.fail(env, parsers.ReasonMalformed, "expected a parameter, or the end of the call")
	}
	if kind != closeCall {
		end = c.position.pos
	}
	c.position.LeaveAt(end)
	return false
}

// openElement opens the element whose tag, n bytes long, is at the position.
func (el *elements) openElement(env *body.Env, word []byte, n int) {
	end := el.position.pos + n - len(el.opening.g.Brackets.End)
	name := span{end - len(word), end}
	switch {
	case el.inside() && !blank(env.Visits, env.Slice(el.seen, el.position.pos)):
		el.failInside(env, "text is next to elements")
		return
	case len(el.open) >= env.Rules.MaxDepth():
		el.position.fail(env, parsers.ReasonLimit, failure.TooDeep)
		return
	case !el.inside() && !el.args.keys.add(env, word, name):
		el.position.fail(env, parsers.ReasonMalformed, "the parameter \""+string(word)+"\" is given twice")
		el.wholly(1)
		el.position.pos += n
		return
	}
	i, parent := len(el.all), &el.all[el.open[len(el.open)-1]]
	if parent.child == 0 {
		parent.child = i
	} else {
		el.all[parent.last].next = i
	}
	parent.last = i
	el.position.pos += n
	el.seen = el.position.pos
	el.all = append(el.all, element{name: name, text: span{el.position.pos, el.position.pos}})
	el.open = append(el.open, i)
}

// lostOpener opens the first element, whose tag is missing at the position but for the token before it: its closer, before which no other tag
// is, has the name of a parameter. more: more bytes are needed.
func (el *elements) lostOpener(env *body.Env, rest []byte) (yes, more bool) {
	r := &el.opening.tags.Brackets
	token := strings.TrimRight(strings.TrimSuffix(r.Open, "<"), " ")
	if token == "" || !env.Repairs() {
		return false, false
	}
	a := match.Text(token, rest, env.Final)
	if !a.Yes() {
		return false, a == match.More
	}
	from := el.position.pos + a.Len()
	text := rest[a:]
	n := env.Visits.Index(text, []byte(token))
	if n < 0 {
		return false, !env.Final
	}
	word, closes, tag := r.AnyTag(text[n:], env.Final)
	if !tag.Yes() || !closes || !el.opening.tool.Names(word) {
		return false, tag == match.More
	}
	end := from + n + tag.Len() - len(r.End)
	name := span{end - len(word), end}
	el.args.keys.add(env, word, name)
	i := len(el.all)
	el.all[0].child, el.all[0].last = i, i
	el.all = append(el.all, element{name: name, text: span{from, from}})
	el.open = append(el.open, i)
	el.opening.Note(repair.MissingMarker, el.position.pos)
	el.position.pos, el.seen = from, from
	return true, false
}

// closeElement closes the open element, if the tag at the position, n bytes long, is its closer.
func (el *elements) closeElement(env *body.Env, word []byte, n int) {
	last := &el.all[el.open[len(el.open)-1]]
	switch {
	case !el.inside() || string(env.Slice(last.name.start, last.name.end)) != string(word):
		if !el.holds(env, word) || !el.endsEmpty(env) {
			el.position.fail(env, parsers.ReasonMalformed, "a closing tag doesn't belong to the open element")
		}
		return
	case last.child > 0 && !blank(env.Visits, env.Slice(el.seen, el.position.pos)):
		el.failInside(env, "text is next to elements")
		return
	}
	if lead := strings.TrimRight(strings.TrimSuffix(el.opening.g.Brackets.Close, slash), " "); lead != "" && last.child == 0 && bytes.HasSuffix(env.Slice(last.text.start, el.position.pos), []byte(lead)) {
		el.position.fail(env, parsers.ReasonMalformed, "a value ends with the token of a tag")
	}
	last.text.end = el.position.pos
	el.position.pos += n
	el.seen = el.position.pos
	el.leaveElement(el.position.pos)
}

// slash begins the closing tag of an element, behind the token of tags.
const slash = "</"

// endsEmpty ends the open element before the tag at the position, which closes the element around
// it. The open element is empty, and its schema is an array or an object.
func (el *elements) endsEmpty(env *body.Env) bool {
	if env.Config.Options.DisableRepair || el.all[el.open[len(el.open)-1]].child > 0 || !blank(env.Visits, env.Slice(el.seen, el.position.pos)) {
		return false
	}
	switch el.node(env, el.opening.tool.Node()).Types() &^ schema.Null {
	case schema.Array, schema.Object:
		el.opening.Note(repair.MissingCloser, el.seen)
		el.leaveElement(el.seen)
		return true
	}
	return false
}

// leaveElement leaves the open element, which ends at offset end.
func (el *elements) leaveElement(end int) {
	el.open = el.open[:len(el.open)-1]
	if !el.inside() {
		el.args.params++
		el.position.last = end
	}
}

// inNodes reads the next tag in such a value.
func (c *Call) inNodes(env *body.Env) (more, done bool) {
	n := c.value.nodes
	if n.text > 0 {
		return c.inLeaf(env)
	}
	at, more := env.Space(c.position.pos)
	if c.position.pos = at; more {
		return true, false
	}
	rest := env.Rest(at)
	if len(rest) == 0 {
		return false, c.cut(env)
	}
	closer := n.closerHere(env, rest)
	var o tags.Opened
	opener := c.opening.tags.OpensParameter(&o, rest, env.Final)
	switch {
	case closer.Yes():
		c.value.closeNode(env, at+closer.Len())
	case opener.Yes():
		n.child(env, &o, at, opener.Len())
	case closer == match.More || opener == match.More:
		if env.Final {
			return false, c.cut(env)
		}
		return true, false
	default:
		n.fail(env, "text is next to values")
	}
	return false, false
}

// inLeaf looks for the closer of a value that is text or JSON. A tag of the call in it may show that the closer is
// missing.
func (c *Call) inLeaf(env *body.Env) (more, done bool) {
	rest := c.position.seek(env, c.opening.g.Brackets.Open[0])
	if len(rest) == 0 {
		if env.Final {
			return false, c.cut(env)
		}
		return true, false
	}
	switch a := c.value.nodes.closerHere(env, rest); {
	case a.Yes():
		c.value.nodes.endLeaf(env, a.Len())
	case a == match.More && env.Final:
		return false, c.cut(env)
	case a == match.More:
		return true, false
	default:
		kind, a := c.position.tagAt(env, c.position.pos)
		if a == match.More && !env.Final {
			return true, false
		}
		c.args.doubt = c.args.doubt || a.Yes() && kind != noTag
		c.position.pos++
	}
	return false, false
}
