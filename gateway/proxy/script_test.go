package proxy_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
)

// A script is a file of testdata/scripts: what an upstream sends, and how that ends. The comment says what it is about. It has
// one of these sections, or both:
//
//	steps          what the upstream sends in every API, one step a line; see renderer
//	chat.stream …  the bytes that it sends in one API, streamed or not (chat.body, responses.stream, …)
//
// These sections are optional:
//
//	ends     how the body ends, several if the script is run with each: see end
//	apis     the APIs for which the steps are, if they aren't for all
//	modes    stream or body, if the steps aren't for both
//	each     the script is run with each of these lines in place of $EACH
//	request  more members of the request; request.chat those of one API
//	tools    more tools of the request; tools.chat those of one API
//	header   lines of the response's header
//	coding   how the request is compressed: gzip, zstd or br
//	client   "lines" reads each line of data as an event of its own
//	want     what the client ends with behind the proxy (see outcome.String), or "as it came"; want.chat that in one API. Without it
//	         the client is to end as it does behind the forwarder
type script struct {
	name  string
	files map[string]string
}

// A run is a script in one API, streamed or not, with one end.
type run struct {
	name   string // script/api/mode/end, and the value of $EACH
	api    string
	live   bool
	ask    string
	policy string
	coding string // Content-Encoding of the request; empty if it isn't compressed
	lines  bool   // see script
	header string // lines, each with its end
	body   string // with marks
	end    end
	want   string
}

// An end is how the body of a response ends.
type end string

const (
	endChunked end = "clean" // the last chunk has come
	endClose   end = "close" // the connection ends, which is all that says so
	endBreak   end = "break" // the connection ends between two chunks
	endReset   end = "reset" // the same, with a reset
)

// Marks in a body.
const (
	markPause   = "\x00"   // what came before is flushed
	markArrives = "\x01"   // around a text, which the client is to have before more is sent
	apiChat     = "chat"   //
	asStream    = "stream" //
	asItCame    = "as it came"
)

var (
	apiNames   = []string{apiChat, "responses", "messages"}
	notInNames = regexp.MustCompile("[^0-9A-Za-z_]+")
	marks      = regexp.MustCompile("\x00|\x01[^\x01]*\x01")
)

// scriptTools are the tools of all scripts' requests: names and properties.
var scriptTools = []struct{ name, properties string }{
	{"get_weather", `{"city": {"type": "string"}}`},
	{"forecast", `{"city": {"type": "string"}, "days": {"type": "integer"}}`},
	{"delete", `{"path": {"type": "string"}, "recursive": {"type": "boolean"}, "dry_run": {"type": "boolean"}}`},
	{"run_shell", `{"command": {"type": "string"}}`},
}

// scriptRequest is the request of a script in an API.
func scriptRequest(api string, live bool, moreTools, more string) string {
	var tools []string
	for _, tool := range scriptTools {
		schema := `{"type": "object", "properties": ` + tool.properties + `}`
		switch api {
		case apiChat:
			tools = append(tools, `{"type": "function", "function": {"name": "`+tool.name+`", "parameters": `+schema+`}}`)
		case "responses":
			tools = append(tools, `{"type": "function", "name": "`+tool.name+`", "parameters": `+schema+`}`)
		default:
			tools = append(tools, `{"name": "`+tool.name+`", "input_schema": `+schema+`}`)
		}
	}
	if moreTools != "" {
		tools = append(tools, moreTools)
	}
	text := map[string]string{
		apiChat:     `{"model": "qwen3", "messages": [{"role": "user", "content": "Hi"}]`,
		"responses": `{"model": "qwen3", "input": "Hi"`,
		"messages":  `{"model": "qwen3", "max_tokens": 100, "messages": [{"role": "user", "content": "Hi"}]`,
	}[api] + `, "stream": ` + strconv.FormatBool(live) + `, "tools": [` + strings.Join(tools, ", ") + `]`
	if more != "" {
		text += ", " + more
	}
	return text + "}"
}

