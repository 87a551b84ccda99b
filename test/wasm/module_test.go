package wasmtest

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

var moduleAt = flag.String("module", "", "test this `file`; it is built if it isn't there (default: a temporary file)")

// A module is an instance of toolparser.wasm.
type module struct {
	t        *testing.T
	instance api.Module
}

func start(t *testing.T) *module {
	t.Helper()
	path := *moduleAt
	if path == "" {
		path = filepath.Join(t.TempDir(), "toolparser.wasm")
	}
	code, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		build(t, path)
		code, err = os.ReadFile(path)
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	runtime := wazero.NewRuntime(ctx)
	t.Cleanup(func() { _ = runtime.Close(ctx) })
	wasi_snapshot_preview1.MustInstantiate(ctx, runtime)
	config := wazero.NewModuleConfig().WithStartFunctions("_initialize").WithRandSource(rand.Reader).WithStderr(os.Stderr)
	instance, err := runtime.InstantiateWithConfig(ctx, code, config)
	if err != nil {
		t.Fatal(err)
	}
	return &module{t, instance}
}

// build builds the module as packages/wasm/build.mjs does, without Node.js.
func build(t *testing.T, path string) {
	t.Helper()
	command := exec.Command("go", "build", "-trimpath", "-buildmode=c-shared", "-ldflags=-s -w -buildid=", "-o", path, "./packages/wasm/module")
	command.Dir = "../.."
	command.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOWORK=off")
	if said, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
}

// call answers an input.
func (m *module) call(name string, input []byte, arguments ...uint64) []byte {
	m.t.Helper()
	memory := m.instance.Memory()
	at := uint32(m.run("toolparser_input", uint64(len(input))))
	if !memory.Write(at, input) {
		m.t.Fatalf("the place for an input, %d, is outside of the memory", at)
	}
	answer := m.run(name, arguments...)
	text, ok := memory.Read(uint32(answer>>32), uint32(answer))
	if !ok {
		m.t.Fatalf("%s: its answer is outside of the memory", name)
	}
	return slices.Clone(text)
}

// run calls an export that has a result.
func (m *module) run(name string, arguments ...uint64) uint64 {
	m.t.Helper()
	results, err := m.instance.ExportedFunction(name).Call(context.Background(), arguments...)
	if err != nil {
		m.t.Fatalf("%s: %v", name, err)
	}
	return results[0]
}

func (m *module) Parse(request []byte) []byte { return m.call("toolparser_parse", request) }

func (m *module) Start(request []byte) []byte { return m.call("toolparser_start", request) }

func (m *module) Feed(stream uint32, piece []byte) []byte {
	return m.call("toolparser_feed", piece, uint64(stream))
}

func (m *module) Finish(stream uint32, reason []byte) []byte {
	return m.call("toolparser_finish", reason, uint64(stream))
}
