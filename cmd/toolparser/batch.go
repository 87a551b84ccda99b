package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protojson"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/protoerror"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

var batchLong = `batch reads items from FILE, or from standard input if FILE is "-" or missing, one in
a line, blank ones apart: BatchParseToolCallsRequests in JSON, such as

  {"id": "1", "request": {"family": "llama3", "model_output": "Hi."}}

and writes their BatchParseToolCallsResponses, in the same order, one in a line. They are
parsed as many at a time as there are processors. In the end a table on standard error
counts the calls by format, and a line the items that failed.

With --output and --resume a run that was interrupted goes on behind the last line that
it wrote.` + exitCodes(
	"done; items that are wrong have an error as their answer",
	"an error while running: a file can't be read, a line is no item",
	"wrong usage")

const batchExample = `  toolparser batch outputs.jsonl > calls.jsonl

  # Go on where a run was interrupted.
  toolparser batch outputs.jsonl --output calls.jsonl --resume`

// A batchCommand holds the flags of one batch.
type batchCommand struct {
	families familyFiles
	output   string
	resume   bool
}

func newBatchCommand(registry *parsers.Registry) *cobra.Command {
	b := &batchCommand{families: familyFiles{base: registry}}
	c := &cobra.Command{
		Use:     "batch [FILE|-]",
		Short:   "Parse many outputs",
		Long:    batchLong,
		Example: batchExample,
		Args:    oneArgument("FILE"),
		RunE:    running(b.run),
	}
	c.Flags().StringVarP(&b.output, "output", "o", "", "`file` to write; empty for standard output")
	c.Flags().BoolVar(&b.resume, "resume", false, "go on behind the last line of the output file")
	b.families.addFlags(c.Flags())
	return c
}

func (b *batchCommand) run(c *cobra.Command, args []string) error {
	if b.resume && b.output == "" {
		return usageError{errors.New("--resume needs --output")}
	}
	registry, err := b.families.registry()
	if err != nil {
		return err
	}
	in, closeIn, err := openInput(c, args)
	if err != nil {
		return err
	}
	defer closeIn()
	if b.output != "" && isFile(in, b.output) {
		return usageError{fmt.Errorf("--output %s is what is read: want another file", b.output)}
	}
	out, skip, err := b.openOutput(c)
	if err != nil {
		return err
	}
	batch := &localBatch{ctx: c.Context(), in: bufio.NewReader(in), skip: skip, out: bufio.NewWriter(out), progress: newProgress(c.ErrOrStderr())}
	table := new(summary)
	service := server.NewService(registry, server.WithLogger(slog.New(slog.DiscardHandler)), server.WithObserver(table))
	err = errors.Join(service.BatchParseToolCalls(batch), batch.out.Flush())
	if err == nil && batch.items < skip {
		err = fmt.Errorf("--output %s has more answers (%d) than there are items (%d): it is of others", b.output, skip, batch.items)
	}
	if file, ok := out.(*os.File); ok && b.output != "" {
		err = errors.Join(err, file.Close())
	}
	batch.progress.end()
	return errors.Join(serviceError(err), table.print(c.ErrOrStderr()), batch.tellFailed(c.ErrOrStderr()))
}

func openInput(c *cobra.Command, args []string) (in io.Reader, closeIn func(), err error) {
	if len(args) == 0 || args[0] == "-" {
		return c.InOrStdin(), func() {}, nil
	}
	file, err := os.Open(args[0])
	if err != nil {
		return nil, nil, fmt.Errorf("read the items: %w", err)
	}
	return file, func() { _ = file.Close() }, nil // it was only read
}

// isFile tells whether what is read is the file at a path.
func isFile(in io.Reader, path string) bool {
	file, ok := in.(*os.File)
	if !ok {
		return false
	}
	reads, err := file.Stat()
	if err != nil || !reads.Mode().IsRegular() {
		return false // a terminal can be both
	}
	writes, err := os.Stat(path)
	return err == nil && os.SameFile(reads, writes)
}

// openOutput opens what is written, and tells how many items have their answer there.
func (b *batchCommand) openOutput(c *cobra.Command) (out io.Writer, done int, err error) {
	if b.output == "" {
		return c.OutOrStdout(), 0, nil
	}
	if !b.resume {
		out, err = os.Create(b.output)
		return out, 0, err
	}
	file, err := os.OpenFile(b.output, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, 0, err
	}
	lines, whole, err := wholeLines(file)
	if err != nil {
		return nil, 0, err
	}
	if err := file.Truncate(whole); err != nil { // a line that was cut off is written again
		return nil, 0, err
	}
	_, err = file.Seek(whole, io.SeekStart)
	return file, lines, err
}

// wholeLines counts the lines that have an end, and their bytes.
func wholeLines(r io.Reader) (lines int, whole int64, err error) {
	buffer := make([]byte, 64<<10)
	for read := int64(0); ; {
		n, err := r.Read(buffer)
		lines += bytes.Count(buffer[:n], []byte("\n"))
		if end := bytes.LastIndexByte(buffer[:n], '\n'); end >= 0 {
			whole = read + int64(end) + 1
		}
		read += int64(n)
		if errors.Is(err, io.EOF) {
			return lines, whole, nil
		}
		if err != nil {
			return 0, 0, err
		}
	}
}

// A localBatch is the service's side of a batch whose items are lines.
type localBatch struct {
	grpc.ServerStream
	ctx      context.Context
	in       *bufio.Reader
	line     int
	items    int // lines that aren't blank
	failed   int // of those that were answered
	skip     int // items that were answered before
	out      *bufio.Writer
	progress *progress
}

// Context is the context of the command.
func (b *localBatch) Context() context.Context { return b.ctx }

// Recv gives the service its next item.
func (b *localBatch) Recv() (*toolparserv1.BatchParseToolCallsRequest, error) {
	for {
		line, err := b.in.ReadBytes('\n')
		if len(line) == 0 && err != nil {
			return nil, err
		}
		if b.line++; b.line == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		b.items++
		if b.items <= b.skip {
			continue
		}
		item := new(toolparserv1.BatchParseToolCallsRequest)
		if err := protojson.Unmarshal(line, item); err != nil {
			return nil, b.noItem(line, err)
		}
		return item, nil
	}
}

// noItem says what is wrong with a line, where protojson says err. That counts the lines of
// what is one.
func (b *localBatch) noItem(line []byte, err error) error {
	if !json.Valid(line) {
		return fmt.Errorf("line %d is not JSON", b.line)
	}
	text := strings.Replace(protoerror.Of(line, err), "(line 1:", "(column ", 1)
	return fmt.Errorf("line %d is not a BatchParseToolCallsRequest: %s", b.line, text)
}

// Send writes an answer.
func (b *localBatch) Send(answer *toolparserv1.BatchParseToolCallsResponse) error {
	if answer.GetError() != nil {
		b.failed++
	}
	raw, err := jsonMapping.Marshal(answer)
	if err != nil {
		return err
	}
	b.progress.step()
	return writeLine(b.out, raw)
}

// tellFailed counts the items whose answer is an error, if there are any.
func (b *localBatch) tellFailed(w io.Writer) error {
	if b.failed == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "items that failed: %d\n", b.failed)
	return err
}
