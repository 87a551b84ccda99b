// Package browser drives the page of serve --page in a real browser. It is a module of
// its own, so that what it needs isn't the product's.
package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/server"
)

// patience is how long a test waits for what must happen.
const patience = time.Minute

// browserPath is the browser's program. TOOLPARSER_BROWSER names another.
func browserPath() string {
	for _, name := range []string{os.Getenv("TOOLPARSER_BROWSER"), "chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); name != "" && err == nil {
			return path
		}
	}
	return ""
}

// A tab shows the page. What the page complains about fails the test.
type tab struct {
	t   *testing.T
	ctx context.Context
	url string

	mu         sync.Mutex
	complaints []string
}

// openPage serves the page, and opens it with a fragment.
func openPage(t *testing.T, config server.Config, fragment string) *tab {
	t.Helper()
	needBrowser(t)
	return openAt(t, servePage(t, config), fragment)
}

// needBrowser skips a test where there is no browser.
func needBrowser(t *testing.T) {
	t.Helper()
	if browserPath() == "" {
		t.Skip("no Chromium here: install it, or name it in TOOLPARSER_BROWSER")
	}
}

// openAt opens the page that is served at an address.
func openAt(t *testing.T, url, fragment string) *tab {
	t.Helper()
	path := browserPath()
	tb := &tab{t: t, url: url}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(1280, 900))
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stopBrowser := chromedp.NewContext(allocator)
	ctx, stopWaiting := context.WithTimeout(ctx, patience)
	tb.ctx = ctx
	chromedp.ListenTarget(ctx, tb.listen)
	t.Cleanup(func() {
		stopWaiting()
		stopBrowser()
		stopAllocator()
		tb.mu.Lock()
		defer tb.mu.Unlock()
		if len(tb.complaints) > 0 {
			t.Errorf("the page complains: %s", strings.Join(tb.complaints, "; "))
		}
	})
	tb.do(chromedp.Navigate(tb.url+fragment), chromedp.WaitReady(`html[data-ready]`))
	return tb
}

func (tb *tab) listen(event any) {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	switch event := event.(type) {
	case *runtime.EventExceptionThrown:
		tb.complaints = append(tb.complaints, event.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		if event.Type == runtime.APITypeError {
			tb.complaints = append(tb.complaints, fmt.Sprint(event.Args))
		}
	}
}

// servePage serves the page until the test ends.
func servePage(t *testing.T, config server.Config) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	config.HTTPListen, config.Page = []string{l.Addr().String()}, true
	srv, err := server.New(families.Registry(), server.WithConfig(config), server.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(ctx, server.HTTP(l)) }()
	t.Cleanup(func() {
		stop()
		srv.Stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String() + "/"
}

func (tb *tab) do(actions ...chromedp.Action) {
	tb.t.Helper()
	if err := chromedp.Run(tb.ctx, actions...); err != nil {
		var state string
		_ = chromedp.Run(tb.ctx, chromedp.Evaluate(`document.body.innerText`, &state))
		tb.t.Fatalf("%v; the page says: %.2000s", err, state)
	}
}

// eval evaluates an expression, promises too.
func eval[T any](tb *tab, expression string) (value T) {
	tb.t.Helper()
	var raw []byte
	tb.do(chromedp.Evaluate(expression, &raw, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if err := json.Unmarshal(raw, &value); err != nil {
		tb.t.Fatalf("%s: %v: %s", expression, err, raw)
	}
	return value
}

// eventually waits until an expression is true.
func (tb *tab) eventually(expression string) {
	tb.t.Helper()
	tb.do(chromedp.Poll(expression, nil, chromedp.WithPollingTimeout(20*time.Second)))
}

// set puts a text into a field, as typing does.
func (tb *tab) set(id, value string) {
	tb.t.Helper()
	quoted, _ := json.Marshal(value) // a string has JSON
	eval[bool](tb, fmt.Sprintf(`(() => { const e = document.getElementById(%q); e.value = %s; e.dispatchEvent(new Event("input")); return true; })()`, id, quoted))
}

// A shownSegment is a segment as it is on the page.
type shownSegment struct {
	Class, Text, Color, Label string
}

func (tb *tab) segments() []shownSegment {
	tb.t.Helper()
	return eval[[]shownSegment](tb, `[...document.querySelectorAll("#text mark")].map((m) => ({Class: m.className, Text: m.textContent, Color: getComputedStyle(m).backgroundColor, Label: m.dataset.label ?? ""}))`)
}

// quoted is a text as a string of JavaScript.
func quoted(text string) string {
	encoded, _ := json.Marshal(text) // a string has JSON
	return string(encoded)
}
