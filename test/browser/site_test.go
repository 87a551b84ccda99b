package browser

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestStaticSite opens the site that `make site` makes, from a server of files that knows nothing of it, and in a folder.
func TestStaticSite(t *testing.T) {
	needBrowser(t)
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no Node.js here, which builds the module")
	}
	folder := t.TempDir()
	build := exec.Command("go", "run", ".", folder)
	build.Dir = "../../packages/site"
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	cases := exec.Command("go", "run", "-trimpath", "./cmd/toolparser", "cases", "--jsonl")
	cases.Dir = "../.."
	cases.Env = append(os.Environ(), "CGO_ENABLED=0") // as the packages' program, so that Go has built it
	lines, err := cases.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "cases.jsonl"), lines, 0o600); err != nil {
		t.Fatal(err)
	}
	compare, err := os.ReadFile("../../packages/wasm/test/compare.mjs")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "compare.js"), compare, 0o600); err != nil {
		t.Fatal(err)
	}
	files := httptest.NewServer(http.StripPrefix("/some/folder", http.FileServer(http.Dir(folder))))
	t.Cleanup(files.Close)
	tb := openAt(t, files.URL+"/some/folder/", "")

	tb.set("family", "hermes")
	tb.set("tools", `[{"name": "search", "parameters": {"type": "object"}}]`)
	tb.set("output", `Grüße. <tool_call>{"name": "search", "arguments": {"query": "say "hi" now",}}`)
	tb.eventually(`document.querySelectorAll("#results .card").length === 1`)
	if got := eval[string](tb, `document.getElementById("verdict").textContent + ": " + document.getElementById("status").textContent`); got != "1 call: Family hermes, confidence 0.8." {
		t.Errorf("the page says %q", got)
	}
	tb.do(chromedp.Focus("#slider"), chromedp.KeyEvent(kb.Home))
	tb.eventually(`document.getElementById("moment").textContent.startsWith("Start")`)
	tb.do(chromedp.KeyEvent(kb.End))
	tb.eventually(`document.getElementById("moment").textContent.startsWith("Finish")`)
	if said := eval[string](tb, `document.getElementById("certain").innerText`); !strings.Contains(said, "search") || !strings.Contains(said, "complete") {
		t.Errorf("at the end of the stream: %s", said)
	}

	tb.set("tools", `[{"parameters": {}}]`)
	tb.eventually(`document.getElementById("status").textContent.includes("tools[0] has no name")`)
	tb.set("tools", "")
	tb.set("model", "no/such-model")
	tb.eventually(`document.getElementById("status").textContent.includes("not_found") && !document.getElementById("nearest").hidden`)
	if eval[bool](tb, `[...document.querySelectorAll("#validate_arguments, #copy-grpcurl")].some((e) => e.checkVisibility())`) {
		t.Error("it offers what needs a server")
	}
	if other := eval[[]string](tb, `performance.getEntriesByType("resource").map((r) => r.name).filter((name) => !name.startsWith(location.origin + "/some/folder/"))`); len(other) > 0 {
		t.Errorf("it loads %q", other)
	}
	// On the page's main thread, where the page itself doesn't load the module.
	read := eval[struct {
		Compared int
		Wrong    []string
	}](tb, `(async () => {
		const at = (name) => new URL(name, location.href);
		const [{load}, {compare}] = await Promise.all([import(at("page/toolparser.js")), import(at("compare.js"))]);
		return compare(await load(), await (await fetch(at("cases.jsonl"))).text());
	})()`)
	if read.Compared < 5000 || len(read.Wrong) > 0 {
		t.Errorf("%d cases, wrong are %q", read.Compared, read.Wrong)
	}
	tb.do(chromedp.Navigate(files.URL+"/some/folder/docs/index.html"), chromedp.Click(`a[href="use/api.html"]`), chromedp.WaitVisible("#options"))
}
