package browser

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/toolparser/toolparser/server"
)

var (
	screenshots = flag.Bool("screenshots", false, "write the pictures in docs/")
	pictures    = flag.String("pictures", "", "write a picture of every look of the page to this folder")
)

// axe is the accessibility checker, which npm ci installs.
const axe = "node_modules/axe-core/axe.min.js"

// A look is what the page shows: how to get there, and the condition for it.
type look struct {
	name  string
	reach func(*tab)
}

var looks = []look{
	{"empty", func(*tab) {}},
	{"result", func(tb *tab) { tb.showSample() }},
	{"replay", func(tb *tab) {
		tb.showSample()
		tb.set("size", "16")
		tb.eventually(`document.getElementById("moment").textContent.startsWith("Start")`)
		tb.set("slider", "16")
		tb.eventually(`document.querySelectorAll(".events li").length > 3`)
	}},
	{"error", func(tb *tab) {
		tb.showSample()
		tb.set("model", "NousResearch/Hermez-3")
		tb.eventually(`!document.getElementById("stale").hidden && !document.getElementById("nearest").hidden`)
	}},
	{"none", func(tb *tab) {
		tb.set("family", "auto")
		tb.set("output", `I look: {"name": "search", "parameters": {"query": "trains"}}`)
		tb.eventually(`document.querySelectorAll("#tries button").length > 2`)
	}},
	{"ignored", func(tb *tab) {
		tb.showSample()
		eval[bool](tb, `(() => { const c = document.getElementById("validate_arguments"); c.checked = true; c.dispatchEvent(new Event("input")); for (const d of document.querySelectorAll(".asked details")) d.open = true; document.getElementById("model").value = "Qwen/Qwen3-8B"; document.getElementById("family").dispatchEvent(new Event("input")); return true; })()`)
		tb.eventually(`document.querySelectorAll(".ignored").length === 2`)
	}},
	{"families", func(tb *tab) { eval[bool](tb, `document.querySelector("#start details").open = true`) }},
	{"escaped", func(tb *tab) {
		tb.set("output", `<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>`)
		tb.eventually(`!document.getElementById("escaped").hidden && !document.getElementById("shown").hidden`)
	}},
	{"opened", func(tb *tab) {
		tb.showSample()
		eval[bool](tb, `(() => { for (const d of document.querySelectorAll("details")) d.open = true; return true; })()`)
	}},
}

// showSample shows an output with a segment of each kind: two calls, one of them repaired, and an
// invalid one.
func (tb *tab) showSample() {
	tb.t.Helper()
	tb.set("family", "hermes")
	tb.set("output", "<think>\nZürich first, then the train.\n</think>\n\nOne moment, I'll look.\n"+
		"<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Zürich\", \"days\": 3,}}\n</tool_call>\n"+
		"<tool_call>\n{\"name\": \"find_trains\", \"arguments\": {\"from\": \"Zürich\", \"to\": \"Genève\"}}\n</tool_call>\n"+
		"And the hotel:\n<tool_call>\n{\"name\": \"book_hotel\", \"arguments\": {\"city\": \"Gen")
	eval[bool](tb, `(() => { const c = document.getElementById("separate_reasoning"); c.checked = true; c.dispatchEvent(new Event("input")); return true; })()`)
	tb.eventually(`document.querySelectorAll("#results .card").length === 3 && document.getElementById("reasoning") !== null`)
}

// TestAccessible: axe-core finds nothing wrong with any look of the page, in light and dark, on a
// phone and on a desktop, and nothing is wider than the page.
func TestAccessible(t *testing.T) {
	script, err := os.ReadFile(axe)
	if err != nil {
		t.Skip("axe-core is not installed: run npm ci in test/browser/")
	}
	for _, l := range looks {
		t.Run(l.name, func(t *testing.T) {
			tb := openPage(t, server.Config{}, "")
			l.reach(tb)
			tb.do(chromedp.Evaluate(string(script), nil))
			for _, scheme := range []string{"light", "dark"} {
				for _, width := range []int64{390, 1280} {
					tb.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
						chromedp.EmulateViewport(width, 900))
					name := fmt.Sprintf("%s-%s-%d", l.name, scheme, width)
					for _, problem := range eval[[]string](tb, `axe.run().then((r) => r.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.html + ": " + n.failureSummary)))`) {
						t.Errorf("%s: %s", name, problem)
					}
					if wide := eval[int64](tb, `document.documentElement.scrollWidth`); wide > width {
						t.Errorf("%s: the page is %d pixels wide", name, wide)
					}
					if *pictures != "" {
						tb.picture(filepath.Join(*pictures, name+".png"))
					}
				}
			}
		})
	}
}

// TestScreenshots makes the pictures in docs/, if asked to.
func TestScreenshots(t *testing.T) {
	if !*screenshots {
		t.Skip("run with -screenshots to write the pictures of the documents")
	}
	for name, p := range map[string]struct{ look, scheme string }{
		"page":        {"result", "light"},
		"page-dark":   {"result", "dark"},
		"page-replay": {"replay", "light"},
	} {
		tb := openPage(t, server.Config{}, "")
		for _, l := range looks {
			if l.name == p.look {
				l.reach(tb)
			}
		}
		var png []byte
		tb.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: p.scheme}}),
			chromedp.EmulateViewport(1280, 900), chromedp.CaptureScreenshot(&png))
		if err := os.WriteFile("../../docs/use/"+name+".png", png, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// picture writes a picture of the complete page.
func (tb *tab) picture(path string) {
	tb.t.Helper()
	var png []byte
	tb.do(chromedp.FullScreenshot(&png, 100))
	if err := os.WriteFile(path, png, 0o600); err != nil {
		tb.t.Fatal(err)
	}
}
