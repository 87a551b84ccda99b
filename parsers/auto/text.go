package auto

import "github.com/toolparser/toolparser/parsers/grammar"

// textCalls is what a call in text may look like: all that models write.
func textCalls() *grammar.Shape {
	s := grammar.OwnCalls(formatInline, formatFenced)
	inner := s.Field([]byte("tool_call")).Shape
	use := &grammar.Shape{Fields: append(grammar.CallFields("name"), grammar.Field{Key: "toolUseId", Holds: grammar.HoldsID})}
	s.Fields = append(s.Fields,
		grammar.Field{Key: "functionCall", Shape: inner},
		grammar.Field{Key: "toolUse", Shape: use},
	)
	needArguments(s)
	return s
}

// needArguments lets a name alone be no call: so lists of tools are written.
func needArguments(s *grammar.Shape) {
	s.NoArguments = grammar.NoCall
	for _, f := range s.Fields {
		if f.Shape != nil {
			needArguments(f.Shape)
		}
	}
}
