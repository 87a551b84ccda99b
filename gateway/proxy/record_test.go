package proxy_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/proxy"
)

// records are those in a folder.
func records(t *testing.T, folder string) (all []map[string]any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "outputs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatal(err)
		}
		all = append(all, record)
	}
	return all
}

func TestOutputsAreLogged(t *testing.T) {
	live := apitest.LiveHello + apitest.LiveCall + apitest.LiveStop + apitest.LiveDone
	for name, test := range map[string]struct {
		upstream http.HandlerFunc
		request  string
		came     string
	}{
		"a response":            {sends(asJSON, apitest.Called), apitest.Ask, apitest.Called},
		"a compressed response": {zips(asJSON, apitest.Called), apitest.Ask, apitest.Called},
		"a stream":              {sends(asEvents, apitest.LiveHello, apitest.LiveCall, apitest.LiveStop, apitest.LiveDone), apitest.AskLive, live},
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "outputs")
			s := start(t, test.upstream, func(c *proxy.Config) { c.LogOutputs = folder })
			got := s.text(s.post(test.request, "Accept-Encoding", "gzip", "Authorization", "Bearer secret", "X-Api-Key", "secret"))
			s.text(s.post(`{"model":"x"}`))
			all := records(t, folder)
			if len(all) != 1 || all[0]["came"] != test.came || all[0]["went"] != got || all[0]["method"] != "parsed" || all[0]["model"] != "qwen3" {
				t.Errorf("got %v", all)
			}
			file, err := os.Stat(filepath.Join(folder, "outputs.jsonl"))
			if err != nil || file.Mode().Perm() != 0o600 {
				t.Errorf("the file's mode is %v, %v", file.Mode(), err)
			}
			text, _ := os.ReadFile(filepath.Join(folder, "outputs.jsonl"))
			if strings.Contains(string(text), "secret") {
				t.Error("a key is logged")
			}
		})
	}
}

func TestAFallbackIsLogged(t *testing.T) {
	folder := t.TempDir()
	s := chain(t, func(c *proxy.Config) { c.LogOutputs = folder }, sends(asJSON, says(leakedText)), sends(asJSON, apitest.Called))
	s.text(s.post(apitest.Ask))
	all := records(t, folder)
	if len(all) != 2 || all[0]["method"] != "fallback" || all[0]["came"] != says(leakedText) || all[0]["went"] != "" || all[1]["upstream"] != "b" {
		t.Errorf("got %v", all)
	}
}

func TestALoggedOutputIsCut(t *testing.T) {
	folder := t.TempDir()
	long := says(strings.Repeat("x", 2<<20))
	s := start(t, sends(asJSON, long), func(c *proxy.Config) { c.LogOutputs = folder })
	if got := s.text(s.post(apitest.Ask)); got != long {
		t.Errorf("got %d bytes", len(got))
	}
	if r := records(t, folder)[0]; r["cut"] != true || r["came"] != long[:1<<20] {
		t.Errorf("got %d bytes", len(r["came"].(string)))
	}
}

func TestAFolderThatCannotBeWritten(t *testing.T) {
	file := keyFile(t, "no folder")
	_, err := proxy.New(apitest.Registry(), proxy.Config{Upstreams: one("http://a"), LogOutputs: file}, nil)
	if err == nil || !strings.Contains(err.Error(), "log outputs: ") || !strings.Contains(err.Error(), file) {
		t.Error(err)
	}
	_, err = proxy.New(apitest.Registry(), proxy.Config{Upstreams: one("http://a"), LogOutputsBytes: 100}, nil)
	if err == nil || !strings.Contains(err.Error(), "log outputs bytes 100: want ") {
		t.Error(err)
	}
}

// The files take no more than their limit: the oldest one is removed.
func TestLoggedOutputsAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("tens of megabytes take long with the race detector")
	}
	const limit = 64 << 20
	folder := t.TempDir()
	s := start(t, sends(asJSON, says(strings.Repeat("x", 1<<20))), func(c *proxy.Config) { c.LogOutputs, c.LogOutputsBytes = folder, limit })
	for written := 0; written <= limit+limit/4; written += 2 << 20 { // as it came, and as it went
		s.text(s.post(apitest.Ask))
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) { // files are removed in the background
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		total := int64(0)
		for _, file := range files {
			if info, err := file.Info(); err == nil {
				total += info.Size()
			}
		}
		if len(files) == 4 && total <= limit {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("there are %d files of %d bytes", len(files), total)
		}
	}
}
