package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
)

var detectLong = `detect reads model outputs with every family, and ranks the families by how well they
read them. The last line that it prints is the flag to copy.
A log of several models gets a ranking for each model.

FILE, or standard input if FILE is "-" or missing, is one output. With --jsonl its lines
are a log, of the kinds that batch reads; --output-field, --tools-field and --model-field
name their fields. Without --model-field, the model's id is in the field "model", if there is
one. Pass the tools if you have them: in running text, they distinguish calls from examples.
An output has at most 16 MiB, a line 64 MiB.

BEST counts the outputs that a family reads best. Families are compared by these criteria,
in this order: more calls; less text around the calls (UNREAD, in bytes), which includes
special tokens that the family doesn't know; fewer invalid calls; a higher confidence. If
families are equal in all of them, they tie. The first of a tie has the most calls in its
own format.

A thousand outputs are enough: head -n 1000 log.jsonl | toolparser detect --jsonl` + exitCodes(
	"done",
	"an error while running: a file can't be read, no family finds a call",
	"wrong usage")

const detectExample = `  # Which family reads this output?
  toolparser detect output.txt

  # Which one reads the outputs of this log?
  toolparser detect --jsonl log.jsonl --output-field response.text --tools-field tools`

// A detectCommand holds the flags of one detect.
type detectCommand struct {
	families  familyFiles
	lines     lineReader
	toolsFile string
	jsonl     bool
	strict    bool
	seen      bool // there was a line
	read      bool // there was an output
}

func newDetectCommand(registry *parsers.Registry) *cobra.Command {
	d := &detectCommand{families: familyFiles{base: registry}}
	c := &cobra.Command{
		Use:     "detect [FILE|-]",
		Short:   "Find the family that reads outputs of an unknown model",
		Long:    detectLong,
		Example: detectExample,
		Args:    oneArgument("FILE"),
		RunE:    running(d.run),
	}
	f := c.Flags()
	f.BoolVar(&d.jsonl, "jsonl", false, "read a log, a JSON object in each line")
	f.StringVarP(&d.toolsFile, "tools", "t", "", "`file` with the tools that the model was offered")
	d.lines.fields.addFlags(f)
	d.lines.fields.addModelFlag(f)
	f.BoolVar(&d.strict, "strict", false, "end the run at a broken line")
	d.families.addFlags(f)
	c.PreRunE = d.checkFlags
	return c
}

func (d *detectCommand) checkFlags(c *cobra.Command, _ []string) error {
	for _, name := range []string{outputFieldFlag, "tools-field", modelFieldFlag, "strict"} {
		if c.Flags().Changed(name) && !d.jsonl {
			return fmt.Errorf("--%s needs --jsonl: a single output has no fields", name)
		}
	}
	return nil
}

func (d *detectCommand) run(c *cobra.Command, args []string) (err error) {
	registry, err := d.families.registry()
	if err != nil {
		return err
	}
	if d.lines.tools, err = readTools(d.toolsFile); err != nil {
		return err
	}
	models := newModelDetectors(registry)
	if d.jsonl {
		err = d.log(c, args, models)
	} else {
		err = d.output(c, args, models)
	}
	if err != nil {
		return err
	}
	if !d.read {
		return d.nothingRead()
	}
	return models.print(c.OutOrStdout())
}

// nothingRead says that there is no output to compare, and what to do.
func (d *detectCommand) nothingRead() error {
	if d.jsonl && !d.seen {
		return errors.New("the input has no lines: give a FILE, or a log on standard input")
	}
	if d.jsonl {
		return errors.New("no line could be read; 'toolparser detect --help' says what lines can be")
	}
	return errors.New("the output is empty: give a FILE, or the output on standard input")
}

// output reads one output.
func (d *detectCommand) output(c *cobra.Command, args []string, models *modelDetectors) error {
	raw, err := readOutput(c.Context(), c.InOrStdin(), args)
	if err != nil {
		return fmt.Errorf("read the output: %w", err)
	}
	d.read = len(raw) > 0
	models.of("").Add(validUTF8(raw), parsers.Config{Tools: parserTools(d.lines.tools)})
	return nil
}

// log reads the outputs of a log, as many at a time as there are processors.
func (d *detectCommand) log(c *cobra.Command, args []string, models *modelDetectors) error {
	ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // so that a second signal ends the process
	in, closeIn, err := openInput(ctx, c, args)
	if err != nil {
		return err
	}
	defer closeIn()
	progress, in := newProgress(c.ErrOrStderr(), in, io.Discard)
	defer progress.end()
	lines, broken, last := newLineSource(ctx, in), &brokenLines{out: progress}, 0
	var work sync.WaitGroup
	defer work.Wait()
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	for {
		line, err := lines.next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case ctx.Err() != nil:
			progress.printf("toolparser: interrupted after line %d; this is how the outputs up to there are read\n", last)
			return nil
		case err != nil:
			return err
		}
		d.seen = true
		request, why := d.request(line)
		if why != nil && d.strict && !errors.Is(why, errParsedAlready) {
			return brokenLine(line, why)
		}
		last = line.number
		if why != nil {
			broken.report(line, why)
			continue
		}
		d.read = true
		detector := models.of(request.GetModel())
		turns <- struct{}{}
		work.Go(func() {
			defer func() { <-turns }()
			detector.Add(request.GetModelOutput(), parsers.Config{
				Tools:         parserTools(request.GetTools()),
				ReasoningOpen: request.GetReasoningOpen(),
			})
		})
	}
}

// request is what a line asks for.
func (d *detectCommand) request(line logLine) (*toolparserv1.ParseToolCallsRequest, error) {
	item, err := d.lines.item(line.text, line.number)
	if err != nil {
		return nil, err
	}
	request := item.GetRequest()
	if request == nil {
		return nil, errors.New("a BatchParseToolCallsRequest without a request")
	}
	if request.GetModel() == "" && d.lines.fields.model == "" {
		request.Model, _ = stringField(line.text, "model") // anything else isn't a model's id
	}
	return request, nil
}
