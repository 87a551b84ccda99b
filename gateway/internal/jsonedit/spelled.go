package jsonedit

import "github.com/tidwall/gjson"

// Spelled is the text of a value that is to be a string with JSON in it: the string, or JSON
// itself where a server writes that. Where nothing is, or null, it is empty.
func Spelled(value gjson.Result) string {
	switch value.Type {
	case gjson.String:
		return value.Str
	case gjson.Null:
		return ""
	default:
		return value.Raw
	}
}
