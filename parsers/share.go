package parsers

import (
	"unsafe"

	"github.com/toolparser/toolparser/parsers/internal/room"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

// An outputText is the output of a unary parse, which stays: its parts needn't
// be copied into the result. In a stream it is empty.
type outputText string

// holds reports whether b is a part of the output, and must not be written.
func (o outputText) holds(b []byte) bool {
	if o == "" {
		return false
	}
	at := uintptr(unsafe.Pointer(unsafe.SliceData(b))) - uintptr(unsafe.Pointer(unsafe.StringData(string(o))))
	return at <= uintptr(len(o)) && at+uintptr(len(b)) <= uintptr(len(o))
}

// part is the part of the output that the span says.
func (o outputText) part(s Span) []byte { return asBytes(string(o[s.Start:s.End])) }

// join is the part of the output that b and the piece behind it are together;
// false if they are none.
func (o outputText) join(b, piece []byte) ([]byte, bool) {
	switch {
	case !o.holds(piece):
		return nil, false
	case len(b) == 0:
		return piece[:len(piece):len(piece)], true
	case !o.holds(b) || unsafe.Pointer(unsafe.SliceData(piece)) != unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), len(b)):
		return nil, false
	}
	return unsafe.Slice(unsafe.SliceData(b), len(b)+len(piece)), true
}

// written is b, to be appended to: a copy of it, in spare, if it is a part of the
// output or nothing yet.
func (o outputText) written(v *visit.Count, b, spare []byte) []byte {
	if cap(b) == 0 || o.holds(b) {
		return room.Append(v, spare[:0], b)
	}
	return b
}

// asString is b as a string, without a copy: for bytes that are never written again.
func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// asBytes are the bytes of s, without a copy: they must not be written.
func asBytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// text is b as a string that stays. Buffers that are only appended to, or
// not used again, can share their memory with it, and so can the output.
func (g *given) text(b []byte) string {
	switch {
	case len(b) == 0:
		return ""
	case g.delta != nil || cap(b) > room.MaxKept || g.output.holds(b):
		return asString(b)
	}
	return string(b)
}

// unshared is the buffer, emptied for another output; nil if strings share it.
func unshared(b []byte, shared bool) []byte {
	if shared {
		return nil
	}
	return room.Reused(b)
}
