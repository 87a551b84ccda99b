package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolparser/toolparser/families/detect"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

var parseLong = `parse reads one model output from FILE, or from standard input if FILE is "-" or
missing, and prints the service's ParseToolCallsResponse as JSON. Without --family and
--model, the family is auto, which reads the marked calls of most families.

--text prints the output instead, with calls, markup, invalid calls and reasoning
marked, and each repair where it was made. Control characters are escaped. If the family
auto reads no call, --text also names the families that read one, or the call in which the
output ends for another family.

--chunk N parses the output as a stream, in chunks of N bytes. It prints one DeltaMessage
per line for each chunk, {} if there is no new output yet, and then the result.

The tools file is a JSON array of tools, either as the OpenAI API has them
({"type": "function", "function": {"name", "description", "parameters"}}) or
as functions alone ({"name", "description", "parameters" or "input_schema"}).
Tools that a provider runs itself are left out.

Each invalid byte of UTF-8 becomes U+FFFD. A newline at the end of the input is part
of the output. The limit is 16 MiB, including the tools, as for the service.` + exitCodes(
	"done, with or without a tool call",
	"an error while running: a file can't be read",
	"wrong usage: an unknown flag or family, a broken tools file",
	"with --exit-status: no tool call was accepted")

const parseExample = `  # An output from a file, with the tools that the model was offered.
  toolparser parse --family llama3 --tools tools.json output.txt

  # The family found by the model's name; the calls marked in the text.
  toolparser parse --model meta-llama/Llama-3.3-70B-Instruct --text output.txt

  # The deltas of a stream in chunks of four bytes.
  toolparser parse --family llama3 --chunk 4 output.txt

  # Whether there is a tool call.
  toolparser parse --family llama3 --exit-status output.txt > /dev/null && echo yes`

// A parseCommand holds the flags of one parse.
type parseCommand struct {
	families   familyFiles
	request    toolparserv1.ParseToolCallsRequest
	options    toolparserv1.ParseOptions
	toolsFile  string
	toolChoice string
	text       bool
	color      colorMode
	chunk      int
	exitStatus bool
}

func newParseCommand(registry *parsers.Registry) *cobra.Command {
	p := &parseCommand{families: familyFiles{base: registry}}
	p.request.FinishReason = toolparserv1.FinishReason_FINISH_REASON_STOP
	p.options.ContentPolicy = toolparserv1.ContentPolicy_CONTENT_POLICY_JOINED
	c := &cobra.Command{
		Use:     "parse [FILE|-]",
		Short:   "Parse one model output",
		Long:    parseLong,
		Example: parseExample,
		Args:    oneArgument("FILE"),
		RunE:    running(p.run),
	}
	p.addFlags(c)
	return c
}

func (p *parseCommand) run(c *cobra.Command, args []string) error {
	registry, err := p.families.registry()
	if err != nil {
		return err
	}
	if p.request.GetFamily() == "" && p.request.GetModel() == "" {
		p.request.Family = parsers.Auto
	}
	// An unknown family is reported before anyone types an output.
	if _, err := registry.Find(p.request.GetFamily(), p.request.GetModel()); err != nil {
		return usageError{err}
	}
	if err := p.complete(c, args); err != nil {
		return err
	}
	service := server.NewService(registry, server.WithLogger(slog.New(slog.DiscardHandler)))
	response, err := p.parse(c, service)
	if err != nil {
		return serviceError(ofFlags(c.Flags(), err))
	}
	if err := p.print(c.OutOrStdout(), registry, response); err != nil {
		return err
	}
	if p.exitStatus && !response.GetResult().GetToolsCalled() {
		return errNoCall
	}
	return nil
}

// complete reads the files that the request is made of.
func (p *parseCommand) complete(c *cobra.Command, args []string) error {
	tools, err := readTools(p.toolsFile)
	if err != nil {
		return err
	}
	raw, err := readOutput(c.Context(), c.InOrStdin(), args)
	if err != nil {
		return fmt.Errorf("read the output: %w", err)
	}
	p.request.Tools = tools
	p.request.Options = &p.options
	p.request.ToolChoice = p.choice()
	p.request.ModelOutput = validUTF8(raw)
	return nil
}

func (p *parseCommand) parse(c *cobra.Command, service *server.Service) (*toolparserv1.ParseToolCallsResponse, error) {
	if p.chunk > 0 {
		return streamLocally(c.Context(), service, &p.request, p.chunk, c.OutOrStdout())
	}
	return service.ParseToolCalls(c.Context(), &p.request)
}

func (p *parseCommand) print(w io.Writer, registry *parsers.Registry, response *toolparserv1.ParseToolCallsResponse) error {
	if !p.text {
		return printJSON(w, response)
	}
	marks := plainMarks
	if useColor(p.color, w) {
		marks = colorMarks
	}
	text := renderText(p.request.GetModelOutput(), response, marks)
	if response.GetDiagnostics().GetFamily() == parsers.Auto && !response.GetResult().GetToolsCalled() {
		text += p.readers(registry, len(response.GetInvalidToolCalls()) == 0)
	}
	_, err := io.WriteString(w, text)
	return err
}

// readers says which families read calls that announce nothing, so that auto leaves them
// alone. If auto found nothing, not even an invalid call, it says in which call the output ends
// for another family. It is empty if there is neither.
func (p *parseCommand) readers(registry *parsers.Registry, nothing bool) string {
	detector := detect.New(registry)
	config := parsers.Config{Tools: parserTools(p.request.GetTools())}
	detector.Add(p.request.GetModelOutput(), config)
	var names, open []string
	for _, r := range detector.Ranking().Readings {
		switch {
		case r.ToolCalls > 0:
			names = append(names, r.Family.Name)
		case nothing && r.InvalidToolCalls > 0 && len(open) == 0:
			open = p.openCalls(r.Family, config)
		}
	}
	if len(names) == 0 {
		return strings.Join(open, "")
	}
	rest := ""
	if len(names) > moreShown {
		names, rest = names[:moreShown], ", …"
	}
	return fmt.Sprintf("auto reads no call here; these families do: %s%s (--family %s)\n", strings.Join(names, ", "), rest, names[0])
}

// openCalls says in which call the output ends for a family.
func (p *parseCommand) openCalls(f *parsers.Family, config parsers.Config) (lines []string) {
	result := parsers.Parse(f, p.request.GetModelOutput(), config, parsers.FinishUnspecified)
	for i := range result.InvalidToolCalls {
		if call := result.InvalidToolCalls[i]; call.Reason == parsers.ReasonIncomplete {
			lines = append(lines, fmt.Sprintf("auto reads no call here; for %s, the output ends inside a call: %s: INCOMPLETE: %s (--family %s)\n",
				f.Name, visible(orNone(call.Name)), visible(call.Message), f.Name))
		}
	}
	return lines
}

// streamLocally sends the request's output to the service in chunks of n
// bytes, prints the deltas and returns the result.
func streamLocally(ctx context.Context, service *server.Service, req *toolparserv1.ParseToolCallsRequest, n int, w io.Writer) (*toolparserv1.ParseToolCallsResponse, error) {
	stream := &localStream{ctx: ctx, requests: streamRequests(req, n), out: w}
	if err := service.StreamToolCalls(stream); err != nil {
		return nil, err
	}
	return stream.result, nil
}