// scripts reads all scripts.
func scripts(t testing.TB) (list []script) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "scripts", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(archive.Comment) == 0 {
			t.Errorf("%s has no comment that says what it is about", path)
		}
		s := script{name: strings.TrimSuffix(filepath.Base(path), ".txtar"), files: map[string]string{}}
		for _, f := range archive.Files {
			s.files[f.Name] = strings.TrimSuffix(string(f.Data), "\n")
		}
		list = append(list, s)
	}
	return list
}

// one is a section for an API and a mode, or for all.
func (s *script) one(section, api, mode string) string {
	for _, name := range []string{section + "." + api + "." + mode, section + "." + api, section} {
		if text, ok := s.files[name]; ok {
			return text
		}
	}
	return ""
}

// words are those of a section, or others if it isn't there.
func (s *script) words(section string, others ...string) []string {
	if text, ok := s.files[section]; ok {
		return strings.Fields(text)
	}
	return others
}

// runs are the runs of a script.
func (s *script) runs(t testing.TB) (list []run) {
	t.Helper()
	for _, value := range strings.Split(s.files["each"], "\n") {
		for _, api := range apiNames {
			for _, mode := range []string{asStream, "body"} {
				list = append(list, s.in(t, api, mode, value)...)
			}
		}
	}
	if len(list) == 0 {
		t.Errorf("the script %s is run in no API", s.name)
	}
	return list
}

// in are the runs in an API and a mode, with a value of $EACH.
func (s *script) in(t testing.TB, api, mode, value string) (list []run) {
	t.Helper()
	filled := func(text string) string { return strings.ReplaceAll(text, "$EACH", value) }
	body, ok := s.files[api+"."+mode]
	if ok {
		body = unescapeMarks(body)
		if mode == asStream && body != "" {
			body += "\n\n"
		}
		body = filled(body)
	} else if steps, has := s.files["steps"]; has && slices.Contains(s.words("apis", apiNames...), api) && slices.Contains(s.words("modes", asStream, "body"), mode) {
		body, ok = render(t, api, mode == asStream, strings.Split(filled(steps), "\n"))
	}
	if !ok {
		return nil
	}
	kind := "application/json"
	if mode == asStream {
		kind = "text/event-stream"
	}
	header := "Content-Type: " + kind + "\r\n"
	if text, ok := s.files["header"]; ok {
		header = ""
		for line := range strings.SplitSeq(filled(text), "\n") {
			if line != "" {
				header += line + "\r\n"
			}
		}
	}
	for _, how := range s.words("ends", string(endChunked)) {
		r := run{
			name: strings.Join([]string{s.name, api, mode, how}, "/"), api: api, live: mode == asStream, coding: filled(s.files["coding"]), lines: s.files["client"] == "lines",
			ask: scriptRequest(api, mode == asStream, s.one("tools", api, mode), s.one("request", api, mode)), header: header, body: body, end: end(how), want: filled(s.one("want", api, mode)),
		}
		if value != "" {
			r.name += "/" + strings.Trim(notInNames.ReplaceAllString(value, "-"), "-")
		}
		list = append(list, r)
	}
	return list
}

// unescapeMarks reads the marks of bytes: lines "<pause>" and "<arrives TEXT>".
func unescapeMarks(text string) string {
	text = strings.ReplaceAll(text, "<pause>\n", markPause)
	return regexp.MustCompile("<arrives ([^>]*)>\n").ReplaceAllString(text, markArrives+"$1"+markArrives)
}

// suiteRuns are the cases of the APIs' own tests, as runs.
func suiteRuns(t testing.TB) (list []run) {
	t.Helper()
	for _, suite := range []struct {
		api, folder string
		frames      func(string) string
	}{
		{apiChat, "../openai", func(text string) string { return strings.ReplaceAll(text, "\n", "\n\n") + "\n\n" }},
		{"responses", "../openai/responses", func(text string) string {
			return "data: " + strings.ReplaceAll(text, "\n", "\n\ndata: ") + "\n\n"
		}},
		{"messages", "../anthropic", func(text string) string { return text + "\n\n" }},
	} {
		for _, mode := range []string{asStream, "body"} {
			paths, err := filepath.Glob(filepath.Join(suite.folder, "testdata", mode, "*.txtar"))
			if err != nil || len(paths) == 0 {
				t.Fatal("no cases", suite.folder, err)
			}
			for _, path := range paths {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				r := run{
					name: "suite/" + suite.api + "/" + mode + "/" + strings.TrimSuffix(filepath.Base(path), ".txtar"), api: suite.api, live: mode == asStream,
					ask: suiteRequest(suite.api), header: "Content-Type: application/json\r\n", end: endChunked,
				}
				for _, f := range txtar.Parse(text).Files {
					switch data := strings.TrimSuffix(string(f.Data), "\n"); f.Name {
					case "request.json":
						r.ask = data
					case "policy":
						r.policy = data
					case "response.json":
						r.body = data
					case "upstream":
						r.header, r.body = "Content-Type: text/event-stream\r\n", suite.frames(data)
					}
				}
				list = append(list, r)
			}
		}
	}
	return list
}

