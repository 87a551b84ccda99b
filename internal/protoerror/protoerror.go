// Package protoerror makes the messages of protojson and prototext fit to be printed.
package protoerror

import (
	"encoding/json"
	"strings"
)

// Plain is what the library says, without its name, and with spaces that don't differ from
// build to build.
func Plain(err error) string {
	return strings.TrimPrefix(strings.ReplaceAll(err.Error(), "\u00a0", " "), "proto: ")
}

// Of is Plain of an error of protojson with text. What JavaScript writes of a string that was
// cut inside a code point is recognized by its name: protojson calls it an end, or an escape. A
// tool's schema that is no string, as in the APIs of vendors, gets what to be.
func Of(text []byte, err error) string {
	why := Plain(err)
	if (strings.Contains(why, "unexpected EOF") || strings.Contains(why, "invalid escape code")) && json.Valid(text) {
		return "a string has half of a surrogate pair, which is no text"
	}
	if strings.HasSuffix(why, "invalid value for string field parameters: {") {
		return why + "; write the schema as a string of JSON"
	}
	return why
}
