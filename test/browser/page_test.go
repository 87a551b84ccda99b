package browser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/toolparser/toolparser/conformance/parsertest"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

// readmeOutput is the example of the README.
const readmeOutput = `Here is the result: {"name": "getOpenIncidentsTool", "parameters": {}} Would you like to know more?`

// TestReadmeExample types the README's example, with the keyboard alone.
func TestReadmeExample(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.set("family", "llama3")
	tb.do(chromedp.Focus("#output"), chromedp.KeyEvent(readmeOutput))
	tb.eventually(`document.querySelectorAll("#text mark").length === 3 && document.querySelector("#text").textContent.endsWith("more?")`)
	got := tb.segments()
	for i, want := range []shownSegment{
		{Class: "text", Text: "Here is the result: "},
		{Class: "tool-call", Text: `{"name": "getOpenIncidentsTool", "parameters": {}}`, Label: "call 0"},
		{Class: "text", Text: " Would you like to know more?"},
	} {
		if got[i].Class != want.Class || got[i].Text != want.Text || got[i].Label != want.Label {
			t.Errorf("segment %d: %+v", i, got[i])
		}
	}
	if call, text := got[1].Color, got[0].Color; call == text || call == "rgba(0, 0, 0, 0)" || text != "rgba(0, 0, 0, 0)" {
		t.Errorf("the call has the color %s, the text %s", call, text)
	}
	if cards := eval[[]string](tb, `[...document.querySelectorAll("#results .card")].map((c) => c.innerText)`); len(cards) != 1 ||
		!strings.Contains(cards[0], "getOpenIncidentsTool") || !strings.Contains(cards[0], "bytes 20 to 70") {
		t.Errorf("calls %q", cards)
	}
	if content := eval[string](tb, `document.getElementById("content").textContent`); content != "Here is the result: Would you like to know more?" {
		t.Errorf("content %q", content)
	}
	tb.do(chromedp.Focus("#results .card button"), chromedp.KeyEvent(kb.Enter))
	tb.eventually(`document.activeElement.id === "tool-call-0"`)
}

// TestDroppedFile drops a file on the output, as a file manager does.
func TestDroppedFile(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.set("family", "llama3")
	const output = "\ufeffBytes 👋\r\n" + `{"name": "get_time", "parameters": {}}`
	file := filepath.Join(t.TempDir(), "output.txt")
	if err := os.WriteFile(file, []byte(output+"\xff"), 0o600); err != nil {
		t.Fatal(err)
	}
	tb.drag(input.DragEnter, file)
	tb.drag(input.DragOver, file)
	tb.eventually(`document.getElementById("output").classList.contains("dropping")`)
	tb.drag(input.Drop, file)
	tb.eventually(`document.querySelectorAll("#results .card").length === 1`)
	if got := eval[string](tb, `document.getElementById("text").textContent`); got != output+"\ufffd" {
		t.Errorf("the text is %q", got)
	}
	if eval[bool](tb, `document.getElementById("output").classList.contains("dropping")`) {
		t.Error("it still looks as if something were dropped")
	}
}

// drag has a file dragged over the middle of the output.
func (tb *tab) drag(event input.DispatchDragEventType, file string) {
	tb.t.Helper()
	type point struct{ X, Y float64 }
	at := eval[point](tb, `(() => { const r = document.getElementById("output").getBoundingClientRect(); return {X: r.x + r.width / 2, Y: r.y + r.height / 2}; })()`)
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: []string{file}, DragOperationsMask: 1}
	tb.do(input.DispatchDragEvent(event, at.X, at.Y, data))
}

// TestOffsetsAreBytes: what comes after characters of two, three and four bytes.
func TestOffsetsAreBytes(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.set("family", "llama3")
	const before, call, after = "Grüße, 世界 👋🏽\ufeff ", `{"name": "get_wéather", "parameters": {"city": "東京 🗼", "unit": 'c',}}`, " ✓ 終わり"
	tb.set("output", before+call+after)
	tb.eventually(`document.querySelectorAll("#text mark").length === 3 && document.querySelector("#text").textContent.includes("終わり")`)
	got := tb.segments()
	if got[0].Text != before || got[1].Text != call || got[2].Text != after {
		t.Errorf("segments %+v", got)
	}
	fixes := eval[[][2]string](tb, `[...document.querySelectorAll("#text .fix")].map((f) => [f.title, f.textContent])`)
	if len(fixes) != 2 || fixes[0] != [2]string{"repaired: quote style", "'"} || fixes[1] != [2]string{"repaired: trailing comma", ","} {
		t.Errorf("repairs %q", fixes)
	}
	if label := got[1].Label; label != "call 0 · 0.8" {
		t.Errorf("label %q", label)
	}
}

