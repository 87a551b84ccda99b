package gemini

import "github.com/toolparser/toolparser/parsers/internal/engine"

// document is a response, a content of one, or an array: of its parts, or of
// the responses that a stream delivers.
var document = engine.Document{Object: &response, List: &element, Format: formatFunctionCall}

// response is a response, one of its candidates, or a content.
var response = engine.Level{
	Part: engine.PartInside,
	Keys: append([]engine.Key{
		{Name: "functionCall", Foreign: true},
		{Name: "parts", List: &documentPart},
		{Name: "role", Is: []string{"model"}},
		{Name: "content", Object: &documentContent},
		{Name: "finishReason"},
	}, responseKeys...),
}

var responseKeys = []engine.Key{
	{Name: "candidates", First: &documentCandidate, Part: engine.PartInside},
	{Name: "promptFeedback", Part: engine.PartInside},
	{Name: "usageMetadata", Part: engine.PartInside},
	{Name: "modelVersion"},
	{Name: "responseId"},
	{Name: "createTime"},
}

var documentCandidate = engine.Level{
	Part: engine.PartInside,
	Keys: []engine.Key{{Name: "content", Object: &documentContent}},
}

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
var partKeys = []engine.Key{
	{Name: "text", Text: true, Part: engine.PartInside},
	{Name: "functionCall", Part: engine.PartCall},
	{Name: "thought", Part: engine.PartReasoning, True: true},
	{Name: "thoughtSignature"},
	{Name: "executableCode", Part: engine.PartMarkup},
	{Name: "codeExecutionResult", Part: engine.PartMarkup},
	{Name: "inlineData", Part: engine.PartMarkup},
	{Name: "fileData", Part: engine.PartMarkup},
}

// element is an element of an array at the start of the output: a part or a response.
var element = engine.Level{
	Call: &part,
	Keys: append(append([]engine.Key{}, partKeys...), responseKeys...),
}
