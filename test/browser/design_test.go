package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"github.com/toolparser/toolparser/server"
)

// TestStart: before there is an output, the page says what it does, links to the documentation and
// offers five well-known models, and all families in one place; auto is selected.
func TestStart(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	if first := eval[[]string](tb, `[document.getElementById("family").options[0].value, document.getElementById("family").value]`); first[0] != "auto" || first[1] != "auto" {
		t.Errorf("first and selected family: %s", first)
	}
	for expression, want := range map[string]bool{
		`document.querySelector("#start p a").href.startsWith("https://")`:                                                    true,
		`document.getElementById("shown").hidden && document.getElementById("copy-link").disabled`:                            true,
		`document.querySelectorAll("#models button").length === 5`:                                                            true,
		`[...document.querySelectorAll("#start button")].filter((b) => b.checkVisibility()).length === 6`:                     true,
		`document.documentElement.scrollHeight <= innerHeight`:                                                                true,
		`[...document.querySelectorAll("#example optgroup")].some((g) => g.label === "kimi" && g.textContent.includes("k2"))`: true,
		`[...document.querySelectorAll("#examples dt")].filter((d) => d.textContent === "kimi").length === 1`:                 true,
	} {
		if got := eval[bool](tb, expression); got != want {
			t.Errorf("%s: %v", expression, got)
		}
	}
	tb.do(chromedp.Click("#damaged"))
	tb.eventually(`document.querySelectorAll("#results .card:not(.invalid)").length === 1 && document.getElementById("start").hidden`)
	if repairs := eval[[]string](tb, `[...document.querySelectorAll("#results .card li button + small")].map((e) => e.textContent)`); len(repairs) != 4 || repairs[0] != "A quote inside a string was escaped." {
		t.Errorf("repairs %q", repairs)
	}
	tb.set("output", "")
	tb.eventually(`!document.getElementById("start").hidden && document.getElementById("shown").hidden`)
	for i := range 5 {
		tb.do(chromedp.Click(fmt.Sprintf("#models button:nth-child(%d)", i+1)))
		tb.eventually(`document.querySelectorAll("#results .card:not(.invalid)").length === 1 && document.getElementById("family").value === ""`)
		tb.set("output", "")
		tb.eventually(`!document.getElementById("start").hidden`)
	}
	tb.do(chromedp.Click("#start summary"), chromedp.Click(`#examples button[aria-label^="kimi/k2_tokens"]`))
	tb.eventually(`document.querySelectorAll("#results .card:not(.invalid)").length === 1`)
	if chosen := eval[string](tb, `document.getElementById("family").value + " " + document.getElementById("example").value`); chosen != "kimi kimi/k2_tokens" {
		t.Errorf("chosen: %s", chosen)
	}
}

// TestError: after an error, the last result stays and is grayed; an unknown model gets the three
// families that are most like it.
func TestError(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.showSample()
	tb.set("model", "acme/Hermez-3")
	tb.eventually(`!document.getElementById("nearest").hidden`)
	if eval[string](tb, `getComputedStyle(document.getElementById("shown")).filter`) == "none" || eval[bool](tb, `document.getElementById("stale").hidden`) {
		t.Error("the result doesn't look stale")
	}
	names := eval[[]string](tb, `[...document.querySelectorAll("#nearest button")].map((b) => b.textContent)`)
	if len(names) != 3 || names[0] != "hermes" {
		t.Errorf("families like the model: %q", names)
	}
	tb.do(chromedp.Click("#nearest button"))
	tb.eventually(`document.getElementById("stale").hidden && document.getElementById("nearest").hidden && document.getElementById("status").textContent.startsWith("Family hermes")`)
	if eval[string](tb, `getComputedStyle(document.getElementById("shown")).filter`) != "none" {
		t.Error("the new result looks stale")
	}
}

