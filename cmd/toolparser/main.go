// Command toolparser extracts tool calls from the raw text of language models:
// as a gRPC service (toolparser serve), or of one output (toolparser parse).
package main

import (
	"context"
	"os"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], stdio{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}
