package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toolparser/toolparser/internal/buildinfo"
)

const versionLong = `version prints the version, the commit with its date, and the Go version. "modified" means
that the folder had changes that weren't committed. If the build recorded no commit, version
says so: Go records one in a clone, but not in a Git worktree, for "go run", or with
-buildvcs=false.`

func newVersionCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Long:    versionLong,
		Example: "  toolparser version\n  toolparser version --json",
		Args:    noArguments,
		RunE: running(func(c *cobra.Command, _ []string) error {
			if asJSON {
				encoder := json.NewEncoder(c.OutOrStdout())
				encoder.SetIndent("", "  ")
				return encoder.Encode(versionObject(buildinfo.Read()))
			}
			_, err := fmt.Fprintln(c.OutOrStdout(), builtVersion())
			return err
		}),
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the version as JSON")
	return c
}

// builtVersion is the version of this program.
func builtVersion() string { return versionText(buildinfo.Read()) }

// versionText is one line: "toolparser v1.2.3 (revision 0123abc of 2026-11-30T06:48:34Z, modified) go1.26 linux/amd64".
func versionText(built buildinfo.Info) string {
	commit := ""
	switch {
	case built.Revision != "":
		commit = " (revision " + built.Revision
		if built.Date != "" {
			commit += " of " + built.Date
		}
		if built.Modified {
			commit += ", modified"
		}
		commit += ")"
	case strings.HasSuffix(built.Version, "-devel"): // a release is a commit
		commit = " (the build recorded no commit)"
	}
	return fmt.Sprintf("toolparser %s%s %s %s/%s", built.Version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// A builtObject is versionText for programs. What the build didn't record is missing.
type builtObject struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Date     string `json:"date,omitempty"`
	Modified *bool  `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func versionObject(built buildinfo.Info) builtObject {
	object := builtObject{Version: built.Version, Revision: built.Revision, Date: built.Date, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if built.Revision != "" {
		object.Modified = &built.Modified
	}
	return object
}

// logStart logs which program starts.
func logStart(log *slog.Logger, built buildinfo.Info) {
	attributes := []any{"version", built.Version}
	if built.Revision != "" {
		attributes = append(attributes, "revision", built.Revision, "date", built.Date, "modified", built.Modified)
	}
	log.Info("starting", attributes...)
}
