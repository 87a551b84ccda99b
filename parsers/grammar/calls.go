package grammar

// callArguments are the arguments of a call that is an object of a name and an
// arguments key. The rest are the arguments of shapes that models borrow.
const (
	callArguments Mask = 1 << iota
	actionArguments
	toolArguments
	toolNameArguments
)

// callFields returns the fields of a call. The given fields name it.
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

// CallFields returns the fields of a call that is named under one of the keys. A [Shape] with a
// vendor's own keys is made of these fields.
func CallFields(names ...string) []Field {
	var fields []Field
	for _, key := range names {
		fields = append(fields, Field{Key: key, Name: callArguments})
	}
	return callFields(fields...)
}

// TextCalls returns the shape of the calls that most families accept in running text and in fences:
// {"name": …, "arguments": …}, alone or as a "function".
func TextCalls(format, fenced string) *Shape {
	plain := &Shape{Fields: callFields(nameField)}
	return &Shape{
		Format: format, FencedFormat: fenced,
		Fields: callFields(nameField, Field{Key: "function", Shape: plain}),
	}
}

// MarkedCalls returns the shape of calls that a special token announces. It is that of TextCalls,
// but a name alone is a call, too.
func MarkedCalls() *Shape {
	plain := &Shape{NoArguments: CallOrReport, Fields: callFields(nameField)}
	return &Shape{NoArguments: CallOrReport, Fields: callFields(nameField, Field{Key: "function", Shape: plain})}
}

// BlockCalls returns the shape of calls between markers, which announce one. It is that of
// TextCalls and, with a penalty, what other families write. A name alone is a call.
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

// OwnCalls returns the shape of BlockCalls in running text and in fences, for a family that writes
// all of that itself. No key has a penalty, except for params.
func OwnCalls(format, fenced string) *Shape {
	s := BlockCalls()
	s.Format, s.FencedFormat = format, fenced
	s.own()
	return s
}

// own removes the penalties of the shape's keys, except for params, and those of the shapes in it.
func (s *Shape) own() {
	for i := range s.Fields {
		f := &s.Fields[i]
		f.Free = f.Key == "params"
		if f.Shape != nil {
			f.Shape.own()
		}
	}
}
