package server_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/toolparser/toolparser/families"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// acmeVersion is a declaration that tells its version in the name of its format.
func acmeVersion(n int) string {
	return strings.ReplaceAll(`name: "acme"
formats { name: "acme/vN" example: '<call>{"name": "f", "arguments": {}}</call>' }
grammar { blocks { format: "acme/vN" shape { base: BASE_BLOCK_CALLS } markers { open: "<call>" close: "</call>" } } }
`, "vN", fmt.Sprint("v", n))
}

const acmeOutput = `Hm. <call>{"name": "f", "arguments": {}}</call>`

// A reload is a server under load whose family file changes.
type reload struct {
	*running
	t       *testing.T
	path    string
	stopped atomic.Bool
	wg      sync.WaitGroup
	mu      sync.Mutex
	seen    map[string]int
	errs    []error
}

func startReload(t *testing.T) *reload {
	t.Helper()
	r := &reload{t: t, path: filepath.Join(t.TempDir(), "acme.txtpb"), seen: map[string]int{}}
	r.write(acmeVersion(1))
	r.running = startWith(t, testRegistry(t).Families(), server.WithConfig(server.Config{FamilyFiles: []string{filepath.Dir(r.path)}}))
	for range 2 {
		r.wg.Go(func() { r.until(r.unary) })
		r.wg.Go(func() { r.until(r.stream) })
	}
	return r
}

// write replaces the file, as an editor does.
func (r *reload) write(text string) {
	r.t.Helper()
	writeFile(r.t, r.path, text)
}

func (r *reload) until(call func() (*toolparserv1.ParseToolCallsResponse, error)) {
	for !r.stopped.Load() {
		response, err := call()
		r.mu.Lock()
		switch {
		case err != nil:
			r.errs = append(r.errs, err)
		case len(response.GetResult().GetToolCalls()) != 1:
			r.errs = append(r.errs, fmt.Errorf("the response is %v", response))
		default:
			r.seen[response.GetDiagnostics().GetToolCalls()[0].GetFormat()]++
		}
		r.mu.Unlock()
	}
}

func (r *reload) unary() (*toolparserv1.ParseToolCallsResponse, error) {
	return r.client.ParseToolCalls(testContext(r.t), &toolparserv1.ParseToolCallsRequest{Family: "acme", ModelOutput: acmeOutput})
}

func (r *reload) stream() (*toolparserv1.ParseToolCallsResponse, error) {
	stream, err := r.client.StreamToolCalls(testContext(r.t))
	if err != nil {
		return nil, err
	}
	half := len(acmeOutput) / 2
	var response *toolparserv1.StreamToolCallsResponse
	for _, request := range []*toolparserv1.StreamToolCallsRequest{
		startRequest("acme"), deltaRequest(acmeOutput[:half]), deltaRequest(acmeOutput[half:]), finishRequest(0),
	} {
		if err := stream.Send(request); err != nil {
			return nil, err
		}
		if response, err = stream.Recv(); err != nil {
			return nil, err
		}
	}
	return response.GetResult(), stream.CloseSend()
}

// answers is how many there were of a version.
func (r *reload) answers(version int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seen[fmt.Sprint("acme/v", version)]
}

// takesOver waits until a version answers, and the one before it doesn't any more.
func (r *reload) takesOver(version int) {
	r.t.Helper()
	eventually(r.t, fmt.Sprintf("version %d answers", version), func() bool { return r.answers(version) > 20 })
	response, err := r.unary()
	if format := response.GetDiagnostics().GetToolCalls()[0].GetFormat(); err != nil || format != fmt.Sprint("acme/v", version) {
		r.t.Errorf("a new call is answered by %s, %v", format, err)
	}
}

// TestFamilyFilesChangeUnderLoad: the file is replaced, broken and fixed; every request
// is answered by one version or the other.
func TestFamilyFilesChangeUnderLoad(t *testing.T) {
	r := startReload(t)
	r.takesOver(1)
	r.write(acmeVersion(2))
	r.takesOver(2)

	r.write(strings.Replace(acmeVersion(3), `open: "<call>"`, `open: "call"`, 1))
	eventually(t, "the broken file is reported", func() bool {
		return strings.Contains(r.log.String(), "keeping the families as before") && r.server.Load().Files["families"].Failures == 1
	})
	if want := "acme.txtpb:3:87: grammar.blocks[0].markers.open[0]: "; !strings.Contains(r.log.String(), want) {
		t.Errorf("the log doesn't say %q: %s", want, r.log.String())
	}
	before := r.answers(2)
	eventually(t, "version 2 stays", func() bool { return r.answers(2) > before+20 })

	r.write(acmeVersion(4))
	r.takesOver(4)
	r.stopped.Store(true)
	r.wg.Wait()
	for _, err := range r.errs {
		t.Error("failed:", err)
	}
	if read := r.server.Load().Files["families"].Reads; read != 3 || r.answers(3) != 0 {
		t.Errorf("%d versions took over, and the broken one gave %d answers", read, r.answers(3))
	}
	list, err := r.client.ListFamilies(testContext(t), &toolparserv1.ListFamiliesRequest{})
	if err != nil || list.GetFamilies()[len(list.GetFamilies())-1].GetFormats()[0].GetName() != "acme/v4" {
		t.Errorf("the families are %v, %v", list, err)
	}
}

// What is wrong at the start is reported, and nothing is served.
func TestBrokenFamilyFileIsNotServed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acme.txtpb")
	writeFile(t, path, strings.Replace(acmeVersion(1), `"acme"`, `"line"`, 1))
	config := server.Config{FamilyFiles: []string{path}}
	if _, err := server.New(testRegistry(t), server.WithConfig(config)); err == nil || !strings.Contains(err.Error(), `acme.txtpb:1:7: name: the name "line" is family line's`) {
		t.Errorf("a taken name: %v", err)
	}
	config.AllowOverride = true
	srv, err := server.New(testRegistry(t), server.WithConfig(config))
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Stop()
	if f, err := srv.Families().Find("line", ""); err != nil || f.Formats[0].Name != "acme/v1" {
		t.Errorf("the family is %v, %v", f, err)
	}
}

// TestListFamiliesIsBounded over HTTP, where its answer is longest: it has no bound by its request, but one by the
// families; see docs/run/overload.md.
func TestListFamiliesIsBounded(t *testing.T) {
	list := func(config server.Config) int {
		r := startHTTP(t, families.Registry().Families(), config)
		code, answer, _ := r.post(t, toolparserv1.ToolParserService_ListFamilies_FullMethodName, "application/json", "{}")
		if code != 200 || !strings.Contains(answer, "llama3") {
			t.Fatalf("%d %.100s", code, answer)
		}
		return len(answer)
	}
	own := list(server.Config{})
	if own > 128<<10 {
		t.Errorf("the answer has %d bytes", own)
	}
	// What takes most in JSON, next to its text in a file.
	file := filepath.Join(t.TempDir(), "acme.txtpb")
	text := acmeVersion(1) + `description: "` + strings.Repeat("\\1", 20<<10) + `"`
	writeFile(t, file, text)
	if all := list(server.Config{FamilyFiles: []string{file}}); all-own < len(text) || all-own > 10*len(text) {
		t.Errorf("a file of %d bytes adds %d bytes", len(text), all-own)
	}
}
