package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/families"
)

// stdio are the streams that a run reads and writes.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

const rootLong = `toolparser extracts tool calls from the raw text of language models.

What isn't a tool call stays in the content, byte for byte; arguments are the
model's own bytes; malformed text is never an error, and what is uncertain is
said.

` + exitCodes

const rootExample = `  # Serve gRPC on 127.0.0.1:50051.
  toolparser serve

  # Parse one output.
  echo 'Sure. {"name": "get_time", "parameters": {}}' | toolparser parse --family llama3`

// run runs the command line and returns its exit code.
func run(ctx context.Context, args []string, std stdio) int {
	root := newRoot(families.Registry())
	root.SetArgs(args)
	root.SetIn(std.in)
	root.SetOut(std.out)
	root.SetErr(std.err)
	command, err := root.ExecuteContextC(ctx)
	return report(std.err, command.CommandPath(), err)
}

func newRoot(registry *parsers.Registry) *cobra.Command {
	root := &cobra.Command{
		Use:     "toolparser",
		Short:   "Extract tool calls from the raw text of language models",
		Long:    rootLong,
		Example: rootExample,
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
		// Errors are told once, by run.
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(
		newServeCommand(registry),
		newParseCommand(registry),
		newFamiliesCommand(registry),
		newVersionCommand(),
	)
	addCompletion(root)
	return root
}

// addCompletion adds cobra's completion command, which by itself takes an
// unknown shell for a call for help.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
}