// TestInvalidCallsAreRed: everything that marks an invalid call is red, and what marks a call is green.
func TestInvalidCallsAreRed(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.showSample()
	for _, card := range []struct {
		selector string
		red      bool
	}{{"", false}, {".invalid", true}} {
		kind := strings.TrimPrefix(strings.ReplaceAll(card.selector, ".", "-")+"-tool-call", "-")
		colors := map[string]string{
			"border": fmt.Sprintf(`getComputedStyle(document.querySelector("#results .card%s")).borderLeftColor`, card.selector),
			"badge":  fmt.Sprintf(`getComputedStyle(document.querySelector("#text mark.%s"), "::before").backgroundColor`, kind),
			"text":   fmt.Sprintf(`getComputedStyle(document.querySelector("#text mark.%s")).backgroundColor`, kind),
		}
		if !card.red { // an invalid call has no confidence
			colors["level"] = `getComputedStyle(document.querySelector("#results .card .level")).backgroundImage`
		}
		for what, color := range colors {
			rgb := eval[[]int](tb, color+`.match(/rgb\((\d+), (\d+), (\d+)\)/).slice(1).map(Number)`)
			if red := rgb[0] > rgb[1]; red != card.red {
				t.Errorf("%s of %s: %v", what, kind, rgb)
			}
		}
	}
	if got := eval[string](tb, `document.querySelector("#results .card.invalid .reason small").textContent`); got != "The output ended inside the call." {
		t.Errorf("the reason is explained as %q", got)
	}
}

// TestUnescape: an output that was copied out of JSON can be unescaped; others aren't offered that.
func TestUnescape(t *testing.T) {
	const call = "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": \"b\\\"c\"}}\n</tool_call>"
	tb := openPage(t, server.Config{}, "")
	for _, escaped := range []string{quoted(call), strings.Trim(quoted(call), `"`)} {
		tb.set("output", escaped)
		tb.eventually(`!document.getElementById("escaped").hidden`)
		tb.do(chromedp.Click("#unescape"))
		tb.eventually(`document.getElementById("escaped").hidden && document.querySelectorAll("#results .card:not(.invalid)").length === 1`)
		if got := eval[string](tb, `document.getElementById("output").value`); got != call {
			t.Errorf("%s is unescaped as %q", escaped, got)
		}
	}
	for _, plain := range []string{call, `{"name": "f", "arguments": "{\"a\": 1}"}`, "no escape", `a regular expression \d+`} {
		if got := eval[bool](tb, `import("/page/escapes.js").then((e) => e.unescaped(`+quoted(plain)+`) === undefined)`); !got {
			t.Errorf("%q is offered to be unescaped", plain)
		}
	}
}

// TestCopiedGoesAway: the note that something was copied disappears again.
func TestCopiedGoesAway(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.do(browser.GrantPermissions([]browser.PermissionType{browser.PermissionTypeClipboardReadWrite, browser.PermissionTypeClipboardSanitizedWrite}))
	tb.showSample()
	tb.do(chromedp.Click("#copy-case"))
	tb.eventually(`document.getElementById("copied-note").textContent === "Copied."`)
	tb.eventually(`document.getElementById("copied-note").textContent === ""`)
}

// TestLongOutput: the boxes keep their height, the replay names the size of the chunks that it
// uses, and the numbers of its events are visible in full.
func TestLongOutput(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.set("output", strings.Repeat("A line.\n", 1000)+`{"name": "f", "parameters": {}}`)
	tb.eventually(`document.getElementById("content") !== null`)
	if !eval[bool](tb, `(() => { const c = document.getElementById("content"); return c.clientHeight < 400 && c.scrollHeight > 2 * c.clientHeight; })()`) {
		t.Error("the content's box isn't bounded")
	}
	tb.set("size", "1")
	tb.eventually(`document.getElementById("moment").textContent.startsWith("Start")`)
	for _, expression := range []string{`"Start"`, `"Finish"`} {
		if expression == `"Finish"` {
			tb.set("slider", eval[string](tb, `document.getElementById("slider").max`))
		}
		tb.eventually(`document.getElementById("moment").textContent.startsWith(` + expression + `)`)
		if moment := eval[string](tb, `document.getElementById("moment").textContent`); !strings.Contains(moment, "Each chunk has 4 characters, since a replay has at most 4,000 chunks.") {
			t.Errorf("the moment is %q", moment)
		}
	}
	if cut := eval[int](tb, `[...document.querySelectorAll(".events .number")].filter((n) => n.scrollWidth > n.clientWidth || n.getBoundingClientRect().left < n.closest("ol").getBoundingClientRect().left).length`); cut != 0 {
		t.Errorf("%d numbers of events are cut", cut)
	}
}

// TestNothingMovesOnAPhone: the result comes below what is typed, which stays where it is.
func TestNothingMovesOnAPhone(t *testing.T) {
	tb := openPage(t, server.Config{}, "")
	tb.do(chromedp.EmulateViewport(390, 844))
	const top = `document.getElementById("output").getBoundingClientRect().top + scrollY`
	before := eval[float64](tb, top)
	tb.showSample()
	if after := eval[float64](tb, top); after != before {
		t.Errorf("the output's field is at %v, and at %v with a result", before, after)
	}
}
