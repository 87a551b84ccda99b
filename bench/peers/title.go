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

const reading = `Every subject parses the same outputs, complete or in chunks of so many bytes (each special token is a chunk, as
detokenizers send them), with the tools declared. They take turns, and the fastest of %d turns of %v counts. ×2 says that
the peer took twice this project's time; bold is where it took less. What twice the size costs is the median of the turns;
where that seems to be over %v times as much, there are up to %d turns. What a subject makes of an output is compared with
what the output says before it is timed: the calls' names and their arguments as JSON values, and the text where there are
no calls. One that is wrong isn't timed, nor one that is still at it after %v. A cell is empty where a peer doesn't read
the family, or not in chunks. Ollama's times hold Go's collector, as this project's do, which counts %d MB of unused
memory, as in the program. This project is built as the program is, with a profile of its own benchmarks, where it says
so; Ollama as it comes; the crates with optimization across all of their code.

No other parser reads claude's tags or kimi's fences. dynamo-parsers takes complete outputs, and for gpt_oss a
vocabulary that it downloads, so that row is empty. Ollama looks for no call of llama3 after text: prose passes unread.

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
	fmt.Fprintf(w, reading, b.rounds, b.turn, growthAllowed, maxAgain*b.rounds, lateAfter, heapFloor>>20)
	return nil
}

func version(s Subject) (string, error) {
	switch s.Name() {
	case projectName:
		return "this checkout, " + runtime.Version() + profiled(), nil
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
