package responsetemplate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

// A Refusal is a key of the template that no declaration can express, and why.
type Refusal struct{ Key, Why string }

// Error implements error.
func (r *Refusal) Error() string { return r.Key + ": " + r.Why }

// An object is a JSON object whose members are read later.
type object = map[string]json.RawMessage

// Import is the declaration, under this name, of a response_template, or of the one in a
// tokenizer_config.json. The notes are for a person; the error joins a [Refusal] for each
// key that can't be expressed.
func Import(text []byte, name string) (d *familyv1.FamilyDeclaration, notes []string, err error) {
	template, err := find(text)
	if err != nil {
		return nil, nil, err
	}
	i := &importer{
		name:    name,
		grammar: new(familyv1.Grammar),
		declaration: &familyv1.FamilyDeclaration{
			Name:        name,
			Description: "Imported from a response_template.",
		},
	}
	i.declaration.Grammar = i.grammar
	i.template(template)
	if len(i.problems) > 0 {
		return nil, nil, errors.Join(i.problems...)
	}
	return i.declaration, i.notes, nil
}

// find finds the template in the text.
func find(text []byte) (object, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	var config object
	if err := json.Unmarshal(text, &config); !json.Valid(text) {
		return nil, fmt.Errorf("reading the template: %w", err)
	} else if err != nil || config == nil {
		return nil, errors.New("reading the template: it is JSON, but no object; give a tokenizer_config.json, or the template alone")
	}
	inner, ok := config["response_template"]
	switch {
	case ok:
		config = nil
		if err := json.Unmarshal(inner, &config); err != nil || config == nil {
			return nil, &Refusal{"response_template", "it is no object"}
		}
	case config["fields"] != nil:
	case config["response_schema"] != nil:
		return nil, &Refusal{"response_schema", "this older form isn't read, and Transformers drops it, too; look for a response_template"}
	default:
		return nil, &Refusal{"response_template", "it is missing; give a tokenizer_config.json that has one, or the template alone"}
	}
	return config, nil
}

// template reads the template's own keys.
func (i *importer) template(t object) {
	for _, key := range slices.Sorted(maps.Keys(t)) {
		switch key {
		case "fields":
		case "version":
			var version int
			if i.read(key, t[key], &version, "number") && version != 1 {
				i.refuse(key, "version %d isn't known; 1 is", version)
			}
		case "defaults":
			i.defaults(t[key])
		case "start_anchor", "start_anchor_pattern":
			i.note("%s isn't needed: the output begins after the prompt.", key)
		default:
			i.refuse(key, "no such key is known")
		}
	}
	var fields object
	if t["fields"] == nil {
		i.refuse("fields", "it is missing")
		return
	}
	if !i.read("fields", t["fields"], &fields, "object") {
		return
	}
	read := map[string]*field{}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		key := "fields." + name
		if !slices.Contains([]string{"thinking", "content", "tool_calls"}, name) {
			i.refuse(key, "a message has thinking, content and tool_calls; other keys have no effect")
			continue
		}
		if f := i.field(key, fields[name]); f != nil {
			read[name] = f
		}
	}
	if read["tool_calls"] == nil && fields["tool_calls"] == nil {
		i.refuse("fields.tool_calls", "it is missing; without calls there is nothing to declare")
	}
	for _, f := range read {
		if f.unread {
			return
		}
	}
	i.texts(read["thinking"], read["content"])
	if calls := read["tool_calls"]; calls != nil {
		i.calls(calls)
	}
}

// defaults are what a message has whose output doesn't say it: its role.
func (i *importer) defaults(value json.RawMessage) {
	var defaults object
	if !i.read("defaults", value, &defaults, "object") {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(defaults)) {
		if key != "role" || string(defaults[key]) != `"assistant"` {
			i.refuse("defaults."+key, "a message has no default but the role assistant")
		}
	}
}
