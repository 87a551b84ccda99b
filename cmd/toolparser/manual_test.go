package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/toolparser/toolparser/families"
)

// manual is the folder that gets the manual pages: a release has them, but the program needn't know how they are made.
var manual = flag.String("manual", "", "write the manual pages into this folder")

// undated keeps the date of today out of the pages of a command, and of those below it.
func undated(c *cobra.Command) {
	c.DisableAutoGenTag = true
	for _, below := range c.Commands() {
		undated(below)
	}
}

// TestManualPages makes a manual page of each command.
func TestManualPages(t *testing.T) {
	folder := *manual
	if folder == "" {
		folder = t.TempDir()
	}
	root := newRoot(families.Registry())
	undated(root)
	header := &doc.GenManHeader{Section: "1", Source: "toolparser", Manual: "toolparser"}
	if err := doc.GenManTree(root, header, folder); err != nil {
		t.Fatal(err)
	}
	for _, c := range append(root.Commands(), root) {
		if !c.IsAvailableCommand() && c != root {
			continue
		}
		page, err := os.ReadFile(filepath.Join(folder, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1"))
		if err != nil {
			t.Error(err)
		} else if !bytes.Contains(page, []byte(".SH NAME")) || !bytes.Contains(page, []byte(`\-\-help`)) && !bytes.Contains(page, []byte("--help")) {
			t.Errorf("the page of %s: %.300s", c.CommandPath(), page)
		}
	}
}
