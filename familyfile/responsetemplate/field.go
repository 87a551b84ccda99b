package responsetemplate

import (
	"encoding/json"
	"maps"
	"slices"
)

// A field is a field of the message, as the template has it.
type field struct {
	key         string
	open, close []string // literals, all as right
	opens       pattern  // in the place of open
	closes      pattern  // in the place of close
	content     string
	args        object
	transform   json.RawMessage
	unread      bool // how it opens or closes couldn't be read, and that was said
}

// field reads a field; nil if it is none.
func (i *importer) field(key string, value json.RawMessage) *field {
	var members object
	if !i.read(key, value, &members, "object") {
		return nil
	}
	f := &field{key: key, content: "text"}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		i.member(f, name, members[name])
	}
	if f.open != nil && f.opens != nil {
		i.refuse(key+".open_pattern", "open says how the field opens, too; drop one of the two")
	}
	if f.close != nil && f.closes != nil {
		i.refuse(key+".close_pattern", "close says how the field closes, too; drop one of the two")
	}
	return f
}

// member reads one key of a field.
func (i *importer) member(f *field, name string, value json.RawMessage) {
	key := f.key + "." + name
	switch name {
	case "open":
		f.open = i.literals(key, value)
	case "close":
		f.close = i.literals(key, value)
	case "open_pattern":
		f.opens = i.pattern(key, value)
		f.unread = f.unread || f.opens == nil
	case "close_pattern":
		f.closes = i.pattern(key, value)
		f.unread = f.unread || f.closes == nil
	case "content":
		i.read(key, value, &f.content, "string")
	case "content_args":
		i.read(key, value, &f.args, "object")
	case "transform":
		f.transform = value
	case "transform_each":
		i.note("%s: an array holds calls as one object does.", key)
	case "repeats", "optional":
		i.note("%s: a message may have any number of these.", key)
	case "join":
		i.note("%s: how texts are joined is the request's content_policy.", key)
	default:
		i.refuse(key, "no such key is known")
	}
}

// literals are one text, or a list of texts.
func (i *importer) literals(key string, value json.RawMessage) []string {
	var one string
	if json.Unmarshal(value, &one) == nil {
		return i.trimmed(key, []string{one})
	}
	var list []string
	if !i.read(key, value, &list, "string, and no list of strings") {
		return nil
	}
	if len(list) == 0 {
		i.refuse(key, "it is empty")
	}
	return i.trimmed(key, list)
}

// trimmed are texts without the white space around them: a marker is found with any.
func (i *importer) trimmed(key string, list []string) []string {
	for n, text := range list {
		list[n] = trimSpace(text)
		if list[n] == "" {
			i.refuse(key, "%q is no marker", text)
		}
	}
	return list
}
