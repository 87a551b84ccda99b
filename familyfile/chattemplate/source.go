package chattemplate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// A source is a template as it is found, with what its tokenizer says of its tokens.
type source struct {
	template string
	bos, eos string
	special  map[string]bool // whether an added token is special
	notes    []string
}

// find reads a template, or the tokenizer_config.json that has one.
func find(text []byte) (*source, error) {
	s := new(source)
	if !utf8.Valid(text) {
		return nil, errors.New("it is no text in UTF-8")
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if !strings.HasPrefix(strings.TrimLeft(string(text), " \t\r\n"), "{\"") && !json.Valid(text) {
		s.template = string(text)
		return s, nil
	}
	var config struct {
		Template json.RawMessage `json:"chat_template"`
		BOS      json.RawMessage `json:"bos_token"`
		EOS      json.RawMessage `json:"eos_token"`
		Added    map[string]struct {
			Content string
			Special bool
		} `json:"added_tokens_decoder"`
	}
	if err := json.Unmarshal(text, &config); err != nil {
		return nil, jsonProblem(err)
	}
	if config.Template == nil || string(config.Template) == "null" {
		return nil, errors.New("there is no chat_template; give a tokenizer_config.json that has one, or the template alone")
	}
	s.bos, s.eos = tokenText(config.BOS), tokenText(config.EOS)
	if config.Added != nil {
		s.special = map[string]bool{}
		for _, token := range config.Added {
			s.special[token.Content] = token.Special
		}
	}
	return s, s.choose(config.Template)
}

// jsonProblem says what is wrong with a tokenizer_config.json.
func jsonProblem(err error) error {
	mistyped, ok := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case !ok:
		return fmt.Errorf("it is neither a template nor JSON: %w", err)
	case mistyped.Field == "":
		return errors.New("it is JSON, but no object; give a tokenizer_config.json, or the template alone")
	}
	return fmt.Errorf("%s: a value of the type %s can't be read there", mistyped.Field, mistyped.Value)
}

// choose takes the template, or of several the one for tools.
func (s *source) choose(text json.RawMessage) error {
	if json.Unmarshal(text, &s.template) == nil {
		return nil
	}
	var named []struct{ Name, Template string }
	if err := json.Unmarshal(text, &named); err != nil || len(named) == 0 {
		return errors.New("chat_template: it is neither a text nor a list of named ones")
	}
	templates := map[string]string{}
	for _, t := range named {
		templates[t.Name] = t.Template
	}
	for _, name := range []string{"tool_use", "default"} {
		if s.template = templates[name]; s.template != "" {
			s.notes = append(s.notes, fmt.Sprintf("Of several templates this is of the one named %q.", name))
			return nil
		}
	}
	return fmt.Errorf("chat_template: none is named tool_use or default; there are %q", slices.Sorted(maps.Keys(templates)))
}

// tokenText is a token, which may be an object with its content.
func tokenText(text json.RawMessage) string {
	var plain string
	if json.Unmarshal(text, &plain) == nil {
		return plain
	}
	var token struct{ Content string }
	if json.Unmarshal(text, &token) != nil {
		return ""
	}
	return token.Content
}
