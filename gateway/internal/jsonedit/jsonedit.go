// Package jsonedit changes single values of a JSON text and leaves every other byte as it was:
// unknown members, their order, white space and the spelling of numbers.
//
// A value is found where it is in the text, and nothing is decoded but the strings that are asked for. The edits
// are applied in one pass, so that a thousand edits of a large text cost no more than the text.
package jsonedit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Text is a JSON text and the edits to be made to it. Edits must not overlap.
type Text struct {
	json  string
	edits []edit
}

// An edit replaces json[start:end].
type edit struct {
	start, end int
	with       string
	quoted     bool // with is the text of a string, not JSON
}

// New returns a text without edits. The JSON must be valid.
func New(json string) *Text { return &Text{json: json} }

// Edited reports whether there are edits.
func (t *Text) Edited() bool { return len(t.edits) > 0 }

// Set replaces a value by JSON text.
func (t *Text) Set(value Value, raw string) {
	t.edits = append(t.edits, edit{start: value.Index, end: value.Index + len(value.Raw), with: raw})
}

// SetString replaces a value by a string.
func (t *Text) SetString(value Value, text string) {
	t.Set(value, text)
	t.edits[len(t.edits)-1].quoted = true
}

// Put sets the member of an object with the key, or adds it if it isn't there.
func (t *Text) Put(object Value, key string, member Value, raw string) {
	if member.Exists() {
		t.Set(member, raw)
	} else {
		t.Add(object, key, raw)
	}
}

// Add adds a member at the end of an object, which must not hold the key.
func (t *Text) Add(object Value, key, raw string) {
	end := object.Index + len(object.Raw) - 1
	member := Quote(key) + ":" + raw
	if !t.empty(object.Index, end) {
		member = "," + member
	}
	t.edits = append(t.edits, edit{start: end, end: end, with: member})
}

// empty reports whether nothing was added before end to an object that starts at start and has
// no member.
func (t *Text) empty(start, end int) bool {
	return strings.Trim(t.json[start+1:end], Space) == "" &&
		!slices.ContainsFunc(t.edits, func(e edit) bool { return e.start == end && e.end == end })
}

// Append adds items at the end of an array.
func (t *Text) Append(array Value, items string) {
	end := array.Index + len(array.Raw) - 1
	if !t.empty(array.Index, end) {
		items = "," + items
	}
	t.edits = append(t.edits, edit{start: end, end: end, with: items})
}

// InsertAfter adds items of an array behind one that stays.
func (t *Text) InsertAfter(item Value, items string) {
	end := item.Index + len(item.Raw)
	t.edits = append(t.edits, edit{start: end, end: end, with: "," + items})
}

// InsertBefore adds items of an array before one. If that is removed, it isn't the last one that stays, and is removed later.
func (t *Text) InsertBefore(item Value, items string) {
	t.edits = append(t.edits, edit{start: item.Index, end: item.Index, with: items + ","})
}

// Replace removes items of an array, by index, and adds others at its end.
func (t *Text) Replace(array Value, remove func(i int) bool, added string) {
	items := slices.Collect(array.Items())
	kept := 0
	for i := 0; i < len(items); {
		if !remove(i) {
			kept++
			i++
			continue
		}
		end := i + 1 // of the run of items to be removed
		for end < len(items) && remove(end) {
			end++
		}
		e := edit{start: items[i].Index, end: items[end-1].Index + len(items[end-1].Raw)}
		switch { // with one of the commas around it
		case end < len(items):
			e.end = items[end].Index
		case i > 0:
			e.start = items[i-1].Index + len(items[i-1].Raw)
		}
		t.edits = append(t.edits, e)
		i = end
	}
	if added == "" {
		return
	}
	if kept > 0 {
		added = "," + added
	}
	end := array.Index + len(array.Raw) - 1
	t.edits = append(t.edits, edit{start: end, end: end, with: added})
}

// Delete removes the member with the key from the object. Nothing may be added to the object.
func (t *Text) Delete(object Value, key string) {
	for k, v := range object.Members() {
		if k.Str != key {
			continue
		}
		start, end := k.Index, v.Index+len(v.Raw)
		rest := strings.TrimLeft(t.json[end:], Space)
		if strings.HasPrefix(rest, ",") {
			end = len(t.json) - len(rest) + 1
			end = len(t.json) - len(strings.TrimLeft(t.json[end:], Space))
		} else if before := strings.TrimRight(t.json[:start], Space); strings.HasSuffix(before, ",") {
			start = len(before) - 1
		}
		t.edits = append(t.edits, edit{start: start, end: end})
		return
	}
}

// String returns the text with all edits made.
func (t *Text) String() string {
	if !t.Edited() {
		return t.json
	}
	slices.SortStableFunc(t.edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	size := len(t.json)
	for _, e := range t.edits {
		size += e.start - e.end + len(e.with)
		if e.quoted {
			size += quotedRoom(e.with) - len(e.with)
		}
	}
	b := make([]byte, 0, size)
	at := 0
	for _, e := range t.edits {
		b = append(b, t.json[at:e.start]...)
		if e.quoted {
			b = appendQuoted(b, e.with)
		} else {
			b = append(b, e.with...)
		}
		at = e.end
	}
	return unsafeString(append(b, t.json[at:]...))
}

// Space is JSON's white space.
const Space = " \t\r\n"

// Quote returns s as a JSON string. Each byte that is no UTF-8 becomes U+FFFD.
func Quote(s string) string {
	return unsafeString(appendQuoted(make([]byte, 0, quotedRoom(s)), s))
}

// quotedRoom is how many bytes most texts take as JSON.
func quotedRoom(s string) int { return len(s) + len(s)/16 + len(`""`) }

func appendQuoted(b []byte, s string) []byte {
	if !utf8.ValidString(s) {
		s = string([]rune(s))
	}
	b = append(b, '"')
	for start := 0; ; {
		i := special(s, start)
		b = append(b, s[start:i]...)
		if i == len(s) {
			return append(b, '"')
		}
		switch c := s[i]; c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\t':
			b = append(b, `\t`...)
		default:
			b = fmt.Appendf(b, `\u%04x`, c)
		}
		start = i + 1
	}
}

// SplitSurrogate reports whether a JSON string ends in the first half of a surrogate pair: some
// servers cut their output between the two, and send each half in a string of its own.
func SplitSurrogate(raw string) bool {
	const half = len(`\ud83d"`)
	if len(raw) < half+1 {
		return false
	}
	before, tail := raw[:len(raw)-half], raw[len(raw)-half:]
	if tail[0] != '\\' || tail[1] != 'u' || tail[2]|0x20 != 'd' || !strings.ContainsRune("89abAB", rune(tail[3])) {
		return false
	}
	backslashes := len(before) - len(strings.TrimRight(before, `\`))
	return backslashes%2 == 0
}
