package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/toolparser/toolparser/server"
)

// widths are those of a phone and of a desktop, in pixels.
var widths = []int64{390, 1280}

// TestVerdict: the verdict is the largest line of a result, each part in the color of its badge. Invalid calls have no
// confidence.
func TestVerdict(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.showSample()
	if got := eval[[]string](tb, `[...document.querySelectorAll("#verdict span")].map((s) => s.className + " " + s.textContent)`); strings.Join(got, "; ") != "tool-call 2 calls; invalid-tool-call 1 invalid call" {
		t.Errorf("the verdict is %q", got)
	}
	for _, kind := range []string{"tool-call", "invalid-tool-call"} {
		if colors := eval[[]string](tb, fmt.Sprintf(`[getComputedStyle(document.querySelector("#verdict .%[1]s")).backgroundColor, getComputedStyle(document.querySelector("#text mark.%[1]s"), "::before").backgroundColor]`, kind)); colors[0] != colors[1] {
			t.Errorf("%s: the verdict and the badge have the colors %q", kind, colors)
		}
	}
	if larger := eval[[]string](tb, `(() => { const size = (e) => parseFloat(getComputedStyle(e).fontSize); const most = size(document.querySelector("#verdict")); return [...document.querySelectorAll("#parsed *")].filter((e) => e.checkVisibility() && !e.closest("#verdict") && size(e) >= most).map((e) => e.outerHTML.slice(0, 80)); })()`); len(larger) > 0 {
		t.Errorf("as large as the verdict: %q", larger)
	}
	if label := eval[string](tb, `document.querySelector("#text mark.invalid-tool-call").dataset.label`); label != "invalid 0" {
		t.Errorf("the badge of an invalid call is %q", label)
	}
	if text := eval[string](tb, `document.querySelector("#results .card.invalid").innerText`); strings.Contains(text, "confidence") {
		t.Errorf("an invalid call says %q", text)
	}
	tb.set("output", "Hello.")
	tb.eventually(`document.getElementById("verdict").textContent === "No calls"`)
}

// TestTwoSizes: all text has one of two sizes.
func TestTwoSizes(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	const sizes = `[...new Set([...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && (e.matches("input, select, textarea") || [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))).map((e) => getComputedStyle(e).fontSize))]`
	for _, l := range looks {
		l.reach(tb)
		eval[bool](tb, `(() => { for (const d of document.querySelectorAll("details")) d.open = true; return true; })()`)
		if got := eval[[]string](tb, sizes); len(got) > 2 {
			t.Errorf("%s: the sizes are %q", l.name, got)
		}
	}
}

// TestRepairsAreOnTheirByte: each repair marks the character that was repaired, also if lines wrap, on a phone, too.
func TestRepairsAreOnTheirByte(t *testing.T) {
	for _, width := range widths {
		tb := openPage(t, server.Config{}, "")
		tb.do(chromedp.EmulateViewport(width, 900))
		// Each text begins one character later, so a repair is at each place of a line.
		for n := range 12 {
			output := strings.Repeat("x", 5*n) + ` <tool_call>{"name": "get_weather", "arguments": {'city': "Zürich and the rest of the country", "days": 3,}}`
			tb.set("output", output)
			tb.eventually(fmt.Sprintf(`document.getElementById("text").textContent === %s && document.querySelectorAll("#text .fix").length > 2`, quoted(output)))
			type fix struct {
				At    int
				Text  string
				Lines int
				Title string
			}
			fixes := eval[[]fix](tb, `[...document.querySelectorAll("#text .fix")].map((f) => ({At: Number(f.dataset.at), Text: f.textContent, Lines: f.getClientRects().length, Title: f.title}))`)
			for _, f := range fixes {
				end := min(f.At+1, len(output))
				if f.Text != output[f.At:end] || f.Lines != 1 {
					t.Errorf("%d pixels, %s at %d: marks %q on %d lines", width, f.Title, f.At, f.Text, f.Lines)
				}
			}
		}
	}
}

// TestTries: if nothing looks like a call, the page offers what leads to one, in a sentence: families, and tools. If the
// output is cut off, it says in which call.
func TestTries(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.set("output", `I look: {"name": "search", "parameters": {"query": "trains"}}`)
	tb.eventually(`!document.getElementById("tries").hidden`)
	said := eval[string](tb, `document.getElementById("tries").innerText`)
	if !strings.HasPrefix(said, "To get a call, read it as ") || !strings.Contains(said, "declare the tool search.") {
		t.Errorf("it says %q", said)
	}
	tb.do(chromedp.Click("#tries button:last-of-type"))
	tb.eventually(`document.querySelectorAll("#results .card:not(.invalid)").length === 1 && document.getElementById("tries").hidden`)
	if tools := eval[string](tb, `document.getElementById("tools").value`); tools != `[{"name":"search"}]` {
		t.Errorf("the tools are %s", tools)
	}
	tb.set("tools", "")
	tb.eventually(`!document.getElementById("tries").hidden`)
	tb.do(chromedp.Click("#tries button"))
	tb.eventually(`document.querySelectorAll("#results .card:not(.invalid)").length === 1 && document.getElementById("family").value !== "auto"`)

	tb.set("family", "auto")
	tb.set("output", `{"name": "search", "parameters": {"query": "tra`)
	tb.eventually(`document.getElementById("tries").innerText.includes("ends inside a call of search (unexpected end of output inside a string)")`)
	tb.set("output", "Nothing here.")
	tb.eventually(`document.getElementById("text").textContent === "Nothing here."`)
	if eval[bool](tb, `new Promise((done) => setTimeout(() => done(!document.getElementById("tries").hidden), 500))`) {
		t.Error("something is offered for plain text")
	}
}