// suiteRequest is the request of a case that has none.
func suiteRequest(api string) string {
	tool := func(name, properties string) string {
		schema := `{"type": "object", "properties": ` + properties + `}`
		switch api {
		case apiChat:
			return `{"type": "function", "function": {"name": "` + name + `", "parameters": ` + schema + `}}`
		case "responses":
			return `{"type": "function", "name": "` + name + `", "parameters": ` + schema + `}`
		default:
			return `{"name": "` + name + `", "input_schema": ` + schema + `}`
		}
	}
	return `{"model": "qwen3-32b", "max_tokens": 100, "input": "Hi", "messages": [], "tools": [` +
		tool("get_weather", `{"city": {"type": "string"}, "days": {"type": "integer"}}`) + ", " + tool("run_shell", `{"command": {"type": "string"}}`) + `]}`
}

// A renderer makes what an upstream sends in an API of the steps of a script.
type renderer interface {
	role()
	text(text string)
	thought(text string)
	call(id, name string)
	args(text string)
	finish(reason string) (ok bool) // false: the API has no such reason
	done()
	frame(text string) (ok bool) // bytes; false: there are no events
	body() string
}

// render makes a body of steps:
//
//	role            the message begins
//	text TEXT       text of the answer
//	thought TEXT    reasoning
//	call ID NAME    a call begins
//	args TEXT       more of its arguments
//	finish REASON   a finish reason, as chat completions name it
//	done            the stream's end: [DONE], message_stop, response.completed
//	frame LINES     an event as it is, \n between its lines
//	chat: STEP      a step in one API alone
//	pause           what came before is flushed
//	arrives TEXT    the client is to have the text before more is sent
//
// ok is false if the API has none of it.
func render(t testing.TB, api string, live bool, steps []string) (body string, ok bool) {
	t.Helper()
	var r renderer
	switch {
	case live:
		r = map[string]func() renderer{
			apiChat: func() renderer { return &chatStream{} }, "responses": func() renderer { return &responsesStream{} }, "messages": func() renderer { return &messagesStream{} },
		}[api]()
	default:
		r = &whole{api: api}
	}
	for _, line := range steps {
		if only, rest, ok := strings.Cut(line, ": "); ok && slices.Contains(apiNames, only) {
			if only != api {
				continue
			}
			line = rest
		}
		verb, rest, _ := strings.Cut(line, " ")
		ok = true
		switch verb {
		case "role":
			r.role()
		case "text":
			r.text(rest)
		case "thought":
			r.thought(rest)
		case "call":
			id, name, _ := strings.Cut(rest, " ")
			r.call(id, name)
		case "args":
			r.args(rest)
		case "finish":
			ok = r.finish(rest)
		case "done":
			r.done()
		case "frame":
			ok = r.frame(strings.ReplaceAll(rest, `\n`, "\n") + "\n\n")
		case "pause":
			ok = r.frame(markPause)
		case "arrives":
			ok = r.frame(markArrives + rest + markArrives)
		case "":
		default:
			t.Fatalf("no step %q", line)
		}
		if !ok {
			return "", false
		}
	}
	body = r.body()
	return body, body != "" || live
}

// quote is a text as JSON.
func quote(text string) string { return apitest.Quote(text) }

// isObject reports whether a text is a JSON object.
func isObject(text string) bool {
	return json.Valid([]byte(text)) && strings.HasPrefix(strings.TrimSpace(text), "{")
}
