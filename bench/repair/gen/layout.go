package gen

// A layout puts snippets into the arguments of a tool.
type layout struct {
	tool   string
	schema string
	// two: takes a second snippet.
	two bool
	// literals: some argument is true, false or null.
	literals bool
	// numbers: some argument is a number.
	numbers bool
	args    func(a, b string) *object
}

func target(s string) text { return text{s: s, target: true} }
func plain(s string) text  { return text{s: s} }

// The tools are those that coding agents have. In each the snippet is at
// another place: alone, first, last, between, nested, twice.
var layouts = []layout{
	{
		tool:   "create_file",
		schema: `{"type":"object","properties":{"filename":{"type":"string"},"content":{"type":"string"}},"required":["filename","content"]}`,
		args: func(a, _ string) *object {
			return obj(member{"filename", plain("test.txt")}, member{"content", target(a)})
		},
	},
	{
		tool:   "write_file",
		schema: `{"type":"object","properties":{"content":{"type":"string"},"path":{"type":"string"}},"required":["content","path"]}`,
		args: func(a, _ string) *object {
			return obj(member{"content", target(a)}, member{"path", plain("src/main")})
		},
	},
	{
		tool:   "run_command",
		schema: `{"type":"object","properties":{"command":{"type":"string"}},"required":["command"]}`,
		args:   func(a, _ string) *object { return obj(member{"command", target(a)}) },
	},
	{
		tool:     "insert_text",
		schema:   `{"type":"object","properties":{"path":{"type":"string"},"text":{"type":"string"},"line":{"type":"integer"},"overwrite":{"type":"boolean"},"encoding":{"type":["string","null"]}},"required":["path","text","line"]}`,
		literals: true, numbers: true,
		args: func(a, _ string) *object {
			return obj(member{"path", plain("a/b.txt")}, member{"text", target(a)}, member{"line", lit("12")},
				member{"overwrite", lit("true")}, member{"encoding", lit("null")})
		},
	},
	{
		tool:     "mcp__fs__str-replace",
		schema:   `{"type":"object","properties":{"path":{"type":"string"},"old_str":{"type":"string"},"new_str":{"type":"string"},"all":{"type":"boolean"}},"required":["path","old_str","new_str"]}`,
		two:      true,
		literals: true,
		args: func(a, b string) *object {
			return obj(member{"path", plain("notes.md")}, member{"old_str", target(a)}, member{"new_str", target(b)},
				member{"all", lit("false")})
		},
	},
	{
		tool:     "notes:add",
		schema:   `{"type":"object","properties":{"note":{"type":"object","properties":{"title":{"type":"string"},"body":{"type":"string"}}},"tags":{"type":"array","items":{"type":"string"}},"weight":{"type":"number"}}}`,
		literals: false, numbers: true,
		args: func(a, _ string) *object {
			return obj(member{"note", obj(member{"title", plain("A title")}, member{"body", target(a)})},
				member{"tags", array{plain("x"), plain("y z")}}, member{"weight", lit("0.25")})
		},
	},
	{
		tool:     "batch",
		schema:   `{"type":"object","properties":{"dry_run":{"type":"boolean"},"ids":{"type":"array","items":{"type":"integer"}},"steps":{"type":"array","items":{"type":"string"}}}}`,
		literals: true, numbers: true,
		args: func(a, _ string) *object {
			return obj(member{"dry_run", lit("false")}, member{"ids", array{lit("9007199254740993"), lit("2")}},
				member{"steps", array{plain("first"), target(a)}})
		},
	},
	{
		tool:     "multi_edit",
		schema:   `{"type":"object","properties":{"path":{"type":"string"},"edits":{"type":"array","items":{"type":"object","properties":{"old":{"type":"string"},"new":{"type":"string"},"all":{"type":"boolean"}}}}},"required":["path","edits"]}`,
		two:      true,
		literals: true,
		args: func(a, b string) *object {
			edit := func(before, after node, all string) *object {
				return obj(member{"old", before}, member{"new", after}, member{"all", lit(all)})
			}
			return obj(member{"path", plain("a.go")}, member{"edits", array{
				edit(plain("x"), target(a), "false"), edit(target(b), plain("y"), "true"), edit(plain("z"), plain(""), "false"),
			}})
		},
	},
	{
		tool:   "send_message",
		schema: `{"type":"object","properties":{"to":{"type":"string"},"subject":{"type":"string"},"body":{"type":"string"}},"required":["to","body"]}`,
		two:    true,
		args: func(a, b string) *object {
			return obj(member{"body", target(a)}, member{"subject", target(b)}, member{"to", plain("ann@example.com")})
		},
	},
}

// tools are all tools of the layouts: what the model was offered.
var tools = func() []Tool {
	var list []Tool
	for _, l := range layouts {
		list = append(list, Tool{Name: l.tool, Schema: l.schema})
	}
	return append(list,
		Tool{Name: "read_file", Schema: `{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`},
		Tool{Name: "get_time", Schema: `{"type":"object","properties":{}}`})
}()
