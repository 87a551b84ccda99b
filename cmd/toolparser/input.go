package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/toolparser/toolparser/server"
)

// readOutput reads the file that is named, or standard input.
func readOutput(stdin io.Reader, args []string) ([]byte, error) {
	if len(args) == 0 || args[0] == "-" {
		return readBounded(stdin)
	}
	return readFileBounded(args[0])
}

func readFileBounded(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	return readBounded(file)
}

// readBounded reads all there is, but not what never ends.
func readBounded(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, server.DefaultMaxRequestBytes+1))
	if err == nil && len(text) > server.DefaultMaxRequestBytes {
		err = fmt.Errorf("it is over the limit of %d bytes", server.DefaultMaxRequestBytes)
	}
	return text, err
}

// validUTF8 replaces every byte that is no part of a code point.
func validUTF8(raw []byte) string {
	var b strings.Builder
	b.Grow(len(raw))
	for _, r := range string(raw) { // range yields U+FFFD, one byte wide, for each
		b.WriteRune(r)
	}
	return b.String()
}
