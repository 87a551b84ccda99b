package grammar

// callArguments are the arguments of a call that is an object of a name and an
// arguments key; the others are those of shapes that models borrow.
const (
	callArguments Mask = 1 << iota
	actionArguments
	toolArguments
	toolNameArguments
)

// callFields are the fields of a call, of which the given ones name it.
func callFields(named ...Field) []Field {
	return append(named,
		Field{Key: "arguments", Arguments: callArguments},
		Field{Key: "parameters", Arguments: callArguments},
		Field{Key: "params", Arguments: callArguments, Free: true},
		Field{Key: "args", Arguments: callArguments, Free: true},
		Field{Key: "input", Arguments: callArguments, Free: true},
		Field{Key: "id", Holds: HoldsID},
		Field{Key: "call_id", Holds: HoldsID},
		Field{Key: "tool_call_id", Holds: HoldsID},
		Field{Key: "type", Holds: HoldsType},
	)
}

var (
	nameField = Field{Key: "name", Name: callArguments}
	recipient = Field{Key: "recipient_name", Name: callArguments, Free: true, Prefix: "functions."}
)

// CallFields are the fields of a call that is named under one of the keys: what
// a [Shape] of a vendor's own keys is made of.
func CallFields(names ...string) []Field {
	var fields []Field
	for _, key := range names {
		fields = append(fields, Field{Key: key, Name: callArguments})
	}
	return callFields(fields...)
}

// TextCalls is the shape of the calls that most families take in running text
// and in fences: {"name": …, "arguments": …}, alone or as a "function".
func TextCalls(format, fenced string) *Shape {
	plain := &Shape{Fields: callFields(nameField)}
	return &Shape{
		Format: format, FencedFormat: fenced,
		Fields: callFields(nameField, Field{Key: "function", Shape: plain}),
	}
}

// MarkedCalls is the shape of calls that a special token announces: that of
// TextCalls, and a name alone is a call.
func MarkedCalls() *Shape {
	plain := &Shape{NoArguments: CallOrReport, Fields: callFields(nameField)}
	return &Shape{NoArguments: CallOrReport, Fields: callFields(nameField, Field{Key: "function", Shape: plain})}
}

// BlockCalls is the shape of calls between markers, which announce one: that of
// TextCalls and, at a cost, what other families write. A name alone is a call.
func BlockCalls() *Shape {
	inner := MarkedCalls()
	plain := inner.Field([]byte("function")).Shape
	encoded := MarkedCalls()
	encoded.StringArguments = true
	use := &Shape{NoArguments: CallOrReport, Fields: callFields(nameField, recipient)}
	return &Shape{NoArguments: CallOrReport, Fields: callFields(
		nameField, recipient,
		Field{Key: "function", Name: callArguments, Shape: plain},
		Field{Key: "tool_call", Shape: inner, Free: true},
		Field{Key: "tool_calls", Shape: encoded, Nesting: NestedList, Free: true},
		Field{Key: "function_call", Shape: encoded, Free: true},
		Field{Key: "action", Name: callArguments | actionArguments, Shape: inner, Free: true},
		Field{Key: "action_input", Arguments: actionArguments},
		Field{Key: "tool", Name: callArguments | toolArguments, Free: true},
		Field{Key: "tool_input", Arguments: toolArguments},
		Field{Key: "tool_name", Name: callArguments | toolNameArguments, Free: true},
		Field{Key: "tool_args", Arguments: toolNameArguments},
		Field{Key: "tool_uses", Shape: use, Nesting: NestedList, Free: true},
	)}
}

// OwnCalls is the shape of BlockCalls in running text and in fences, for a family
// that writes all of that by itself: no key costs, bar params.
func OwnCalls(format, fenced string) *Shape {
	s := BlockCalls()
	s.Format, s.FencedFormat = format, fenced
	s.own()
	return s
}

// own takes the costs off the shape's keys, and off those of the shapes in it.
func (s *Shape) own() {
	for i := range s.Fields {
		f := &s.Fields[i]
		f.Free = f.Key == "params"
		if f.Shape != nil {
			f.Shape.own()
		}
	}
}