// TestTextIsNeverMarkup: an output, names, arguments, messages and a link that would be
// HTML or script, if any of them became that.
func TestTextIsNeverMarkup(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.set("family", "llama3")
	const evil = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`
	const output = evil + ` {"name": "<b>f</b>", "parameters": {"a": "` + `<img src=x onerror=window.hacked=1>` + `"}} {"name": "<i>g", "parameters": {"x": [1 2 ` + evil
	tb.set("output", output)
	tb.set("tools", `[{"name": "<b>f</b>", "parameters": {"type": "object", "required": ["<img src=x onerror=window.hacked=1>"]}}]`)
	eval[bool](tb, `(() => { const c = document.getElementById("validate_arguments"); c.checked = true; c.dispatchEvent(new Event("input")); return true; })()`)
	tb.eventually(`document.querySelectorAll("#results .card").length > 0`)
	tb.set("slider", "1")
	tb.eventually(`document.querySelectorAll("#certain li").length > 0`)
	if made := eval[int](tb, `document.querySelectorAll("main img, main script, main b, main i, body > script").length`); made != 0 {
		t.Errorf("%d elements were made of text", made)
	}
	if eval[bool](tb, `window.hacked !== undefined`) {
		t.Error("script of the text was run")
	}
	if text := eval[string](tb, `document.getElementById("text").textContent`); text != output {
		t.Errorf("the text is %q", text)
	}
	if eval[bool](tb, `(() => { try { document.body.innerHTML = "<b>x</b>"; return true } catch { return false } })()`) {
		t.Error("the policy lets text become HTML")
	}
}

// TestReplay moves the slider with the keyboard.
func TestReplay(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.set("family", "llama3")
	tb.set("output", `Let me look. {"name": "get_weather", "parameters": {"city": "Zürich 👋"}}`)
	tb.eventually(`document.querySelectorAll("#text mark").length === 2`)
	tb.set("size", "4")
	tb.eventually(`document.getElementById("moment").textContent.startsWith("Start")`)
	last := eval[int](tb, `Number(document.getElementById("slider").max)`)
	if last != 19 { // 72 characters are 18 chunks, and the finish
		t.Fatalf("%d steps", last)
	}
	tb.do(chromedp.Focus("#slider"), chromedp.KeyEvent(strings.Repeat(kb.ArrowRight, 10)))
	tb.eventually(`document.getElementById("slider").value === "10"`)
	tb.eventually(`document.getElementById("moment").textContent.startsWith("Chunk 10 of 18")`)
	if ahead := eval[string](tb, `[...document.querySelectorAll("#text .ahead")].map((e) => e.textContent).join("")`); ahead != `rameters": {"city": "Zürich 👋"}}` {
		t.Errorf("still to come is %q", ahead)
	}
	if chunk := eval[string](tb, `[...document.querySelectorAll("#text .chunk")].map((e) => e.textContent).join("")`); chunk != ` "pa` {
		t.Errorf("the chunk is %q", chunk)
	}
	tb.do(chromedp.KeyEvent(kb.End))
	tb.eventually(`document.getElementById("moment").textContent.startsWith("Finish")`)
	said := eval[string](tb, `document.getElementById("certain").innerText`)
	for _, want := range []string{`content "Let`, "get_weather", `{"city": "Zürich 👋"}`, "complete"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing: %s", want, said)
		}
	}
}

// TestLink: a link opens with what it was copied from.
func TestLink(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.set("family", "kimi")
	const output = "<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{\"a\": \"é世👋\"}<|tool_call_end|><|tool_calls_section_end|>\r\nend"
	eval[bool](tb, `import("/page/link.js").then((l) => l.fragment({family: "kimi", output: `+quoted(output)+`, tools: '[{"name": "f"}]', separate_reasoning: true, min_confidence: 0.3, size: 16})).then((f) => { location.hash = f; return true; })`)
	tb.eventually(`document.querySelectorAll("#results .card").length === 1`)
	for expression, want := range map[string]string{
		`document.getElementById("family").value`:                       "kimi",
		`document.getElementById("min_confidence").value`:               "0.3",
		`String(document.getElementById("separate_reasoning").checked)`: "true",
		`document.getElementById("size").value`:                         "16",
		`document.getElementById("text").textContent`:                   output,
	} {
		if got := eval[string](tb, expression); got != want {
			t.Errorf("%s: %q", expression, got)
		}
	}
	tb.do(chromedp.Click("#copy-link"))
	tb.eventually(`location.hash.startsWith("#v1.")`)
	hash := eval[string](tb, `location.hash`)
	again := openPage(t, server.Config{}, hash)
	again.eventually(`document.querySelectorAll("#results .card").length === 1`)
	if got := eval[string](again, `document.getElementById("text").textContent`); got != output {
		t.Errorf("the link holds %q", got)
	}
	broken := openPage(t, server.Config{}, "#v1.nonsense")
	broken.eventually(`document.getElementById("status").textContent.startsWith("the link can't be read")`)
}

// TestToken: the page asks for one where calls need one, and keeps it to itself.
func TestToken(t *testing.T) {
	file := t.TempDir() + "/tokens"
	if err := os.WriteFile(file, []byte("someone a-token-for-the-page\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tb := openPage(t, server.Config{TokensFile: file}, "")
	tb.eventually(`!document.getElementById("token-row").hidden`)
	tb.set("token", "a-token-for-the-page")
	tb.eventually(`document.getElementById("family").options.length > 5`)
	tb.set("family", "llama3")
	tb.set("output", readmeOutput)
	tb.eventually(`document.querySelectorAll("#text mark").length === 3`)
	if eval[bool](tb, `import("/page/link.js").then(async (l) => { const r = await import("/page/request.js"); return (JSON.stringify(r.read("x")) + location.href).includes("a-token"); })`) {
		t.Error("the token is in the link")
	}
}

// TestDark: the page follows the system, and its background changes.
func TestDark(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.set("family", "llama3")
	tb.set("output", readmeOutput)
	tb.eventually(`document.querySelectorAll("#text mark").length === 3`)
	light := eval[string](tb, `getComputedStyle(document.body).backgroundColor`)
	tb.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}))
	dark := eval[string](tb, `getComputedStyle(document.body).backgroundColor`)
	if light == dark {
		t.Errorf("light %s, dark %s", light, dark)
	}
}

