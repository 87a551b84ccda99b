package gemini

import (
	"strings"
	"unicode"

	"github.com/toolparser/toolparser/parsers/grammar"
)

// document is a response, a content of one, or an array: of its parts, or of
// the responses that a stream delivers.
var document = grammar.Document{Object: &response, List: &element, Formats: []string{formatFunctionCall, formatPython}}

// response is a response, one of its candidates, or a content.
var response = grammar.Level{
	Part: grammar.PartInside,
	Keys: append(spellings(
		grammar.Key{Name: "parts", Level: &documentPart, Nesting: grammar.NestedList},
		grammar.Key{Name: "role", Is: []string{"model"}},
		grammar.Key{Name: "content", Level: &documentContent},
		finishReason, finishMessage,
	), responseKeys...),
}

// spellings adds each key in snake_case, too, as protobuf's JSON may have it.
func spellings(keys ...grammar.Key) []grammar.Key {
	for _, k := range keys {
		if name := snakeCase(k.Name); name != k.Name {
			k.Name = name
			keys = append(keys, k)
		}
	}
	return keys
}

func snakeCase(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

var responseKeys = spellings(
	grammar.Key{Name: "candidates", Level: &documentCandidate, Nesting: grammar.NestedFirst, Part: grammar.PartInside},
	grammar.Key{Name: "promptFeedback", Part: grammar.PartInside},
	grammar.Key{Name: "usageMetadata", Part: grammar.PartInside},
	grammar.Key{Name: "modelVersion"},
	grammar.Key{Name: "responseId"},
	grammar.Key{Name: "createTime"},
)

var documentCandidate = grammar.Level{
	Part: grammar.PartInside,
	Keys: spellings(grammar.Key{Name: "content", Level: &documentContent}, finishReason, finishMessage),
}

// Google's server doesn't run Python that it couldn't read, but hands it on.
var (
	finishReason  = grammar.Key{Name: "finishReason", Says: grammar.SaysFailure, Is: []string{"MALFORMED_FUNCTION_CALL"}}
	finishMessage = grammar.Key{Name: "finishMessage", Says: grammar.SaysCode}
)

var documentContent = grammar.Level{
	Part: grammar.PartInside,
	Keys: []grammar.Key{
		{Name: "parts", Level: &documentPart, Nesting: grammar.NestedList},
		{Name: "role", Is: []string{"model"}},
	},
}

var documentPart = grammar.Level{Call: &part, Keys: partKeys}

// partKeys tell what a part is. Code that was executed is Google's own call
// and result.
var partKeys = spellings(
	grammar.Key{Name: "text", Says: grammar.SaysText, Part: grammar.PartInside},
	grammar.Key{Name: "functionCall", Part: grammar.PartCall},
	grammar.Key{Name: "thought", Part: grammar.PartReasoning},
	grammar.Key{Name: "thoughtSignature"},
	grammar.Key{Name: "executableCode", Part: grammar.PartMarkup},
	grammar.Key{Name: "codeExecutionResult", Part: grammar.PartMarkup},
	grammar.Key{Name: "inlineData", Part: grammar.PartMarkup},
	grammar.Key{Name: "fileData", Part: grammar.PartMarkup},
)

// element is an element of an array at the start of the output: a part or a response.
var element = grammar.Level{
	Call: &part,
	Keys: append(append([]grammar.Key{}, partKeys...), responseKeys...),
}
