package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/toolparser/toolparser/families/detect"
	"github.com/toolparser/toolparser/parsers"
)

var detectLong = `detect reads model outputs with every family, and ranks the families by how well they
read them. The last line that it prints is the flag to copy.

FILE, or standard input if FILE is "-" or missing, is one output. With --jsonl its lines
are a log, of the kinds that batch reads; --output-field and --tools-field name their
fields. Give the tools if you have them: in running text, they tell calls from examples.
An output has at most 16 MiB, a line 64 MiB.

A family's BEST counts the outputs that it reads best: with the most calls; among those,
with the least text around the calls (UNREAD, in bytes), which leaves families behind that
don't know the output's special tokens; then with fewer invalid calls; then with more
confidence, which is lower where nothing announces a call. Families that are equal in all
of that tie. The first of these has the most calls in its native format.

A thousand outputs are plenty: head -n 1000 log.jsonl | toolparser detect --jsonl` + exitCodes(
	"done",
	"an error while running: a file can't be read, every output is text to every family",
	"wrong usage")

const detectExample = `  # Which family reads this output?
  toolparser detect output.txt

  # Which one reads the outputs of this log?
  toolparser detect --jsonl log.jsonl --output-field response.text --tools-field tools`

// behindShown is how many families are listed behind those at the top.
const behindShown = 5

// A detectCommand holds the flags of one detect.
type detectCommand struct {
	families  familyFiles
	lines     lineReader
	toolsFile string
	jsonl     bool
	strict    bool
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
	f.BoolVar(&d.strict, "strict", false, "end the run at a broken line")
	d.families.addFlags(f)
	c.PreRunE = d.checkFlags
	return c
}

func (d *detectCommand) checkFlags(c *cobra.Command, _ []string) error {
	for _, name := range []string{outputFieldFlag, "tools-field", "strict"} {
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
	detector := detect.New(registry)
	if d.jsonl {
		err = d.log(c, args, detector)
	} else {
		err = d.output(c, args, detector)
	}
	if err != nil {
		return err
	}
	return printRanking(c.OutOrStdout(), detector.Ranking())
}

// output reads one output.
func (d *detectCommand) output(c *cobra.Command, args []string, detector *detect.Detector) error {
	raw, err := readOutput(c.Context(), c.InOrStdin(), args)
	if err != nil {
		return fmt.Errorf("read the output: %w", err)
	}
	detector.Add(validUTF8(raw), parsers.Config{Tools: parserTools(d.lines.tools)})
	return nil
}

// log reads the outputs of a log, as many at a time as there are processors.
func (d *detectCommand) log(c *cobra.Command, args []string, detector *detect.Detector) error {
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
			progress.printf("toolparser: interrupted behind line %d; this is how the outputs up to there are read\n", last)
			return nil
		case err != nil:
			return err
		}
		item, why := d.lines.item(line.text, line.number)
		if why == nil && item.GetRequest() == nil {
			why = errors.New("a BatchParseToolCallsRequest without a request")
		}
		if why != nil && d.strict {
			return brokenLine(line, why)
		}
		last = line.number
		if why != nil {
			broken.report(line, why)
			continue
		}
		turns <- struct{}{}
		work.Go(func() {
			defer func() { <-turns }()
			request := item.GetRequest()
			detector.Add(request.GetModelOutput(), parsers.Config{
				Tools:         parserTools(request.GetTools()),
				ReasoningOpen: request.GetReasoningOpen(),
			})
		})
	}
}

// printRanking prints the families at the top, some behind them, and the flag to copy.
func printRanking(w io.Writer, ranking detect.Ranking) error {
	if ranking.Tied == 0 {
		return fmt.Errorf("no family finds a call in %s: for calls in running text, give the tools (--tools or --tools-field); "+
			"for a new format, make a family with infer-template or from a file (docs/models/new-model.md)", counted(ranking.Outputs, "output"))
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "FAMILY\tBEST\tCALLS\tREPAIRED\tINVALID\tCONFIDENCE\tUNREAD") // errors come out of Flush
	shown := min(ranking.Tied+behindShown, len(ranking.Readings))
	for _, r := range ranking.Readings[:shown] {
		_, _ = fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%.2f\t%d\n",
			r.Family.Name, r.Best, r.ToolCalls, r.Repaired, r.InvalidToolCalls, r.Confidence, r.Unread)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	var b strings.Builder
	if rest := len(ranking.Readings) - shown; rest > 0 {
		fmt.Fprintf(&b, "and %d more that read less\n", rest)
	}
	fmt.Fprintf(&b, "\n%s; read alike by every family: %d\n", counted(ranking.Outputs, "output"), ranking.Outputs-ranking.Telling)
	best := ranking.Readings[0].Family.Name
	if ranking.Tied > 1 {
		fmt.Fprintf(&b, "A tie of %d: %s. If you know the model, take its family.\n", ranking.Tied, strings.Join(topFamilies(ranking), ", "))
	}
	fmt.Fprintf(&b, "--family %s\n", best)
	_, err := io.WriteString(w, b.String())
	return err
}

// topFamilies are the names of the families at the top.
func topFamilies(ranking detect.Ranking) []string {
	var names []string
	for _, r := range ranking.Readings[:ranking.Tied] {
		names = append(names, r.Family.Name)
	}
	return names
}

// counted is a number of things: "1 output", "2 outputs".
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
