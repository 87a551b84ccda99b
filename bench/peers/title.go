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
4, 16 or 64 bytes. In a stream, each special token is a chunk of its own, as inference servers send it.

The column *family* says how the calls of an output are written. *kimi, tokens* are calls between Kimi's special tokens, such as ` + "`<|tool_call_begin|>`" + `. *kimi, fenced*
are calls in blocks of code: JSON with the key ` + "`tool_call`" + `. The cells mean:

- **Time.** The projects take turns of %[1]v, and the fastest of %[2]d turns counts. ×2 means that the peer took twice this project's time. A bold ratio means that the
  peer was faster.
- **Speed.** This is the length of the output, divided by the time. If an output has no call and is complete, the speed can be over 50,000 MB/s: this project then only
  searches the output for bytes with which a call may begin, 64 bytes per instruction, and copies nothing.
- **Growth.** Most outputs are also measured at a quarter and at half of their length. The cell has two ratios: the time for half of the length divided by the time
  for a quarter, and the time for the full length divided by the time for half. ×2 means that the time grows linearly. Below ×2, a part of the time
  doesn't depend on the length. In the cell of a peer, the two ratios come after "grows", and only if one of them is over %[3]v. If a ratio is over %[3]v, the
  measurement is repeated, up to %[4]d turns. The median of the turns counts.
- **No growth.** The cell is empty for the outputs *short call* and *text, two calls*, because they have only one length.
- **Wrong.** Before a parser is timed, its result is compared with the meaning of the output: the names of the calls, their arguments as JSON values, and the
  text if there are no calls. A parser with another result isn't timed, and its cell says what is wrong. For example, "0 of 2 calls" means that it read none of the two
  calls. The output *20 calls* is first parsed at a quarter of its length, with 5 calls, and then at half of its length, with 10 calls. So "0 of 5 calls" means that
  the parser already read none of these 5 calls.
- **Late.** A parser that needs more than %[5]v is stopped. The cell then has "over %[5]v".
- **Empty cells of peers.** The cell of a peer is empty if the peer doesn't read this family, or reads no chunks.
- **Memory.** The times of this project and of Ollama include Go's garbage collector. Both benchmarks keep %[6]d MB of unused memory on the heap, as
  toolparser's server does.
- **Builds.** This project is built with a profile of its own benchmarks, if the list above says "with its profile". Ollama is built without a profile. The Rust crates
  (tool-parser and dynamo-parsers) are built with optimization across all of their code.

No other parser reads claude's tags or kimi's fences. dynamo-parsers reads only complete outputs. For gpt_oss, it needs a vocabulary that it would have to download, so its
cells for gpt_oss are empty. Ollama reads a llama3 call only at the start of an output. So it doesn't read the text of outputs without a call, and is fast there.

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
	fmt.Fprintf(w, reading, b.turn, b.rounds, growthAllowed, maxAgain*b.rounds, lateAfter, heapFloor>>20)
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
