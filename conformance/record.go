package conformance

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
)

// A Record is a case as data, for programs in other languages and for other parsers.
// docs/models/corpus.md describes its JSON.
type Record struct {
	Family string `json:"family"`
	// Name is unique in its family.
	Name  string `json:"name"`
	About string `json:"about"`
	// Output is the model's output, if it is valid UTF-8. Otherwise OutputBase64 has its bytes.
	Output       string `json:"output"`
	OutputBase64 []byte `json:"output_base64,omitempty"`
	// Tools have the form of OpenAI's chat API. Without tools, nothing is declared.
	Tools []RecordTool `json:"tools,omitempty"`
	// Options are the JSON of the case's Options, or nothing.
	Options json.RawMessage `json:"options,omitempty"`
	// Expected is the case's want.json. Arguments are text, so that they keep their bytes.
	Expected json.RawMessage `json:"expected"`
}

// A RecordTool is a tool that the model was offered.
type RecordTool struct {
	Type     string         `json:"type"`
	Function RecordFunction `json:"function"`
}

// A RecordFunction is the function of a tool. Parameters are its schema, or nothing.
type RecordFunction struct {
	Name       string          `json:"name"`
	Parameters json.RawMessage `json:"parameters,omitempty"`
}

// Record returns the case of a family as data.
func (c *Case) Record(family string) Record {
	r := Record{Family: family, Name: c.Name, About: c.About, Expected: onOneLine(c.want)}
	if utf8.ValidString(c.Output) {
		r.Output = c.Output
	} else {
		r.OutputBase64 = []byte(c.Output)
	}
	for _, file := range c.archive.Files {
		switch file.Name {
		case "tools.json":
			r.Tools = recordTools(file)
		case "options.json":
			var o Options
			if err := decodeStrictly(file.Data, &o); err != nil {
				panic(err) // loadCase would have refused it
			}
			r.Options = onOneLine(o)
		}
	}
	return r
}

// recordTools are the tools of a file that was read before.
func recordTools(file txtar.File) (tools []RecordTool) {
	var list []RecordFunction
	if err := decodeStrictly(file.Data, &list); err != nil {
		panic(err) // loadCase would have refused it
	}
	for _, f := range list {
		tools = append(tools, RecordTool{Type: "function", Function: f})
	}
	return tools
}

// onOneLine is a value as JSON.
func onOneLine(value any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(value) // texts, numbers and lists always encode
	return bytes.TrimSpace(b.Bytes())
}
