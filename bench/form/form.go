package form

import "strings"

// A Form is one way in which a family's models write calls.
//
// Open, Close, Call, Between, Pair and End are templates. Markers are between ⟨
// and ⟩; all else is brackets, strings, words and white space. Holes in them:
//
//   - $name, $id, $index: the tool's name, the call's id, its number from 0.
//   - $args: the arguments as one value in the form's spelling.
//   - $quoted: the arguments as JSON in a JSON string.
//   - $pairs: every argument in turn, by Pair.
//   - $key, $value, $type, $string: in Pair, the argument's name and value, the name of
//     its JSON type, and whether it is a string (true, false).
type Form struct {
	// Name is the format's, e.g. "hermes/tool_call", and, after a space, the writing's where
	// models write a format in several ways.
	Name string
	// Family reads it.
	Family string
	// Open and Close are around all calls of an answer.
	Open, Close string
	// Call is one call, Between what is between two.
	Call, Between string
	// Pair is one argument, Pairs what is between two.
	Pair, Pairs string
	// Spell says how values are written.
	Spell Spelling
	// End is after the answer: an end-of-turn token.
	End string
	// Lead is text that a model writes before, e.g. "Calling "; [Form.Prose] must allow it.
	Lead string
	// Confidence is what an undamaged call has, in tenths; 0 is 10.
	Confidence int
	// Prose says where content may be next to the calls.
	Prose Prose
	// Tools: a call counts only if its tool is declared.
	Tools bool
	// Scalars: no argument is an array or object.
	Scalars bool
	// Single: an answer has one call.
	Single bool
	// Reserved are special tokens that end the answer or begin another part of it, wherever they
	// are: no value can hold them.
	Reserved []string
	// IDs: the shape of the ids that $id stands for, # for a digit; empty: the form has none.
	IDs string
}

// Prose says where content may be next to calls.
type Prose uint8

// The places for content.
const (
	Around Prose = iota // before and after the calls
	Before              // before them
	Alone               // nowhere: the output is the calls
)

// Format is the name of the format that calls of the form are read as.
func (f *Form) Format() string {
	name, _, _ := strings.Cut(f.Name, " ")
	return name
}

// Tenths is the confidence of an undamaged call, in tenths.
func (f *Form) Tenths() int {
	if f.Confidence == 0 {
		return 10
	}
	return f.Confidence
}

// Typed reports whether a value's text shows its type without a schema.
func (f *Form) Typed() bool { return f.Spell.Quote != "" || !strings.Contains(f.Call, "$pairs") }

// thoughts are the markers around thoughts of families that write others than <think> and </think>.
var thoughts = map[string][2]string{
	"apertus": {"<|inner_prefix|>", "<|inner_suffix|>"}, "apriel": {"<thinking>", "</thinking>"},
	"k2_horizon": {"<ifm|think>", "</ifm|think>"}, "longcat": {"<longcat_think>", "</longcat_think>"},
	"solar2": {"<|think:start|>", "<|think:end|>"}, "plamo": {"<|plamo:begin_think:plamo|>", "<|plamo:end_think:plamo|>"},
	"cohere": {"<|START_THINKING|>", "<|END_THINKING|>"},
}

// Thought is what the family's models write around their thoughts.
func (f *Form) Thought() (open, shut string) {
	if t, ok := thoughts[f.Family]; ok {
		return t[0], t[1]
	}
	return "<think>", "</think>"
}

// All lists the forms, those of a family together.
func All() []*Form { return all }

var all = func() []*Form {
	var list []*Form
	for _, forms := range [][]Form{jsonForms, tokenForms, pythonForms, tagForms, pairForms, vendorForms} {
		for i := range forms {
			list = append(list, &forms[i])
		}
	}
	return list
}()
