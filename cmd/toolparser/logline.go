package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/toolparser/toolparser/client"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/protoerror"
)

// logFields are the flags that say which fields of a log's lines hold what is parsed.
type logFields struct{ output, tools, family, model string }

const (
	outputFieldFlag = "output-field"
	modelFieldFlag  = "model-field"
)

func (f *logFields) addFlags(flags *pflag.FlagSet) {
	flags.StringVar(&f.output, outputFieldFlag, "", "dotted `path` of the field that holds the output, such as response.text")
	flags.StringVar(&f.tools, "tools-field", "", "dotted `path` of the field that holds the tools, in the form of a tools file, or as a string with such JSON")
}

func (f *logFields) addFamilyFlags(flags *pflag.FlagSet) {
	flags.StringVar(&f.family, "family-field", "", "dotted `path` of the field that holds the family's name")
	f.addModelFlag(flags)
}

func (f *logFields) addModelFlag(flags *pflag.FlagSet) {
	flags.StringVar(&f.model, modelFieldFlag, "", "dotted `path` of the field that holds the model's id")
}

// A lineReader makes requests of the lines of a log.
type lineReader struct {
	fields logFields
	// Lines that have none of their own have these.
	family, model string
	tools         []*toolparserv1.Tool
	// needsFamily: a line of a log is broken if nothing says which family reads it.
	needsFamily bool
}

// item is what a line asks for. The id of an item from a log is the line's number.
func (r *lineReader) item(line []byte, number int) (*toolparserv1.BatchParseToolCallsRequest, error) {
	if !json.Valid(line) {
		return nil, errors.New("not JSON")
	}
	item, own, err := r.read(line, number)
	if err != nil || item.GetRequest() == nil {
		return item, err
	}
	request := item.GetRequest()
	if request.GetFamily() == "" && request.GetModel() == "" {
		request.Family, request.Model = r.family, r.model
	}
	if request.GetFamily() == "" && request.GetModel() == "" {
		request.Model = own
	}
	if r.needsFamily && request.GetFamily() == "" && request.GetModel() == "" && (r.fields.output != "" || isResponse(line)) {
		return nil, errors.New("the line names neither a family nor a model: want --family or --model for all lines, or --family-field or --model-field")
	}
	if len(request.GetTools()) == 0 {
		request.Tools = r.tools
	}
	return item, nil
}

// read is item without what the flags add. own is the model that a response names.
func (r *lineReader) read(line []byte, number int) (item *toolparserv1.BatchParseToolCallsRequest, own string, err error) {
	value := json.RawMessage(line)
	switch {
	case r.fields.output != "":
		if value = field(line, r.fields.output); value == nil {
			return nil, "", fmt.Errorf("field %q is missing or null", r.fields.output)
		}
	case !isResponse(line):
		item, err = r.service(line)
		return item, "", err
	}
	said, err := outputOf(value)
	if err != nil {
		return nil, "", err
	}
	request := &toolparserv1.ParseToolCallsRequest{ModelOutput: said.text, FinishReason: said.finish}
	if request.Family, err = stringField(line, r.fields.family); err != nil {
		return nil, "", err
	}
	if request.Model, err = stringField(line, r.fields.model); err != nil {
		return nil, "", err
	}
	if request.Tools, err = toolsField(line, r.fields.tools); err != nil {
		return nil, "", err
	}
	return &toolparserv1.BatchParseToolCallsRequest{Id: strconv.Itoa(number), Request: request}, said.model, nil
}

// service reads a line that is an item of the service.
func (r *lineReader) service(line []byte) (*toolparserv1.BatchParseToolCallsRequest, error) {
	item := new(toolparserv1.BatchParseToolCallsRequest)
	line = withoutMember(line, noteMember)
	err := protojson.Unmarshal(line, item)
	switch {
	case err != nil && field(line, "request") == nil:
		return nil, fmt.Errorf("neither a BatchParseToolCallsRequest nor a response of OpenAI's API: want --%s, which names the field with the output", outputFieldFlag)
	case err != nil:
		text := strings.Replace(protoerror.Of(line, err), "(line 1:", "(column ", 1)
		return nil, fmt.Errorf("not a BatchParseToolCallsRequest: %s", text)
	case r.fields != logFields{}:
		return nil, fmt.Errorf("a BatchParseToolCallsRequest: --tools-field, --family-field and --model-field are for the lines of a log, with --%s", outputFieldFlag)
	}
	return item, nil
}

