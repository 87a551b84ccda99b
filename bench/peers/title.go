package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

const reading = `Every subject parses the same outputs, whole or in pieces of so many bytes, with the tools declared. They take
turns, and the fastest of %d turns of %v counts. ×2 says that the peer took twice this project's time; bold is where
it took less. What a subject makes of an output is compared with what the output says before it is timed: the calls'
names and their arguments as JSON values, and the text where there are no calls. One that is wrong isn't timed,
nor one that is still at it after %v. A cell is empty where a peer doesn't read the family, or not in pieces.
Ollama's times hold Go's collector, as this project's do.

Ollama looks for no call of llama3 behind text: prose passes unread.

`

// title says what was measured, where and how.
func title(w io.Writer, b *bench) {
	fmt.Fprintf(w, "# Beside others\n\nWritten by [bench/peers](peers) on %s, on a machine with %d cores, %s/%s, run as `%s`.\n\n",
		time.Now().UTC().Format(time.DateOnly), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, strings.Join(append([]string{"peers"}, os.Args[1:]...), " "))
	for _, s := range b.subjects {
		fmt.Fprintf(w, "- %s: %s\n", s.Name(), version(s))
	}
	fmt.Fprintln(w)
	fmt.Fprintf(w, reading, b.rounds, b.turn, lateAfter)
}

func version(s Subject) string {
	switch s.Name() {
	case projectName:
		return "this checkout, " + runtime.Version()
	default:
		return moduleVersion("github.com/ollama/ollama")
	}
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
