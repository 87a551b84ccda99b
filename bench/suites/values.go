package main

import "fmt"

// helper are the parameters of the functions that make messages, in their order: c for the content, r for the
// reasoning, n, a and i for the name, the arguments and the id of a call, l for a list of calls.
var helper = map[string]string{
	"simple_assist_msg":                                      "crnai",
	"message_with_tool_calls":                                "na",
	"message_with_tool_calls_and_reasoning":                  "nar",
	"message_with_reasoning_content_and_multiple_tool_calls": "rcl",
	"message_with_content_and_tool_call":                     "cna",
	"message_with_reasoning_and_tool_call":                   "rna",
}

// call is the value of a call of a function.
func call(function string, args []any) (any, error) {
	switch function {
	case "peg_tester", "string":
		if len(args) == 0 {
			return nil, fmt.Errorf("%s has no argument", function)
		}
		text, err := as[string](args[0])
		if function == "peg_tester" {
			return tester(text), err
		}
		return text, err
	}
	parameters, ok := helper[function]
	if !ok || len(args) > len(parameters) {
		return nil, fmt.Errorf("unknown function %s", function)
	}
	var m message
	var c want
	var err error
	for i, arg := range args {
		into := map[byte]*string{'c': &m.content, 'r': &m.reasoning, 'n': &c.name, 'a': &c.arguments, 'i': &c.id}[parameters[i]]
		if into == nil {
			m.calls, err = callsOf(arg)
		} else {
			*into, err = as[string](arg)
		}
		if err != nil {
			return nil, err
		}
	}
	if c.name != "" || c.id != "" {
		m.calls = []want{c}
	}
	return m, nil
}

// as is the value, if it has this type.
func as[T any](v any) (T, error) {
	t, ok := v.(T)
	if !ok {
		return t, fmt.Errorf("want %T, have %T", t, v)
	}
	return t, nil
}

func messageOf(v any) (message, error) { return as[message](v) }

// texts are the strings of a list; empty braces are an empty string.
func texts(v any) ([]string, error) {
	list, err := as[[]any](v)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, item := range list {
		if inner, ok := item.([]any); ok && len(inner) == 0 {
			item = ""
		}
		text, err := as[string](item)
		if err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, nil
}

func callsOf(v any) (calls []want, err error) {
	list, err := as[[]any](v)
	if err != nil {
		return nil, err
	}
	for _, item := range list {
		fields, err := texts(item)
		if err != nil {
			return nil, err
		}
		if len(fields) < 2 {
			return nil, fmt.Errorf("a call has %d fields", len(fields))
		}
		c := want{name: fields[0], arguments: fields[1]}
		if len(fields) > 2 {
			c.id = fields[2]
		}
		calls = append(calls, c)
	}
	return calls, nil
}

func toolsOf(v any) (tools []tool, err error) {
	list, err := as[[]any](v)
	if err != nil {
		return nil, err
	}
	for _, item := range list {
		fields, err := texts(item)
		if err != nil {
			return nil, err
		}
		if len(fields) != 3 {
			return nil, fmt.Errorf("a tool has %d fields", len(fields))
		}
		tools = append(tools, tool{fields[0], fields[2]})
	}
	return tools, nil
}