// TestReplayHidesTheResult: the result isn't shown until the replay's end.
func TestReplayHidesTheResult(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.showSample()
	tb.set("size", "16")
	tb.eventually(`document.getElementById("moment").textContent.startsWith("Start")`)
	const shown = `["verdict", "results", "certain"].filter((id) => document.getElementById(id).checkVisibility()).join(" ")`
	const badges = `[...document.querySelectorAll("#text mark[data-label]")].filter((m) => getComputedStyle(m, "::before").display !== "none").length`
	if got := eval[int](tb, badges); got != 0 {
		t.Errorf("at the start, the text has %d badges", got)
	}
	if got := eval[string](tb, shown); got != "certain" {
		t.Errorf("at the start, it shows %s", got)
	}
	tb.set("slider", "5")
	tb.eventually(`document.getElementById("moment").textContent.startsWith("Chunk 5")`)
	if got := eval[string](tb, shown); got != "certain" {
		t.Errorf("in between, it shows %s", got)
	}
	tb.set("slider", eval[string](tb, `document.getElementById("slider").max`))
	tb.eventually(`document.getElementById("moment").textContent.startsWith("Finish")`)
	if got := eval[string](tb, shown); got != "verdict results certain" {
		t.Errorf("at the end, it shows %s", got)
	}
}

// TestIgnored: a value that has no effect looks so, and says why.
func TestIgnored(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	for _, l := range looks {
		if l.name == "ignored" {
			l.reach(tb)
		}
	}
	for id, why := range map[string]string{"model": "not used: a family is selected", "validate_arguments": "no effect without tools"} {
		if got := eval[[]string](tb, fmt.Sprintf(`(() => { const l = document.getElementById(%q).closest("label"); return [l.innerText, getComputedStyle(l.querySelector("span, input")).textDecorationLine]; })()`, id)); !strings.Contains(got[0], why) || got[1] != "line-through" {
			t.Errorf("%s: %q", id, got)
		}
	}
	if height := eval[int](tb, `document.getElementById("output").clientHeight`); height < 100 {
		t.Errorf("next to open tools and options, the output has %d pixels", height)
	}
	tb.set("tools", `[{"name": "f"}]`)
	tb.set("family", "")
	tb.eventually(`document.querySelectorAll(".ignored").length === 0`)
}

// TestInView: on a phone, the result is in view after a click that leads to one.
func TestInView(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.do(chromedp.EmulateViewport(390, 844), chromedp.Click("#damaged"))
	tb.eventually(`document.querySelectorAll("#results .card").length === 1`)
	tb.eventually(`(() => { const r = document.getElementById("verdict").getBoundingClientRect(); return r.top >= 0 && r.bottom < innerHeight / 3; })()`)
}

// TestTouchTargets: on a phone, what can be tapped has at least 44 pixels each way.
func TestTouchTargets(t *testing.T) {
	for _, l := range looks {
		tb := openPage(t, server.Config{}, "")
		tb.do(chromedp.EmulateViewport(390, 844))
		l.reach(tb)
		small := eval[[]string](tb, `[...document.querySelectorAll("button, select, summary, input, textarea")].filter((e) => e.checkVisibility()).flatMap((e) => {
			const r = (e.type === "checkbox" ? e.closest("label") : e).getBoundingClientRect();
			return r.height < 43.5 || r.width < 43.5 ? [(e.id || e.textContent) + " " + Math.round(r.width) + "×" + Math.round(r.height)] : [];
		})`)
		if len(small) > 0 {
			t.Errorf("%s: too small: %q", l.name, small)
		}
	}
}

// TestSideBySide: on a desktop, the text stays next to the calls while these are scrolled.
func TestSideBySide(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.set("output", strings.Repeat(`<tool_call>{"name": "get_weather", "arguments": {"city": "Zürich"}}</tool_call>`+"\n", 20))
	tb.eventually(`document.querySelectorAll("#results .card").length === 20`)
	eval[bool](tb, `(() => { document.querySelector("#results .card:last-of-type").scrollIntoView(); return true; })()`)
	tb.eventually(`(() => { const text = document.getElementById("text").getBoundingClientRect(), card = [...document.querySelectorAll("#results .card")].at(-1).getBoundingClientRect(); return scrollY > 300 && text.top >= 0 && text.bottom > 100 && card.top < innerHeight && text.right <= card.left; })()`)
}
