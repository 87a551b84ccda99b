package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/toolparser/toolparser/internal/regularfile"
	"github.com/toolparser/toolparser/server"
)

// readOutput reads the file that is named, or standard input.
func readOutput(ctx context.Context, stdin io.Reader, args []string) ([]byte, error) {
	if len(args) == 0 || args[0] == "-" {
		return await(ctx, func() ([]byte, error) { return readBounded(stdin) })
	}
	file, err := open(ctx, args[0])
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	return await(ctx, func() ([]byte, error) { return readBounded(file) })
}

// readRegular reads a file of settings, which has no reason to be a pipe or a device.
func readRegular(path string) ([]byte, error) {
	file, err := regularfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	return readBounded(file)
}

// open opens a file to read it. A pipe blocks until it has a writer, or ctx is done.
func open(ctx context.Context, path string) (*os.File, error) {
	return await(ctx, func() (*os.File, error) { return os.Open(path) })
}

// await waits for what may never happen, as long as ctx isn't done. Then it is left to the end of the process.
func await[T any](ctx context.Context, what func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	happened := make(chan outcome, 1)
	go func() {
		value, err := what()
		happened <- outcome{value, err}
	}()
	select {
	case o := <-happened:
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
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
