package main

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolparser/toolparser/cmd/toolparser/internal/settings"
	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
)

// stdio are the streams that a run reads and writes.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

var rootLong = `toolparser extracts tool calls from the raw text of language models.

Text that is no tool call stays in the content. Arguments are the model's own bytes,
and each repair is reported. Malformed text is never an error: each call has a
confidence.` + exitCodes(
	"done; for parse also when the output holds no tool call",
	"an error while running: a file can't be read, an address is in use",
	"wrong usage: an unknown flag or family, a broken tools file",
	"parse --exit-status: no tool call was accepted")

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
		Version: builtVersion(),
		Short:   "Extract tool calls from the raw text of language models",
		Long:    rootLong,
		Example: rootExample,
		Args:    subcommand,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			if c.Flags().Lookup("config") != nil {
				return nil // settings.Read reports these errors together with others
			}
			return settings.EmptyPaths(c.Flags())
		},
		// Errors are reported once, by run.
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(
		newServeCommand(registry),
		newProxyCommand(registry),
		newParseCommand(registry),
		newFamiliesCommand(registry),
		newBatchCommand(registry),
		newWorkerCommand(registry),
		newDetectCommand(registry),
		newCheckCommand(registry),
		newCasesCommand(registry),
		newImportTemplateCommand(),
		newInferTemplateCommand(registry),
		newHealthcheckCommand(),
		newVersionCommand(),
	)
	root.SetFlagErrorFunc(flagError)
	root.SetVersionTemplate("{{.Version}}\n")
	root.Flags().Bool("version", false, "print the version") // without a letter: -v is verbose elsewhere
	addCompletion(root)
	addHelp(root)
	return root
}

// addCompletion adds cobra's completion command, which by itself takes an
// unknown shell for a call for help.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion := child(root, "completion")
	completion.Args = subcommand
	completion.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	for _, shell := range completion.Commands() {
		var out resultFile
		out.addFlag(shell.Flags())
		shell.Args = noArguments
		shell.Long = strings.ReplaceAll(shell.Long, " > ", " --output ")
		shell.RunE = running(func(c *cobra.Command, _ []string) error {
			return out.write(c, func(w io.Writer) error { return writeCompletion(c, w) })
		})
	}
}

// writeCompletion writes the script of the shell that a command is for.
func writeCompletion(c *cobra.Command, w io.Writer) error {
	plain, err := c.Flags().GetBool("no-descriptions")
	if err != nil {
		return err
	}
	root := c.Root()
	switch c.Name() {
	case "bash":
		return root.GenBashCompletionV2(w, !plain)
	case "zsh":
		if plain {
			return root.GenZshCompletionNoDesc(w)
		}
		return root.GenZshCompletion(w)
	case "fish":
		return root.GenFishCompletion(w, !plain)
	default:
		if plain {
			return root.GenPowerShellCompletion(w)
		}
		return root.GenPowerShellCompletionWithDesc(w)
	}
}

// addHelp adds cobra's help command, which by itself has its own way to tell
// that there is no such command.
func addHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	help := child(root, "help")
	help.Run = nil
	help.RunE = func(_ *cobra.Command, args []string) error {
		topic, rest, err := root.Find(args)
		if err != nil {
			return err
		}
		if err := topic.ValidateArgs(rest); err != nil {
			return err
		}
		return topic.Help()
	}
}

// child is the command of that name that root has.
func child(root *cobra.Command, name string) *cobra.Command {
	all := root.Commands()
	return all[slices.IndexFunc(all, func(c *cobra.Command) bool { return c.Name() == name })]
}
