package gen

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toolparser/toolparser/bench/exact"
)

// Read takes the call out of a whole JSON text of the case's shape, as one who
// uses a repair library would: false if there is none, because the name is
// missing or the arguments are no object.
func (c *Case) Read(document string) (name, arguments string, ok bool) {
	namePath, argsPath := c.Locate()
	name = c.Name
	if namePath != nil {
		raw, found := dig(json.RawMessage(document), namePath)
		if !found || json.Unmarshal(raw, &name) != nil || name == "" {
			return "", "", false
		}
		name = strings.TrimPrefix(name, "functions.")
	}
	raw, found := dig(json.RawMessage(document), argsPath)
	if !found {
		return "", "", false
	}
	raw = bytes.TrimSpace(raw)
	var inner string
	if json.Unmarshal(raw, &inner) == nil {
		raw = bytes.TrimSpace([]byte(inner)) // double-encoded
	}
	return name, string(raw), bytes.HasPrefix(raw, []byte("{")) && json.Valid(raw)
}

// dig follows the path into a JSON text.
func dig(raw json.RawMessage, path []string) (json.RawMessage, bool) {
	for _, p := range path {
		if i, err := strconv.Atoi(p); err == nil {
			var list []json.RawMessage
			if json.Unmarshal(raw, &list) != nil || i >= len(list) {
				return nil, false
			}
			raw = list[i]
			continue
		}
		var object map[string]json.RawMessage
		if json.Unmarshal(raw, &object) != nil || object[p] == nil {
			return nil, false
		}
		raw = object[p]
	}
	return raw, true
}

// Right reports whether a call is the one that the model meant.
func (c *Case) Right(name, arguments string) bool {
	return name == c.Name && exact.Equal(arguments, c.Arguments)
}

// Means reports whether a whole JSON text of the case's shape says what the model meant.
func (c *Case) Means(document string) bool {
	if _, err := exact.Decode(document); err != nil {
		return false
	}
	name, arguments, ok := c.Read(document)
	return ok && c.Right(name, arguments)
}
