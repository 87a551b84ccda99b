package tagged

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// parameter begins the parameter whose opening tag is at the position.
func (b *reader) parameter(c *place.Around, a match.Answer) {
	at := b.here.pos
	o := &b.here.seen.opened // between read it
	b.given.opened(o)
	if !b.here.Failed {
		b.key(c, o)
	}
	b.here.pos = at + int(a)
	if o.Valueless {
		b.here.phase = between
		b.failUnclosed(c)
		return
	}
	b.here.phase = inValue
	if !b.given.unknownUnclosed(o) {
		b.here.Hide(b.here.pos)
	}
	b.beginValue(o, b.here.pos)
	if b.given.Unnamed {
		at += o.NameAt
		b.value.word, b.value.key = string(o.Name), span{at, at + o.NameLen}
		b.given.starts.opens.add(o.Name[0])
		b.given.starts.closings.add(o.Name[0])
	}
}

// key reports the key of the parameter at the position, if it is valid.
func (b *reader) key(c *place.Around, o *tags.Opened) {
	at := b.here.pos + o.NameAt
	switch {
	case b.given.Unnamed:
		return
	case b.args.closed:
		b.here.fail(c, parsers.ReasonMalformed, "a parameter follows arguments that are already complete")
		return
	case o.Broken:
		b.here.fail(c, parsers.ReasonMalformed, "the opening tag of a parameter holds more than a name")
		return
	case len(o.Name) == 0:
		b.here.fail(c, parsers.ReasonMalformed, "a parameter has no name")
		return
	case b.given.unknownUnclosed(o):
		b.here.fail(c, parsers.ReasonMalformed, "the opening tag of a parameter isn't closed, and the tool has no parameter of this name")
		return
	case !b.args.keys.add(c, o.Name, span{at, at + o.NameLen}):
		b.here.fail(c, parsers.ReasonMalformed, "the parameter \""+string(o.Name)+"\" is given twice")
		if b.given.g.Inside != grammar.Nests {
			b.here.ReadWhole()
		}
		return
	}
	b.here.noteOpened(o, at)
	b.args.begin(c)
	b.args.key(c, o.Name)
}

// swallowed begins the value of a parameter whose opening tag is missing, if the call's name
// contains its key: the name is that of a declared tool and, behind a dot, its key.
func (b *reader) swallowed(c *place.Around) bool {
	if b.here.Failed || b.args.begun || b.here.last != b.given.Inner || !c.Repairs() || c.Declared(b.given.Name) {
		return false
	}
	for i := len(b.given.Name) - 1; i > 0; i-- {
		tool, key := []byte(b.given.Name[:i]), []byte(b.given.Name[i+1:])
		if b.given.Name[i] != '.' || !declares(c, tool, key) {
			continue
		}
		b.given.Name, b.given.Free = c.Intern(tool), true
		b.given.tool = c.Rules.Properties(b.given.Name)
		b.given.Note(repair.ToolName, b.given.NameAt)
		b.given.Note(repair.MissingMarker, b.given.Inner)
		b.here.pos, b.here.phase = b.given.Inner, inValue
		o := tags.Opened{Name: key, NameAt: b.given.NameAt + i + 1 - b.given.Inner, NameLen: len(key), Named: true}
		b.key(c, &o)
		b.beginValue(&o, b.here.pos)
		return true
	}
	return false
}
