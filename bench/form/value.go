package form

import (
	"strings"

	"github.com/toolparser/toolparser/bench/quote"
)

// A Type is the type of a value, in JSON's words.
type Type uint8

// The types.
const (
	String Type = iota
	Integer
	Boolean
	Null
	Array
	Object
)

// String is the type's name in a schema.
func (t Type) String() string {
	return [...]string{"string", "integer", "boolean", "null", "array", "object"}[t]
}

// A Value is an argument, or a part of one.
type Value struct {
	Type Type
	// Text is a string's value, and a number, true or false as JSON writes it.
	Text string
	// Items are an array's elements and an object's values, in the order of Keys.
	Items []Value
	Keys  []string
}

// Str is a string.
func Str(s string) Value { return Value{Text: s} }

// JSON is the value as compact JSON.
func (v Value) JSON() string {
	var w writer
	w.value(v, &JSONSpelling, Style{}, Part{})
	return Join(w.parts)
}

// An Escape is the way in which a string's text is written between its delimiters.
type Escape uint8

// The ways.
const (
	Verbatim Escape = iota // as it is
	EscapeJSON
	EscapePython
)

// A Spelling says how values are written.
type Spelling struct {
	// Quote is the delimiter of strings; empty: a string is its text alone.
	Quote string
	// Escape says how the text of a string is written.
	Escape Escape
	// True, False and None; empty: as in JSON.
	True, False, None string
	// Bare: the keys of objects have no delimiters.
	Bare bool
	// All: every value of a pair is between the delimiters, not only strings.
	All bool
	// Nested is the spelling of arrays and objects, and of what is in them; nil: this one.
	Nested *Spelling
}

// The spellings of the formats.
var (
	JSONSpelling   = Spelling{Quote: `"`, Escape: EscapeJSON}
	bareSpelling   = Spelling{Quote: `"`, Escape: EscapeJSON, Bare: true}
	pythonSpelling = Spelling{Quote: `'`, Escape: EscapePython, True: "True", False: "False", None: "None"}
	doubleSpelling = Spelling{Quote: `"`, Escape: EscapePython, True: "True", False: "False", None: "None"}
	rawSpelling    = Spelling{Nested: &JSONSpelling}
	// rawPython is how templates in Jinja print values: strings raw, the literals as Python's.
	rawPython     = Spelling{True: "True", False: "False", None: "None", Nested: &JSONSpelling}
	gemmaSpelling = Spelling{Quote: `<|"|>`, Bare: true}
	escapeAll     = Spelling{Quote: "<escape>", Bare: true, All: true, Nested: &escapeNested}
	escapeNested  = Spelling{Quote: "<escape>", Bare: true}
)

// A Style says how values are spaced.
type Style struct {
	// Comma and Colon follow these signs on one line.
	Comma, Colon string
	// Indent is what a level is indented by; empty: all on one line.
	Indent string
	// ASCII escapes what isn't ASCII in JSON.
	ASCII bool
}

// Styles are how models space JSON.
var Styles = []Style{{Comma: " ", Colon: " "}, {}, {Colon: " ", Indent: "  "}, {Comma: " ", Colon: " ", ASCII: true}}

// Spell writes a string's text between its delimiters, and which delimiter fits it.
func (sp *Spelling) Spell(s string, ascii bool) (delim, body string) {
	var whole string
	switch sp.Escape {
	case EscapeJSON:
		if ascii {
			whole = quote.ASCII(s)
		} else {
			whole = quote.JSON(s)
		}
	case EscapePython:
		if whole = quote.Python(s); whole[0] != sp.Quote[0] && !strings.ContainsAny(s, sp.Quote+`\`) {
			// Python's repr would choose the other quote; a model needn't.
			whole = sp.Quote + whole[1:len(whole)-1] + sp.Quote
		}
	default:
		return sp.Quote, s
	}
	return whole[:1], whole[1 : len(whole)-1]
}

func (sp *Spelling) nested() *Spelling {
	if sp.Nested != nil {
		return sp.Nested
	}
	return sp
}

// Literal writes a number, true, false or null.
func (sp *Spelling) Literal(v Value) string {
	switch {
	case v.Type == Null && sp.None != "":
		return sp.None
	case v.Type == Null:
		return "null"
	case v.Text == "true" && sp.True != "":
		return sp.True
	case v.Text == "false" && sp.False != "":
		return sp.False
	}
	return v.Text
}
