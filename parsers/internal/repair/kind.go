// Package repair names the edits that repair damaged text.
//
// The names and numbers are those of RepairKind in the protobuf contract.
package repair

// Kind is the kind of damage that a repair undid.
type Kind uint8

// The kinds, numbered as in toolparser.v1.RepairKind.
const (
	Unspecified Kind = iota
	TrailingComma
	MissingComma
	MissingCloser
	ExtraCloser
	RawControlCharacter
	UnescapedQuote
	InvalidEscape
	QuoteStyle
	PythonLiteral
	Comment
	DoubleEncodedArguments
	MissingMarker
	ToolName
	UnquotedKey
	NonFiniteNumber
	ExtraOpener
	WhiteSpace
	FlatArguments
	Repeated
)

var kindNames = [...]string{
	"UNSPECIFIED", "TRAILING_COMMA", "MISSING_COMMA", "MISSING_CLOSER", "EXTRA_CLOSER",
	"RAW_CONTROL_CHARACTER", "UNESCAPED_QUOTE", "INVALID_ESCAPE", "QUOTE_STYLE", "PYTHON_LITERAL",
	"COMMENT", "DOUBLE_ENCODED_ARGUMENTS", "MISSING_MARKER", "TOOL_NAME", "UNQUOTED_KEY",
	"NON_FINITE_NUMBER", "EXTRA_OPENER", "WHITE_SPACE", "FLAT_ARGUMENTS", "REPEATED",
}

// String returns the name in the contract, without its REPAIR_KIND_ prefix.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[Unspecified]
}

// A Repair is one edit.
type Repair struct {
	Kind Kind
	// Offset is the byte offset of the damage in the model output.
	Offset int
}
