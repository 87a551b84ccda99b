package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/toolparser/toolparser/internal/buildinfo"
)

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Long:    "version prints the version, the commit if the build recorded one, and the Go version.",
		Example: "  toolparser version",
		Args:    noArguments,
		RunE: running(func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(c.OutOrStdout(), builtVersion())
			return err
		}),
	}
}

// builtVersion is the version of this program.
func builtVersion() string { return versionText(buildinfo.Read()) }

// versionText is one line: "toolparser v1.2.3 (revision 0123abc, modified) go1.26 linux/amd64".
func versionText(built buildinfo.Info) string {
	revision := ""
	if built.Revision != "" {
		revision = " (revision " + built.Revision
		if built.Modified {
			revision += ", modified"
		}
		revision += ")"
	}
	return fmt.Sprintf("toolparser %s%s %s %s/%s", built.Version, revision, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
