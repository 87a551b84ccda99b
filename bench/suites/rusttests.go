package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// repairers are the functions of the crates that repair their first argument.
var repairers = []string{"repair_to_string", "repair_json", "repair", "jsonrepair", "loads", "repair_to_value", "repair_json_string"}

// comparers are functions and macros that compare what an input is repaired to with a text.
var comparers = []string{"assert_repair_eq", "assert_repair", "assert_repairs", "check", "check_repair", "assert_repairs_to", "assert_json_eq"}

// readRustTests reads the tests of a crate: asserts that compare the repaired text with a literal, and the
// functions of the tests that take both.
func readRustTests(file, source string) (list []repair, unread int, err error) {
	tokens, err := lex(source, false)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", file, err)
	}
	r := &rustReader{source: source, tokens: tokens, file: file, env: map[string]string{}}
	for i := range tokens {
		r.step(i)
	}
	return r.list, r.unread, nil
}

type rustReader struct {
	source string
	tokens []token
	file   string
	// env are the texts of names, input is what was repaired last.
	env    map[string]string
	input  string
	known  bool
	list   []repair
	unread int
}

func (r *rustReader) at(i int) token {
	if i >= 0 && i < len(r.tokens) {
		return r.tokens[i]
	}
	return token{}
}

// step reads what begins at a token.
func (r *rustReader) step(i int) {
	t := r.at(i)
	switch {
	case t.is("fn"):
		r.env, r.known = map[string]string{}, false
	case t.is("let"):
		j := i + 1
		if r.at(j).is("mut") {
			j++
		}
		at := j + 1
		if r.at(at).is(":") { // a type
			for at < len(r.tokens) && !r.at(at).is("=") && !r.at(at).is(";") {
				at++
			}
		}
		if !r.at(at).is("=") {
			return
		}
		if text, next, ok := r.text(at + 1); ok && (r.at(next).is(";") || r.at(next).is(".")) {
			r.env[r.at(j).text] = text
		}
	case t.word() && r.at(i+1).is("(") && slices.Contains(repairers, t.text) && !r.at(i-1).is("fn"):
		r.input, _, r.known = r.text(i + 2)
	case t.word() && r.at(i+1).is("(") && slices.Contains(comparers, t.text) && i > 0 && !r.at(i-1).is("fn"):
		r.compare(t, r.arguments(i+1))
	case t.is("assert_eq") && r.at(i+1).is("!"):
		r.assert(t, r.arguments(i+2))
	case t.is("(") && r.at(i+1).quoted && r.at(i+2).is(",") && !r.at(i-1).word() && !r.at(i-1).is("!"):
		// A row of a table.
		if want, end, ok := r.text(i + 3); ok && r.at(end).is(")") && json.Valid([]byte(want)) {
			r.add(t, r.at(i+1).text, want, nil, true)
		}
	}
}

// arguments are the places of the arguments of a call, the token after them included.
func (r *rustReader) arguments(open int) (starts []int) {
	depth := 0
	for i := open; i < len(r.tokens); i++ {
		switch t := r.tokens[i]; {
		case t.is("("), t.is("["), t.is("{"):
			if depth++; depth == 1 {
				starts = append(starts, i+1)
			}
		case t.is(")"), t.is("]"), t.is("}"):
			if depth--; depth == 0 {
				return append(starts, i+1)
			}
		case t.is(",") && depth == 1:
			starts = append(starts, i+1)
		}
	}
	return starts
}

// text is the text at a place: a literal, a name, or JSON in a macro; and the place after it.
func (r *rustReader) text(i int) (string, int, bool) {
	for r.at(i).is("&") || r.at(i).is("serde_json") || r.at(i).is(":") {
		i++
	}
	t := r.at(i)
	switch {
	case t.quoted:
		return t.text, i + 1, true
	case t.is("json") && r.at(i+1).is("!") && r.at(i+2).is("("):
		places := r.arguments(i + 2)
		end := places[len(places)-1]
		text := r.source[r.at(i+2).to:r.at(end-1).from]
		return text, end, json.Valid([]byte(text))
	case t.is("String") || t.is("Value"): // String::from("…"), Value::String("…".to_string())
		for j := i; j < i+8; j++ {
			if r.at(j).quoted {
				text, _ := json.Marshal(r.at(j).text)
				if t.is("String") {
					text = []byte(r.at(j).text)
				}
				return string(text), j + 1, true
			}
		}
	}
	text, ok := r.env[t.text]
	return text, i + 1, ok
}

// compare reads a function's call with an input and its repair.
func (r *rustReader) compare(t token, args []int) {
	if len(args) < 3 {
		r.unread++
		return
	}
	input, _, okInput := r.text(args[0])
	want, _, okWant := r.text(args[1])
	r.add(t, input, want, nil, okInput && okWant)
}

// assert reads an assert of what was repaired last, or in the assert itself.
func (r *rustReader) assert(t token, args []int) {
	if len(args) < 3 {
		return
	}
	for i := args[0]; i < args[1]; i++ {
		if r.at(i).word() && r.at(i+1).is("(") && slices.Contains(repairers, r.at(i).text) {
			input, _, known := r.text(i + 2)
			want, _, ok := r.text(args[1])
			r.add(t, input, want, nil, known && ok)
			return
		}
	}
	path, ok := r.path(args[0])
	want, _, okWant := r.text(args[1])
	if !okWant && args[2] == args[1]+2 && json.Valid([]byte(r.at(args[1]).text)) { // a number, true, false
		want, okWant = r.at(args[1]).text, true
	}
	if len(path) > 0 && r.at(args[1]).quoted {
		text, _ := json.Marshal(want)
		want = string(text)
	}
	r.add(t, r.input, want, path, ok && okWant && r.known)
}

// path are the keys of a member such as v["a"][0], as far as the comma; false: it is something else.
func (r *rustReader) path(i int) (keys []string, ok bool) {
	for i++; r.at(i).is("["); i += 3 {
		keys = append(keys, r.at(i+1).text)
	}
	return keys, r.at(i).is(",")
}

func (r *rustReader) add(t token, input, want string, path []string, ok bool) {
	if !ok || !json.Valid([]byte(want)) && strings.TrimSpace(want) == "" {
		r.unread++
		return
	}
	r.list = append(r.list, repair{key: fmt.Sprintf("%s:%d", r.file, t.line), input: input, want: want, path: path})
}
