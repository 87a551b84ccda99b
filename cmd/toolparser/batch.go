package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
	"google.golang.org/grpc"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

var batchLong = `batch parses the outputs in FILE, or in standard input if FILE is "-" or missing. Each
line is a JSON object, of one of these kinds:

  - a line of a log. --output-field names the field with the output: a string, or a
    response of OpenAI's API. --tools-field, --family-field and --model-field name more.
  - a response of OpenAI's API (chat completions, completions or responses).
  - a BatchParseToolCallsRequest of the service:
    {"id": "1", "request": {"family": "llama3", "model_output": "Hi."}}

--family and --model are for lines that name no family and no model, in the fields of
--family-field and --model-field or in the request. They count more than the model of a
response of OpenAI's API. --tools is for lines without tools. Each line gets one
BatchParseToolCallsResponse, in the same order. Its id is that of the request, or the
number of the log's line. A broken line is reported and skipped.
A line of more than 64 MiB ends the run with an error.

At the end, standard error has a summary: how many outputs of each family had calls,
invalid calls or nothing, how many calls there were, what was repaired, and why calls and
lines failed. --failed keeps the lines with an invalid call, --unread the lines that
weren't read. Each kept line has the reasons in its member "toolparser".

To continue an interrupted run with --output, run the same command with --resume.
docs/run/logs.md has an example.` + exitCodes(
	"done; lines that are wrong are reported, or have an error as their answer",
	"an error while running: a file can't be read, a run is interrupted, with --strict a broken line",
	"wrong usage")

const batchExample = `  # A log whose lines are {"prompt": …, "response": {"text": "…"}, "model": "Qwen/Qwen3-8B"}.
  toolparser batch log.jsonl --output-field response.text --model-field model --output calls.jsonl

  # One family for all lines; what needs a look is kept.
  toolparser batch log.jsonl --output-field text --family hermes --failed failed.jsonl --output calls.jsonl

  # Go on where a run was interrupted.
  toolparser batch requests.jsonl --output calls.jsonl --resume`

// A batchCommand holds the flags of one batch.
type batchCommand struct {
	families  familyFiles
	lines     lineReader
	toolsFile string
	output    string
	failed    string
	unread    string
	resume    bool
	strict    bool
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
	f := c.Flags()
	f.StringVarP(&b.lines.family, "family", "f", "", "`name` of the family of lines that name no family and no model; counts more than the model of a response")
	f.StringVarP(&b.lines.model, "model", "m", "", "model `id` of lines that name no family and no model; counts more than the model of a response")
	f.StringVarP(&b.toolsFile, "tools", "t", "", "`file` with the tools of lines that have none")
	b.lines.fields.addFlags(f)
	b.lines.fields.addFamilyFlags(f)
	f.StringVarP(&b.output, "output", "o", "", "`file` to write; empty for standard output")
	f.BoolVar(&b.resume, "resume", false, "continue after the last line of the output file")
	f.StringVar(&b.failed, "failed", "", "`file` for the lines with an invalid call, each with the reasons")
	f.StringVar(&b.unread, "unread", "", "`file` for the lines that weren't read, each with the reason: broken lines, and lines with an error such as an unknown family")
	f.BoolVar(&b.strict, "strict", false, "end the run at a broken line")
	b.families.addFlags(f)
	for flag, complete := range map[string]cobra.CompletionFunc{"family": b.families.completeFamily, "model": cobra.NoFileCompletions} {
		cobra.CheckErr(c.RegisterFlagCompletionFunc(flag, complete))
	}
	return c
}

func (b *batchCommand) run(c *cobra.Command, args []string) (err error) {
	if b.resume && b.output == "" {
		return usageError{errors.New("--resume needs --output")}
	}
	registry, err := b.families.registry()
	if err != nil {
		return err
	}
	if b.lines.family != "" || b.lines.model != "" {
		if _, err := registry.Find(b.lines.family, b.lines.model); err != nil {
			return usageError{err}
		}
	}
	b.lines.needsFamily = true
	if b.lines.tools, err = readTools(b.toolsFile); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // so that a second signal ends the process
	in, closeIn, err := openInput(ctx, c, args)
	if err != nil {
		return err
	}
	defer closeIn()
	if err := b.checkFiles(in); err != nil {
		return usageError{err}
	}

	answers, err := b.openAnswers(c)
	if err != nil {
		return err
	}
	// A run that goes on writes the lines of what was answered before, too.
	failed, err := createKept(b.failed)
	if err != nil {
		return err
	}
	unread, err := createKept(b.unread)
	if err != nil {
		return err
	}
	progress, in := newProgress(c.ErrOrStderr(), in, answers.file)
	batch := &localBatch{
		ctx: ctx, reader: &b.lines, lines: newLineSource(ctx, in), answers: answers,
		results: newResults(failed, unread),
		broken:  &brokenLines{out: progress}, strict: b.strict,
	}
	service := server.NewService(registry, server.WithLogger(slog.New(slog.DiscardHandler)))
	err = batch.end(service.BatchParseToolCalls(batch))
	progress.end()
	switch {
	case err != nil && ctx.Err() != nil:
		err = b.interrupted(batch)
	case err == nil:
		err = batch.results.nothingRead()
	}
	if err == nil && batch.results.lines() == 0 {
		_, err = fmt.Fprintln(c.ErrOrStderr(), "toolparser: the input has no lines: nothing was parsed")
	}
	return errors.Join(batch.results.print(c.ErrOrStderr()), serviceError(err))
}

