package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Long:    "version prints the module's version, the revision it was built from where the\nbuild recorded one, and the Go version.",
		Example: "  toolparser version",
		Args:    noArguments,
		RunE: running(func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(c.OutOrStdout(), builtVersion())
			return err
		}),
	}
}

// builtVersion is the version of this program.
func builtVersion() string {
	info, _ := debug.ReadBuildInfo()
	return versionText(info)
}

// versionText is one line: "toolparser v1.2.3 (revision 0123abc, modified) go1.26 linux/amd64".
func versionText(info *debug.BuildInfo) string {
	version, revision := "(unknown)", ""
	if info != nil {
		if info.Main.Version != "" {
			version = info.Main.Version
		}
		revision = revisionText(info.Settings)
	}
	return fmt.Sprintf("toolparser %s%s %s %s/%s", version, revision, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func revisionText(settings []debug.BuildSetting) string {
	var revision, modified string
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = ", modified"
		}
	}
	if revision == "" {
		return ""
	}
	return " (revision " + revision + modified + ")"
}
