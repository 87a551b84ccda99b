package metrics_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/test/bufconn"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
	"github.com/toolparser/toolparser/server/metrics"
)

// acmeVersion is a declaration with its version in the name of its format.
func acmeVersion(n int) string {
	return strings.ReplaceAll(`name: "acme"
formats { name: "acme/vN" example: '<call>{"name": "f", "arguments": {}}</call>' }
grammar { blocks { format: "acme/vN" shape { base: BASE_BLOCK_CALLS } markers { open: "<call>" close: "</call>" } } }
`, "vN", fmt.Sprint("v", n))
}

// TestLabelsFollowFamilyFiles: what changed files declare is counted under its own
// name, what they declared before too, and so are the changes.
func TestLabelsFollowFamilyFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acme.txtpb")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(acmeVersion(1))
	m := metrics.New(testRegistry(t))
	srv, err := server.New(testRegistry(t), server.WithConfig(server.Config{FamilyFiles: []string{path}}))
	if err != nil {
		t.Fatal(err)
	}
	m.Watch(srv)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(ctx, bufconn.Listen(1)) }()
	for version, change := range []string{"", acmeVersion(2) + "# longer", "nothing"} {
		if change != "" {
			write(change)
		}
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
			if load := srv.Load(); int(load.Files["families"].Reads+load.Files["families"].Failures) == version+1 {
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("the change isn't seen")
			}
		}
		m.ObserveResult(ctx, &parsers.Result{Family: "acme", ToolCalls: []parsers.ToolCall{{Format: fmt.Sprint("acme/v", min(version+1, 2))}}})
	}
	m.ObserveResult(ctx, &parsers.Result{Family: "acme", ToolCalls: []parsers.ToolCall{{Format: "acme/v1"}}}) // of a stream that began before
	lines := strings.Join(scrape(t, m.Handler()), "\n")
	for _, want := range []string{
		`outputs_total{family="acme",format="acme/v1",outcome="called",shape="none"} 2`,
		`outputs_total{family="acme",format="acme/v2",outcome="called",shape="none"} 2`,
		`file_reload_failures_total{file_kind="families"} 1`,
		`file_reload_timestamp_seconds{file_kind="families"} 1.`,
	} {
		if !strings.Contains(lines, want) {
			t.Errorf("no %s in\n%s", want, lines)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