// checkFiles reports which two files are one.
func (b *batchCommand) checkFiles(in io.Reader) error {
	written := []struct{ flag, path string }{{"--output", b.output}, {"--failed", b.failed}, {"--unread", b.unread}}
	for i, w := range written {
		if w.path == "" {
			continue
		}
		if isFile(in, w.path) {
			return fmt.Errorf("%s %s is what is read: want another file", w.flag, w.path)
		}
		for _, other := range written[:i] {
			if w.path == other.path {
				return fmt.Errorf("%s %s is what %s writes: want another file", w.flag, w.path, other.flag)
			}
		}
	}
	return nil
}

// isFile reports whether what is read is the file at a path.
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

func (b *batchCommand) openAnswers(c *cobra.Command) (*answers, error) {
	if b.output == "" {
		return newAnswers(c.OutOrStdout()), nil
	}
	if !b.resume {
		file, err := os.Create(b.output)
		return newAnswers(file), err
	}
	return resumeAnswers(b.output)
}

// interrupted says how far a run came, and how it goes on.
func (b *batchCommand) interrupted(batch *localBatch) error {
	if b.output == "" {
		return fmt.Errorf("%s; a run with --output FILE can go on later, with --resume", batch.position())
	}
	return fmt.Errorf("%s; to go on, run the same command with --resume", batch.position())
}

// A localBatch is the service's side of a batch whose items are lines.
type localBatch struct {
	grpc.ServerStream
	ctx     context.Context
	reader  *lineReader
	lines   *lineSource
	answers *answers
	results *results
	broken  *brokenLines
	strict  bool

	mu    sync.Mutex // of all that follows and of what is written: the service reads in a goroutine of its own
	ended bool
	items int        // read so far
	read  []readLine // and not settled yet, in order
	done  logLine    // the last one that was answered
}

// A readLine is a line with what is known of its answer.
type readLine struct {
	line   logLine
	broken error // why it has none
	// before is what an earlier run answered.
	before *toolparserv1.BatchParseToolCallsResponse
	// asked: the service answers it, even if it did before.
	asked bool
}

// Context is the context of the command.
func (b *localBatch) Context() context.Context { return b.ctx }

// Recv gives the service its next item.
func (b *localBatch) Recv() (*toolparserv1.BatchParseToolCallsRequest, error) {
	for {
		line, err := b.lines.next()
		if item, err := b.receive(line, err); item != nil || err != nil {
			return item, err
		}
	}
}

// receive is the item of a line, unless it has none, or was answered before.
func (b *localBatch) receive(line logLine, err error) (*toolparserv1.BatchParseToolCallsRequest, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.ended:
		return nil, context.Canceled
	case errors.Is(err, io.EOF):
		return nil, b.answers.enough(b.items)
	case err != nil:
		return nil, err
	}
	item, why := b.reader.item(line.text, line.number)
	if why != nil && b.strict && !errors.Is(why, errParsedAlready) {
		return nil, brokenLine(line, why)
	}
	r := readLine{line: line, broken: why}
	if why == nil {
		b.items++
		r.asked = true
		if b.items <= b.answers.before {
			if r.before, err = b.answers.next(item); err != nil {
				return nil, err
			}
			// That the first and the last are answered as before shows that the items are the same.
			r.asked = b.items == 1 || b.items == b.answers.before
		}
	}
	b.read = append(b.read, r)
	if !r.asked {
		return nil, b.settle() // at once, if nothing before it waits
	}
	return item, nil
}

// Send writes an answer, unless it may be that the command was interrupted.
func (b *localBatch) Send(answer *toolparserv1.BatchParseToolCallsResponse) error {
	if err := b.ctx.Err(); err != nil && answer.GetResponse() == nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.settle(); err != nil {
		return err
	}
	r := b.read[0]
	b.read = b.read[1:]
	b.done = r.line
	if r.before != nil {
		return errors.Join(b.answers.compare(r.before, answer, r.line), b.results.add(r.line, r.before))
	}
	return errors.Join(b.answers.write(answer), b.results.add(r.line, answer))
}

// settle settles the lines before the next one that the service answers.
func (b *localBatch) settle() error {
	for len(b.read) > 0 && !b.read[0].asked {
		r := b.read[0]
		b.read = b.read[1:]
		if r.broken != nil {
			b.broken.report(r.line, r.broken)
			if err := b.results.skip(r.line, r.broken); err != nil {
				return err
			}
			continue
		}
		b.done = r.line
		if err := b.results.add(r.line, r.before); err != nil {
			return err
		}
	}
	return nil
}

// end settles what is left behind the last answer, and closes what is written.
func (b *localBatch) end(err error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = true
	if err == nil {
		err = b.settle()
	}
	return errors.Join(err, b.answers.close(err == nil), b.results.close())
}

// position is how far the answers came.
func (b *localBatch) position() string {
	if b.done.number == 0 {
		return "interrupted before the first answer"
	}
	return fmt.Sprintf("interrupted after line %d, with %s", b.done.number, counted(b.results.answered(), "answer"))
}
