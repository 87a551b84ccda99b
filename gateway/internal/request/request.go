// Package request reads what the requests of several APIs have in common.
package request

import (
	"github.com/tidwall/gjson"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/chatapi"
)

// Functions are the functions among the tools of a request, in any shape that chatapi.ReadTools
// accepts. A list that isn't understood has none.
func Functions(tools gjson.Result) (list []parsers.Tool) {
	if !tools.IsArray() {
		return nil
	}
	read, err := chatapi.ReadTools([]byte(tools.Raw))
	if err != nil {
		return nil
	}
	for _, tool := range read {
		list = append(list, parsers.Tool{Name: tool.Name, Parameters: tool.Parameters})
	}
	return list
}

// WantsJSON reports whether a format of OpenAI's APIs says that the answer itself is to be JSON.
func WantsJSON(format gjson.Result) bool {
	kind := jsonedit.Member(format, "type").Str
	return kind == "json_object" || kind == "json_schema"
}