// TestLegend: the legend names each kind of segment that the output has, and the repairs.
func TestLegend(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.showSample()
	if got := eval[[]string](tb, `[...document.querySelectorAll("#legend li")].map((l) => l.className)`); strings.Join(got, " ") != "text tool-call invalid-tool-call markup reasoning repair" {
		t.Errorf("legend %q", got)
	}
}

// TestBrokenTools: the error of what is no list of tools says what to write.
func TestBrokenTools(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	for text, want := range map[string]string{
		`[{"name": `: "Tools: this is no JSON (",
		`{}`:         "Tools: want a JSON array of tools",
	} {
		got := eval[string](tb, `import("/page/request.js").then((r) => { try { r.tools(`+quoted(text)+`); return "no error"; } catch (error) { return error.message; } })`)
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// TestCopies: the case is one of the suite's, the command holds the same request.
func TestCopies(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	const state = `{family: "llama3", model: "", output: OUTPUT, tools: '[{"type": "function", "function": {"name": "f", "description": "d", "parameters": {"type": "object"}}}]',
		finish_reason: "FINISH_REASON_LENGTH", content_policy: "CONTENT_POLICY_CLEAN", formats: "llama3/json, llama3/python_tag", min_confidence: 0.3, prior_tool_calls: 2, validate_arguments: true, size: 4}`
	for _, output := range []string{"plain 'text' and\nEOM\n{\"name\": \"f\", \"parameters\": {}}", "with\r\nreturns\u2028 \"and\" \\ 👋", "-- output --\nlike a file"} {
		asked := strings.Replace(state, "OUTPUT", quoted(output), 1)
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "a.txtar"), []byte(eval[string](tb, `import("/page/copies.js").then((c) => c.txtar(`+asked+`))`)), 0o600); err != nil {
			t.Fatal(err)
		}
		cases, err := parsertest.Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		c := cases[0]
		if c.Output != output || c.FinishReason != parsers.FinishLength || len(c.Config.Options.Formats) != 2 || c.Config.PriorToolCalls != 2 || c.Config.Tools == nil {
			t.Errorf("the case is %+v", c)
		}
		command := eval[string](tb, `import("/page/copies.js").then((c) => c.grpcurl(`+asked+`, new URL("https://example.org/"), "secret"))`)
		head, message, _ := strings.Cut(command, "\n")
		if head != `grpcurl -H "authorization: Bearer $TOKEN" -d @ example.org:443 toolparser.v1.ToolParserService/ParseToolCalls <<'EOM'` {
			t.Errorf("the command begins %s", head)
		}
		request := new(toolparserv1.ParseToolCallsRequest)
		if err := protojson.Unmarshal([]byte(strings.TrimSuffix(message, "\nEOM\n")), request); err != nil {
			t.Fatal(err)
		}
		if request.GetModelOutput() != output || request.GetTools()[0].GetFunction().GetParameters() != `{"type":"object"}` || !request.GetOptions().GetValidateArguments() || len(request.GetOptions().GetFormats()) != 2 {
			t.Errorf("the request is %v", request)
		}
	}
}
