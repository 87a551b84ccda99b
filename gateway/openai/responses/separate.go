package responses

import (
	"strings"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// mayBeThought reports whether a part, which an event has a text of, begins with a thought that is separate, or may do so.
func (f *following) mayBeThought(e *event, p *part) bool {
	t := f.content.text
	if e.item != f.first || p != f.content.parts[0] {
		f.endThought(e)
		return false
	}
	return t.Separated() || t.Thinking()
}

// separate takes a text of the part that may begin with a thought.
func (f *following) separate(e *event, text *snippet) {
	all, p, t := &f.content, text.part, f.content.text
	found := t.Separated()
	if found && e.whole {
		thought, rest, _ := f.fixer.SplitThought(&f.request.Offer, f.model, text.node.Str)
		thinking := t.Thinking()
		f.endThought(e)
		if more, ok := strings.CutPrefix(thought, f.thought.parts[0].came()); ok && thinking {
			f.think(e, more)
		}
		text.rest = jsonedit.Quote(rest)
		if more, ok := strings.CutPrefix(rest, p.came()); ok && (len(more) < len(rest) || p.start == p.end) {
			all.take(p, more)
		}
		return
	}
	thinking := t.Thinking()
	moved, rest := t.Separate(all.piece(p, text.node, e.whole))
	p.end = t.Len()
	if t.Separated() && thinking {
		if !found {
			f.foundThought(p)
		}
		f.think(e, moved)
		e.apart.separated, text.rest = rest == "", `""`
		if !t.Thinking() {
			e.apart.separated, e.apart.closes, text.rest = false, true, all.join.Quote(rest)
		}
	}
	if e.whole {
		f.endThought(e)
	}
}

// foundThought makes an item of the thought that the part begins with. What waits has only its marker, and white space before it.
func (f *following) foundThought(p *part) {
	f.first.separated = true
	f.reasoning = &item{kind: reasoning, id: newReasoningID(), index: max(f.first.index, 0)}
	f.thought.field = contentField
	f.thought.find(f.reasoning, partKey{contentField, 0})
	for q := range f.line.Waiting() {
		for i := range q.texts {
			if q.texts[i].part == p {
				q.content, q.apart.separated = 0, true
				if q.texts[i].node.Str != "" {
					q.texts[i].rest = `""`
				}
			}
		}
	}
}

// think takes the next piece of the thought.
func (f *following) think(e *event, text string) {
	e.apart.moved += text
	f.thought.take(f.thought.parts[0], text)
	e.thought = f.thought.parts[0].end
}

// endThought ends the thought at the start of the text, for an event that isn't part of it.
func (f *following) endThought(e *event) {
	if !f.choice.Content.Thinking() {
		return
	}
	if !f.choice.Content.Separated() {
		f.choice.Content.Plain()
		return
	}
	thought, rest := f.restOfThought()
	f.think(e, thought)
	e.apart.closes, e.apart.behind = true, rest
}

// restOfThought ends the thought, and returns what waits of it, and of the text behind it.
func (f *following) restOfThought() (thought, rest string) {
	t := &f.choice.Content
	if !t.Separated() || !t.Thinking() {
		return "", ""
	}
	thought, rest = t.Separate(f.content.join.Left())
	last, more := t.EndThought()
	f.content.parts[0].end = t.Len()
	return thought + last, rest + more
}

// leftOf is what is left of a chunk of the thought: if that has become another one, all of it.
func (f *following) leftOf(moved string) string {
	if f.reasoning == nil || !f.ended || !f.thought.parts[0].changed {
		return moved
	}
	p := f.thought.parts[0]
	moved, p.rest = p.rest, ""
	return moved
}
