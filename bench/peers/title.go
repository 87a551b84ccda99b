package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

const reading = `This project and the peers (parsers of other projects) parse the same outputs, with the tools declared. An output is parsed complete, or as a stream of chunks of
4, 16 or 64 bytes. Each special token is a chunk, as inference servers send it.

- **Times.** The projects take turns of %v, and the fastest of %d turns counts. ×2 means that the peer took twice this project's time. A bold number means that
  the peer was faster.
- **Growth.** For outputs that can be made longer, the table has two ratios: the time for twice the output compared with the time for the output, and the
  time for four times the output compared with the time for twice the output. A ratio of ×2 means that the time grows linearly. A ratio below ×2 means that a fixed part of the time
  doesn't grow. The ratio is the median of the
  turns. In the cell of a peer, "grows" is before the two ratios of the peer. If the median is over %v, the measurement goes on, to at most %d turns.
- **Wrong.** Before a parser is timed, its result is compared with the meaning of the output: the names of the calls, their arguments as JSON values, and the
  text if there are no calls. A parser with another result is not timed.
- **Late.** A parser that needs more than %v is stopped. The cell then has "over %v".
- **Empty cells.** A cell is empty if the peer doesn't read this family, or reads no chunks.
- **Memory.** The times of this project and of Ollama include Go's garbage collector. Both benchmarks keep %d MB of unused memory on the heap, as
  toolparser's server does.
- **Builds.** This project is built with a profile of its own benchmarks if the list above says so. Ollama is built without a profile. The Rust crates are built with
  optimization across all of their code.

No other parser reads claude's tags or kimi's fences. dynamo-parsers reads only complete outputs. For gpt_oss, it needs a vocabulary that it downloads, so its cells
for gpt_oss are empty. Ollama looks for no llama3 call after text, so it doesn't read prose.

`

// title says what was measured, where and how.
func title(w io.Writer, b *bench) error {
	fmt.Fprintf(w, "# Compared with other parsers\n\nWritten by [bench/peers](peers) on %s, on a machine with %d cores, %s/%s, run as `%s`. [PROXY.md](PROXY.md) has\nthe figures of the proxy.\n\n",
		time.Now().UTC().Format(time.DateOnly), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, strings.Join(append([]string{"peers"}, os.Args[1:]...), " "))
	for _, s := range b.subjects {
		version, err := version(s)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "- %s: %s\n", s.Name(), version)
	}
	fmt.Fprintln(w)
	fmt.Fprintf(w, reading, b.turn, b.rounds, growthAllowed, maxAgain*b.rounds, lateAfter, lateAfter, heapFloor>>20)
	return nil
}

func version(s Subject) (string, error) {
	switch s.Name() {
	case projectName:
		return "this repository on " + time.Now().UTC().Format(time.DateOnly) + ", " + runtime.Version() + profiled(), nil
	case ollamaName:
		return moduleVersion("github.com/ollama/ollama"), nil
	default:
		return crateVersion(s.Name())
	}
}

// profiled reports whether this program was built with a profile, as `make peers` does.
func profiled() string {
	info, _ := debug.ReadBuildInfo()
	for _, s := range info.Settings {
		if s.Key == "-pgo" {
			return ", with its profile"
		}
	}
	return ", without its profile"
}

// moduleVersion is that of a Go module in this program.
func moduleVersion(path string) string {
	info, _ := debug.ReadBuildInfo()
	for _, dep := range info.Deps {
		if dep.Path == path {
			return dep.Version
		}
	}
	return "of unknown version"
}

// crateVersion is what rust/Cargo.lock says, and the compiler.
func crateVersion(name string) (string, error) {
	lock, err := os.ReadFile(filepath.Join("rust", "Cargo.lock"))
	if err != nil {
		return "", err
	}
	_, entry, _ := strings.Cut(string(lock), fmt.Sprintf("name = %q\nversion = \"", name))
	version, _, _ := strings.Cut(entry, "\"")
	output, err := exec.Command("rustc", "--version").Output()
	compiler, _, _ := strings.Cut(string(output), " (")
	return version + ", " + compiler, err
}
