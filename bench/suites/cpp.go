package main

import (
	"fmt"
	"maps"
	"slices"
)

// An output is a test of llama.cpp's: what a model wrote, and the message that it means.
type output struct {
	line            int
	template, input string
	tools           []tool
	want            message
	// partial: more of the output would come.
	partial bool
	// format is how thoughts are returned.
	format string
	// continued is the part of the message in which the prompt ends; empty: in none.
	continued string
}

// inContent is the format that leaves thoughts in the content.
const inContent = "COMMON_REASONING_FORMAT_NONE"

// A tool is one that the model was offered.
type tool struct{ name, schema string }

// A message is what a text means.
type message struct {
	content, reasoning string
	calls              []want
}

// A want is a call that a test expects.
type want struct{ name, arguments, id string }

// A reader reads the tests of llama.cpp's test-chat.cpp: chains like
//
//	tst.test("…").tools({ … }).expect(…).run();
//
// It knows the definitions that these chains use, and goes over all other code.
type reader struct {
	tokens []token
	at     int
	// env are the values of names: strings, lists, messages and testers.
	env map[string]any
	// functions are those that take a template.
	functions map[string]function
	outputs   []output
	// unread are the lines of tests that it couldn't read.
	unread []int
}

type (
	// tester is a tester of the template at this path.
	tester string
	// name is a name without a known value.
	name string
	// function is a function with one template as its parameter.
	function struct {
		parameter string
		from, to  int
	}
)

// readOutputs reads the source of test-chat.cpp.
func readOutputs(source string) ([]output, []int, error) {
	tokens, err := lex(source, true)
	if err != nil {
		return nil, nil, err
	}
	r := &reader{tokens: tokens, env: map[string]any{}, functions: map[string]function{}}
	r.walk(0, len(tokens))
	return r.outputs, r.unread, nil
}

// peek is a token from here; an empty one at the end.
func (r *reader) peek(n int) token {
	if r.at+n < len(r.tokens) {
		return r.tokens[r.at+n]
	}
	return token{}
}

// accept passes over a word or sign, if it is next.
func (r *reader) accept(text string) bool {
	if r.peek(0).is(text) {
		r.at++
		return true
	}
	return false
}

// walk goes over the code between two tokens.
func (r *reader) walk(from, to int) {
	for r.at = from; r.at < to; {
		start := r.at
		if !r.step() {
			r.at = start + 1
		}
	}
}

// step reads a definition or a test; false: neither is here.
func (r *reader) step() bool {
	switch t := r.peek(0); {
	case t.is("void") && r.peek(2).is("("):
		return r.define()
	case t.is("for") && r.peek(1).is("("):
		return r.loop()
	case t.is("common_chat_tool"), t.is("common_chat_msg"), t.is("peg_tester"), t.is("auto"), t.is("string"), t.is("*"), t.is(">"):
		return r.variable()
	case t.word() && r.peek(1).is(".") && r.peek(2).is("test") && r.peek(3).is("("):
		return r.test()
	case t.word() && r.peek(1).is("("):
		return r.run()
	}
	return false
}

// define notes a function whose parameter is a template, and passes over it.
func (r *reader) define() bool {
	title := r.peek(1).text
	at := r.at + 2
	open := r.closer(at)
	if open >= len(r.tokens)-1 || !r.tokens[open+1].is("{") {
		return false
	}
	parameters := r.tokens[at+1 : open]
	i := slices.IndexFunc(parameters, func(t token) bool { return t.is("string") })
	if i < 0 || i+2 >= len(parameters) || !parameters[i+1].is("&") {
		return false
	}
	end := r.closer(open + 1)
	r.functions[title] = function{parameters[i+2].text, open + 2, end}
	r.at = end + 1
	return true
}

