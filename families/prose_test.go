package families

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
)

// allFiles makes the tests of this file read 2,000 source files instead of 150, or with -short of 20.
var allFiles = flag.Bool("all-files", false, "look for false calls in 2,000 files")

// declared are three tools as programs declare them.
var declared = []parsers.Tool{
	{Name: "get_weather", Parameters: `{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}},"required":["city"]}`},
	{Name: "search_web", Parameters: `{"type":"object","properties":{"query":{"type":"string"}}}`},
	{Name: "read_file", Parameters: `{"type":"object","properties":{"path":{"type":"string"},"lines":{"type":"array","items":{"type":"integer"}}}}`},
}

// TestNoCallsInSourceFiles: source files, and texts about programs, hold no call of
// any family, with tools and without, and nothing that looks like one.
func TestNoCallsInSourceFiles(t *testing.T) {
	n := 150
	switch {
	case *allFiles:
		n = 2000
	case testing.Short():
		n = 20
	}
	texts := sourceFiles(t, n, 64<<10)
	markers := Registry().Markers()
	for _, f := range All() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			for path, text := range texts {
				for _, config := range []parsers.Config{{Markers: markers}, {Markers: markers, Tools: parsers.NewTools(declared)}} {
					result := parsers.Parse(f, text, config, parsers.FinishStop)
					for _, call := range result.ToolCalls {
						t.Errorf("%s (tools: %t): a call of %s at %d", path, config.Tools != nil, call.Name, call.Span.Start)
					}
					for _, leak := range result.Leaks {
						t.Errorf("%s (tools: %t): %s %q", path, config.Tools != nil, leak.Kind, text[leak.Span.Start:leak.Span.End])
					}
				}
			}
		})
	}
}

// maxHeldBack is how much of a text that can't be a call may wait for more, in bytes,
// not counting white space at its end.
const maxHeldBack = 128

// ownTexts are English and code of this project, without JSON in it.
var ownTexts = []string{
	"../LICENSE", "../CONTRIBUTING.md", "../docs/develop/architecture.md", "../.ci/run", "../Makefile",
	"../parsers/*.go", "../parsers/internal/names/*.go", "../parsers/internal/match/*.go", "../parsers/internal/tags/*.go", "../parsers/internal/cursor/*.go",
	"../parsers/internal/pythonargs/*.go", "../parsers/internal/recovery/*.go", "../server/*.go",
	"../internal/admit/*.go", "../server/internal/argcheck/*.go", "../internal/web/*.go", "../internal/wire/*.go",
}

// TestProseIsNotHeldBack: English and code come out while they come in.
func TestProseIsNotHeldBack(t *testing.T) {
	texts := map[string]string{
		"slices": strings.Repeat("	id, n = room[len(id):], len(id)\n	b, n = b[from(a):to(b)], len(b)\n", 32),
	}
	for _, pattern := range ownTexts {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(path, "_test.go") {
				texts[path] = string(text)
			}
		}
	}
	if testing.Short() {
		texts = map[string]string{"LICENSE": texts["../LICENSE"], "feed": texts["../parsers/stream.go"]}
	}
	for _, f := range All() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			for path, text := range texts {
				if held, at := mostHeldBack(f, text); held > maxHeldBack {
					t.Errorf("%s: %d bytes are held back at %d: %q", path, held, at, text[max(at-held, 0):at])
				}
			}
		})
	}
}

// mostHeldBack is how many bytes of a text were held back at most, and where.
func mostHeldBack(f *parsers.Family, text string) (most, where int) {
	const piece = 4
	s := parsers.NewStream(f, parsers.Config{Options: parsers.Options{ContentPolicy: parsers.ContentVerbatim}, Tools: parsers.NewTools(declared)})
	defer s.Close()
	delivered := 0
	for at := 0; at < len(text); {
		next := min(at+piece, len(text))
		for next < len(text) && !utf8.RuneStart(text[next]) {
			next++
		}
		delivered += len(s.Feed(text[at:next]).Content)
		at = next
		if held := len(strings.TrimRight(text[:at], " \t\r\n")) - delivered; held > most {
			most, where = held, at
		}
	}
	return most, where
}

// sourceFiles are n files of Go's own tree, and of the texts in it, each cut off
// at a rune near size bytes, by path.
func sourceFiles(t *testing.T, n, size int) map[string]string {
	t.Helper()
	root := runtime.GOROOT() //nolint:staticcheck // where the tree is, if it is there
	var paths []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && slices.Contains([]string{".go", ".md", ".html", ".s", ".txt"}, filepath.Ext(path)) {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil || len(paths) < n {
		t.Skipf("Go's source tree isn't there: %v, %d files", err, len(paths))
	}
	texts := make(map[string]string, n)
	for i := range n {
		path := paths[i*len(paths)/n]
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = strings.ToValidUTF8(string(text[:min(len(text), size)]), "")
	}
	return texts
}
