package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/toolparser/toolparser/server"
)

// A logLine is a line that isn't blank, or what kept the next one from being read.
type logLine struct {
	number int
	text   []byte
	err    error
}

// A lineSource reads lines in a goroutine of its own, so that whoever waits for one, as of a
// pipe, can be interrupted.
type lineSource struct {
	ctx   context.Context
	lines chan logLine
}

func newLineSource(ctx context.Context, in io.Reader) *lineSource {
	s := &lineSource{ctx, make(chan logLine)}
	go s.read(bufio.NewReaderSize(in, 64<<10))
	return s
}

func (s *lineSource) read(in *bufio.Reader) {
	defer close(s.lines)
	for number := 1; ; number++ {
		text, err := wholeLine(in, maxLineBytes)
		if number == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		if len(bytes.TrimSpace(text)) > 0 && !s.give(logLine{number: number, text: text}) {
			return
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				s.give(logLine{number: number, err: fmt.Errorf("read line %d: %w", number, err)})
			}
			return
		}
	}
}

// maxLineBytes bounds a line: 64 MiB, four times the longest output.
const maxLineBytes = 4 * server.DefaultMaxRequestBytes

// wholeLine reads a line with its end, of at most so many bytes.
func wholeLine(in *bufio.Reader, most int) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) > most {
			return nil, fmt.Errorf("it is over the limit of %d bytes", most)
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

func (s *lineSource) give(line logLine) bool {
	select {
	case s.lines <- line:
		return true
	case <-s.ctx.Done():
		return false
	}
}

// next is the next line; its error is io.EOF after the last one.
func (s *lineSource) next() (logLine, error) {
	select {
	case line, more := <-s.lines:
		switch {
		case s.ctx.Err() != nil:
			return logLine{}, s.ctx.Err()
		case !more:
			return logLine{}, io.EOF
		}
		return line, line.err
	case <-s.ctx.Done():
		return logLine{}, s.ctx.Err()
	}
}

// openInput opens the file that is named, or standard input.
func openInput(ctx context.Context, c *cobra.Command, args []string) (in io.Reader, closeIn func(), err error) {
	if len(args) == 0 || args[0] == "-" {
		return c.InOrStdin(), func() {}, nil
	}
	file, err := open(ctx, args[0])
	if err != nil {
		return nil, nil, fmt.Errorf("read the items: %w", err)
	}
	return file, func() { _ = file.Close() }, nil // it was only read
}

// brokenShown is how many broken lines are reported, each by itself.
const brokenShown = 10

// brokenLines reports lines that hold no item, and counts them.
type brokenLines struct {
	out   *progress
	count int
}

// brokenLine is the error of a line.
func brokenLine(line logLine, why error) error { return fmt.Errorf("line %d: %w", line.number, why) }

// report reports a line that is skipped. A response that another parser has read isn't broken.
func (b *brokenLines) report(line logLine, why error) {
	if errors.Is(why, errParsedAlready) {
		return
	}
	if b.count++; b.count <= brokenShown {
		b.out.printf("toolparser: %v; skipped\n", brokenLine(line, why))
	}
	if b.count == brokenShown+1 {
		b.out.printf("toolparser: more lines are skipped, and counted in the end\n")
	}
}