// closer is the place of the bracket that closes the one here.
func (r *reader) closer(at int) int {
	depth := 0
	for i := at; i < len(r.tokens); i++ {
		t := r.tokens[i]
		switch {
		case t.is("("), t.is("{"), t.is("["):
			depth++
		case t.is(")"), t.is("}"), t.is("]"):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(r.tokens)
}

// run runs a function that takes a template.
func (r *reader) run() bool {
	f, ok := r.functions[r.peek(0).text]
	if !ok {
		return false
	}
	r.at++
	args, err := r.list("(", ")")
	if err != nil || len(args) == 0 {
		return false
	}
	env, next := maps.Clone(r.env), r.at
	r.env[f.parameter] = args[0]
	r.walk(f.from, f.to)
	r.env, r.at = env, next
	return true
}

// loop runs the body of a loop over a list in braces, once for each value.
func (r *reader) loop() bool {
	shut := r.closer(r.at + 1)
	colon := r.at + 2
	for colon < shut && !(r.tokens[colon].is(":") && r.tokens[colon+1].is("{")) {
		colon++
	}
	if colon >= shut || shut+1 >= len(r.tokens) || !r.tokens[shut+1].is("{") {
		return false
	}
	variable, end := r.tokens[colon-1].text, r.closer(shut+1)
	r.at = colon + 1
	values, err := r.list("{", "}")
	if err != nil {
		return false
	}
	for _, v := range values {
		r.env[variable] = v
		r.walk(shut+2, end)
	}
	r.at = end + 1
	return true
}

// variable reads the definition of a variable.
func (r *reader) variable() bool {
	kind, title := r.peek(0), r.peek(1)
	if !title.word() {
		return false
	}
	r.at += 2
	var v any
	var err error
	switch {
	case r.accept("="):
		v, err = r.expression()
	case r.peek(0).is("{"):
		v, err = r.list("{", "}")
	case r.peek(0).is("(") && kind.is("peg_tester"):
		var args []any
		if args, err = r.list("(", ")"); err == nil {
			v, err = call("peg_tester", args)
		}
	default:
		return false
	}
	if err != nil {
		return false
	}
	r.env[title.text] = v
	return true
}

// test reads a chain.
func (r *reader) test() bool {
	first := r.peek(0)
	o := output{line: first.line, format: inContent}
	fail := func() bool {
		r.unread = append(r.unread, first.line)
		return false
	}
	path, ok := r.env[first.text].(tester)
	if !ok {
		return fail()
	}
	o.template = string(path)
	r.at += 3
	args, err := r.list("(", ")")
	if err != nil || len(args) != 1 {
		return fail()
	}
	if o.input, ok = args[0].(string); !ok {
		return fail()
	}
	for r.accept(".") {
		method := r.peek(0).text
		r.at++
		args, err := r.list("(", ")")
		if err != nil || o.set(method, args) != nil {
			return fail()
		}
		if method == "run" {
			r.outputs = append(r.outputs, o)
			return true
		}
	}
	return fail()
}

// set does what a method of the chain does.
func (o *output) set(method string, args []any) (err error) {
	var arg any
	if len(args) > 0 {
		arg = args[0]
	}
	switch method {
	case "tools":
		o.tools, err = toolsOf(arg)
	case "is_partial":
		o.partial = arg == true
	case "reasoning_format":
		if n, ok := arg.(name); ok {
			o.format = string(n)
		}
	case "continue_final_message":
		n, _ := arg.(name)
		o.continued = string(n)
	case "expect":
		o.want, err = messageOf(arg)
	case "expect_content":
		o.want.content, err = as[string](arg)
	case "expect_reasoning":
		o.want.reasoning, err = as[string](arg)
	case "expect_tool_calls":
		o.want.calls, err = callsOf(arg)
	}
	return err
}

// list reads expressions between brackets.
func (r *reader) list(open, shut string) (list []any, err error) {
	if !r.accept(open) {
		return nil, fmt.Errorf("line %d: want %s", r.peek(0).line, open)
	}
	for !r.accept(shut) {
		v, err := r.expression()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		if !r.accept(",") && !r.peek(0).is(shut) {
			return nil, fmt.Errorf("line %d: want , or %s", r.peek(0).line, shut)
		}
	}
	return list, nil
}

// expression reads a sum.
func (r *reader) expression() (any, error) {
	v, err := r.term()
	for err == nil && r.accept("+") {
		var next any
		if next, err = r.term(); err == nil {
			a, okA := v.(string)
			b, okB := next.(string)
			if !okA || !okB {
				return nil, fmt.Errorf("line %d: a sum of other things than strings", r.peek(0).line)
			}
			v = a + b
		}
	}
	return v, err
}

func (r *reader) term() (any, error) {
	t := r.peek(0)
	switch {
	case t.quoted:
		text := ""
		for r.peek(0).quoted {
			text += r.peek(0).text
			r.at++
		}
		return text, nil
	case t.is("{"):
		return r.list("{", "}")
	case t.is("true"), t.is("false"):
		r.at++
		return t.text == "true", nil
	case t.word():
		return r.named()
	}
	return nil, fmt.Errorf("line %d: unknown expression at %q", t.line, t.text)
}

// named reads a name, and what is called by it.
func (r *reader) named() (any, error) {
	title := r.peek(0).text
	r.at++
	for r.peek(0).is(":") && r.peek(1).is(":") {
		title = r.peek(2).text
		r.at += 3
	}
	switch {
	case r.peek(0).is("("):
		args, err := r.list("(", ")")
		if err != nil {
			return nil, err
		}
		return call(title, args)
	case r.peek(0).is("{"):
		return r.list("{", "}")
	}
	if v, ok := r.env[title]; ok {
		return v, nil
	}
	return name(title), nil
}
