package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// A jsonCount counts the elements of lists in a request in JSON, before it is decoded: in
// memory an element can take a hundred times its text. It knows as much JSON as that needs,
// and ends where the text is none, or no message of the contract: that is protojson's to
// say, which gets no further.
type jsonCount struct {
	text  []byte
	at    int
	lists listCount
	// path leads to what is read, full to a list that has too many.
	path []jsonStep
	full string
}

// A jsonStep is a field, and the element of it if it is a list of messages.
type jsonStep struct {
	field protoreflect.FieldDescriptor
	at    int
}

// CountJSON counts the elements of all lists in a request, before it is decoded. If a list has more elements
// than it may, tooMany is the path to it, and most is how many it may have. Listed is that number, if the
// request isn't of many outputs.
func CountJSON(text []byte, request protoreflect.MessageDescriptor, listed int) (elements int, tooMany string, most int) {
	if request.FullName() == multiplexName {
		listed = MaxListed
	}
	c := jsonCount{text: text, lists: listCount{most: listed}}
	if tooMany = c.over(request); tooMany != "" {
		most = c.lists.limit(c.path[len(c.path)-1].field.FullName())
	}
	return c.lists.total, tooMany, most
}

// over counts, and returns the path of a list that has too many elements; empty for none.
func (c *jsonCount) over(d protoreflect.MessageDescriptor) string {
	c.message(d)
	return c.full
}

// message reads an object that stands for a message, and reports whether to go on.
func (c *jsonCount) message(d protoreflect.MessageDescriptor) bool {
	if !c.token('{') {
		return false
	}
	for !c.token('}') {
		field := c.key(d)
		if field == nil {
			return false
		}
		c.path = append(c.path, jsonStep{field, 0})
		if !c.field(field) {
			return false
		}
		c.path = c.path[:len(c.path)-1]
		c.token(',')
	}
	return true
}

// key reads the name of a field; nil for another one.
func (c *jsonCount) key(d protoreflect.MessageDescriptor) protoreflect.FieldDescriptor {
	key, ok := c.quoted()
	if !ok || !c.token(':') {
		return nil
	}
	name := string(key)
	if strings.Contains(name, `\`) && json.Unmarshal([]byte(`"`+name+`"`), &name) != nil {
		return nil
	}
	if field := d.Fields().ByJSONName(name); field != nil {
		return field
	}
	return d.Fields().ByTextName(name)
}

func (c *jsonCount) field(field protoreflect.FieldDescriptor) bool {
	if !field.IsList() || !c.token('[') {
		return c.value(field)
	}
	for !c.token(']') {
		if c.next() == 0 {
			return false
		}
		if !c.lists.take(field.FullName()) {
			c.full = c.where()
			return false
		}
		if !c.value(field) {
			return false
		}
		c.token(',')
		c.path[len(c.path)-1].at++
	}
	return true
}

// where is the path as errors have it.
func (c *jsonCount) where() string {
	var b strings.Builder
	for i, step := range c.path {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(string(step.field.Name()))
		if step.field.IsList() && i < len(c.path)-1 {
			fmt.Fprintf(&b, "[%d]", step.at)
		}
	}
	return b.String()
}

// value reads one of a field, which isn't a list.
func (c *jsonCount) value(field protoreflect.FieldDescriptor) bool {
	switch c.next() {
	case '{':
		return field.Message() != nil && c.message(field.Message())
	case '"':
		_, ok := c.quoted()
		return ok
	default:
		n := bytes.IndexAny(c.text[c.at:], ",]}")
		c.at += max(n, 0)
		return n > 0
	}
}

// quoted reads a string, and returns what is between its quotes, as it is.
func (c *jsonCount) quoted() ([]byte, bool) {
	if !c.token('"') {
		return nil, false
	}
	for begin := c.at; ; c.at++ {
		n := bytes.IndexByte(c.text[c.at:], '"')
		if n < 0 {
			return nil, false
		}
		c.at += n
		escapes := 0
		for c.text[c.at-1-escapes] == '\\' { // it ends at the string's own quote
			escapes++
		}
		if escapes%2 == 0 {
			c.at++
			return c.text[begin : c.at-1], true
		}
	}
}

// token reads a character, if that is the next one.
func (c *jsonCount) token(b byte) bool {
	if c.next() != b {
		return false
	}
	c.at++
	return true
}

// next is the next character that isn't white space; 0 at the end.
func (c *jsonCount) next() byte {
	for ; c.at < len(c.text); c.at++ {
		switch c.text[c.at] {
		case ' ', '\t', '\r', '\n':
		default:
			return c.text[c.at]
		}
	}
	return 0
}
