package gemini

import (
	"strings"
	"unicode"

	"github.com/toolparser/toolparser/parsers/internal/engine"
)

// document is a response, a content of one, or an array: of its parts, or of
// the responses that a stream delivers.
var document = engine.Document{Object: &response, List: &element, Format: formatFunctionCall}

// response is a response, one of its candidates, or a content.
var response = engine.Level{
	Part: engine.PartInside,
	Keys: append(spellings(
		engine.Key{Name: "functionCall", Foreign: true},
		engine.Key{Name: "parts", List: &documentPart},
		engine.Key{Name: "role", Is: []string{"model"}},
		engine.Key{Name: "content", Object: &documentContent},
		finishReason, finishMessage,
	), responseKeys...),
}

// spellings adds each key in snake_case, too, as protobuf's JSON may have it.
func spellings(keys ...engine.Key) []engine.Key {
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
	engine.Key{Name: "candidates", First: &documentCandidate, Part: engine.PartInside},
	engine.Key{Name: "promptFeedback", Part: engine.PartInside},
	engine.Key{Name: "usageMetadata", Part: engine.PartInside},
	engine.Key{Name: "modelVersion"},
	engine.Key{Name: "responseId"},
	engine.Key{Name: "createTime"},
)

var documentCandidate = engine.Level{
	Part: engine.PartInside,
	Keys: spellings(engine.Key{Name: "content", Object: &documentContent}, finishReason, finishMessage),
}

// Google's server doesn't run Python that it couldn't read, but hands it on.
var (
	finishReason  = engine.Key{Name: "finishReason", Failed: "MALFORMED_FUNCTION_CALL"}
	finishMessage = engine.Key{Name: "finishMessage", Code: true}
)

var documentContent = engine.Level{
	Part: engine.PartInside,
	Keys: []engine.Key{
		{Name: "parts", List: &documentPart},
		{Name: "role", Is: []string{"model"}},
	},
}

var documentPart = engine.Level{Call: &part, Keys: partKeys}

// partKeys tell what a part is. Code that was executed is Google's own call
// and result.
var partKeys = spellings(
	engine.Key{Name: "text", Text: true, Part: engine.PartInside},
	engine.Key{Name: "functionCall", Part: engine.PartCall},
	engine.Key{Name: "thought", Part: engine.PartReasoning, True: true},
	engine.Key{Name: "thoughtSignature"},
	engine.Key{Name: "executableCode", Part: engine.PartMarkup},
	engine.Key{Name: "codeExecutionResult", Part: engine.PartMarkup},
	engine.Key{Name: "inlineData", Part: engine.PartMarkup},
	engine.Key{Name: "fileData", Part: engine.PartMarkup},
)

// element is an element of an array at the start of the output: a part or a response.
var element = engine.Level{
	Call: &part,
	Keys: append(append([]engine.Key{}, partKeys...), responseKeys...),
}