// field is the value at a dotted path, in which numbers index arrays; nil if it is missing
// or null. A key may hold dots itself.
func field(value json.RawMessage, path string) json.RawMessage {
	if path == "" {
		if string(value) == "null" {
			return nil
		}
		return value
	}
	var object map[string]json.RawMessage
	var array []json.RawMessage
	isObject, isArray := json.Unmarshal(value, &object) == nil, json.Unmarshal(value, &array) == nil
	for end := range len(path) + 1 {
		if end < len(path) && path[end] != '.' {
			continue
		}
		key, rest := path[:end], strings.TrimPrefix(path[end:], ".")
		var inner json.RawMessage
		if isObject {
			inner = object[key]
		} else if i, err := strconv.Atoi(key); isArray && err == nil && i >= 0 && i < len(array) {
			inner = array[i]
		}
		if inner != nil {
			if found := field(inner, rest); found != nil {
				return found
			}
		}
	}
	return nil
}

// stringField is the text at a path; empty if it is missing.
func stringField(line json.RawMessage, path string) (text string, err error) {
	if path == "" {
		return "", nil
	}
	value := field(line, path)
	if value != nil && json.Unmarshal(value, &text) != nil {
		return "", fmt.Errorf("field %q is not a string", path)
	}
	return text, nil
}

// toolsField are the tools at a path; none if they are missing.
func toolsField(line json.RawMessage, path string) ([]*toolparserv1.Tool, error) {
	if path == "" {
		return nil, nil
	}
	value := field(line, path)
	if value == nil {
		return nil, nil
	}
	var text string
	if json.Unmarshal(value, &text) == nil {
		value = json.RawMessage(text)
	}
	tools, err := client.ToolsFromJSON(value)
	if err != nil {
		return nil, fmt.Errorf("field %q: %w", path, err)
	}
	return tools, nil
}

// errParsedAlready is of a response whose text is all in its tool_calls: what wrote the response had
// parsed them, and nothing is left to read.
var errParsedAlready = errors.New("the response has tool_calls and no text: its calls were parsed already")

// A spoken output is a model's text, as a log holds it.
type spoken struct {
	text   string
	model  string // as the response says; empty if it doesn't
	finish toolparserv1.FinishReason
}

// A response is one of OpenAI's: of the chat completions, completions or responses API.
type response struct {
	Object  string `json:"object"`
	Model   string `json:"model"`
	Choices []struct {
		Text    *string `json:"text"`
		Message struct {
			Content   json.RawMessage   `json:"content"`
			ToolCalls []json.RawMessage `json:"tool_calls"`
		} `json:"message"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Output []struct {
		Type    string        `json:"type"`
		Content []contentPart `json:"content"`
	} `json:"output"`
	IncompleteDetails struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
}

type contentPart struct {
	Text string `json:"text"`
}

// isResponse reports whether a line is a response, and no item of the service.
func isResponse(line []byte) bool {
	var r struct {
		Object  string          `json:"object"`
		Choices json.RawMessage `json:"choices"`
		Output  json.RawMessage `json:"output"`
	}
	err := json.Unmarshal(line, &r)
	return err == nil && (bytes.HasPrefix(r.Choices, []byte("[")) || r.Object == "response" && bytes.HasPrefix(r.Output, []byte("[")))
}

// outputOf is the output that a field holds: a string, or a response.
func outputOf(value json.RawMessage) (spoken, error) {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return spoken{text: text}, nil
	}
	var r response
	if !isResponse(value) || json.Unmarshal(value, &r) != nil {
		return spoken{}, errors.New("the output is neither a string nor a response of OpenAI's API")
	}
	said := spoken{model: r.Model}
	if r.Choices == nil {
		called := false
		for _, item := range r.Output {
			said.text += textOf(item.Content)
			called = called || item.Type == "function_call"
		}
		if called && said.text == "" {
			return spoken{}, errParsedAlready
		}
		if r.IncompleteDetails.Reason == "max_output_tokens" {
			said.finish = toolparserv1.FinishReason_FINISH_REASON_LENGTH
		}
		return said, nil
	}
	if n := len(r.Choices); n != 1 {
		return spoken{}, fmt.Errorf("the response has %d choices: name one, as in --%s choices.0.message.content", n, outputFieldFlag)
	}
	choice := r.Choices[0]
	// A word that is unknown says no more than none: the output of an old log can still be parsed.
	said.finish, _ = client.FinishReason(choice.FinishReason)
	var parts []contentPart
	switch {
	case choice.Text != nil:
		said.text = *choice.Text
	case len(choice.Message.Content) == 0 || string(choice.Message.Content) == "null":
		if len(choice.Message.ToolCalls) == 0 {
			return spoken{}, errors.New("the response has neither content nor tool_calls")
		}
		return spoken{}, errParsedAlready
	case json.Unmarshal(choice.Message.Content, &said.text) == nil:
	case json.Unmarshal(choice.Message.Content, &parts) == nil:
		said.text = textOf(parts)
	default:
		return spoken{}, errors.New("the response's content is neither a string nor a list of parts")
	}
	if said.text == "" && len(choice.Message.ToolCalls) > 0 {
		return spoken{}, errParsedAlready
	}
	return said, nil
}

func textOf(parts []contentPart) string {
	var text strings.Builder
	for _, part := range parts {
		text.WriteString(part.Text)
	}
	return text.String()
}
