package tagged

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/tags"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// packed is the first parameter of a call while it may hold all its arguments:
// nothing of it is reported before the call's end, or the next parameter, tells.
type packed struct {
	state   packedState
	key     span
	value   value
	end     int // of the value
	json    []byte
	repairs []parsers.Repair
}

type packedState uint8

const (
	notPacked   packedState = iota
	packedOpen              // its value is being read
	packedWhole             // it is such an object
)

// mayPack tells whether the parameter that o opened may hold all arguments.
func (b *reader) mayPack(c *place.Around, o *tags.Opened) bool {
	return len(b.given.g.Packed) > 0 && b.args.params == 0 && c.Repairs() && b.given.tool.Len() > 0 &&
		!b.given.tool.Names(o.Name) && slices.Contains(b.given.g.Packed, string(o.Name))
}

// pack takes the value, which ends at end, as all arguments; false if it is none
// of the kind, and the parameter was reported as any other.
func (b *reader) pack(c *place.Around, end int) bool {
	p, v := &b.packed, &b.value
	object := values.Object{Depth: c.MaxDepth(), Python: b.given.g.Typing == grammar.TypedBySchema && !b.given.g.NoPython, Has: b.given.tool.Names, Visits: c.Visits}
	json, repairs, ok := object.Append(nil, c.Slice(v.at, end))
	v.held = false
	if !ok {
		p.state = notPacked
		b.args.begin(c)
		b.args.key(c, c.Slice(p.key.start, p.key.end))
		return false
	}
	p.state, p.json = packedWhole, json
	p.repairs = append(p.repairs[:0], parsers.Repair{Kind: repair.DoubleEncodedArguments, Offset: p.key.start})
	for _, r := range repairs {
		p.repairs = append(p.repairs, parsers.Repair{Kind: r.Kind, Offset: v.at + r.Offset})
	}
	p.value, p.end = *v, end
	b.args.count()
	return true
}

// unpack reports the packed parameter as any other, since one follows it; false if
// it nests too deep.
func (b *reader) unpack(c *place.Around) bool {
	if b.packed.state != packedWhole {
		return true
	}
	p := b.packed
	b.packed = packed{}
	b.args.begin(c)
	b.args.key(c, c.Slice(p.key.start, p.key.end))
	b.value = p.value
	if !b.finishValue(c, p.end) {
		b.here.fail(c, parsers.ReasonLimit, failure.TooDeep)
		return false
	}
	b.args.certain()
	return true
}

// closePacked reports the packed parameter as the arguments.
func (b *reader) closePacked(c *place.Around) {
	p := &b.packed
	if p.state != packedWhole {
		return
	}
	b.args.add(c, p.json)
	b.args.end()
	b.given.noteAll(p.repairs)
}
