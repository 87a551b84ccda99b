package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// fileName is how a page names the file that its next block is.
var fileName = regexp.MustCompile("`([a-z_]+\\.(?:txt|txtpb|txtar|jsonl|json))`")

// TestPages follows pages: it keeps their files, runs their commands, and compares what
// they print; … stands for any lines. The time that check takes isn't looked at: it is the
// machine's.
func TestPages(t *testing.T) {
	for page, commands := range map[string]int{"docs/models/new-model.md": 7, "docs/run/logs.md": 3, "docs/use/invalid-calls.md": 1} {
		t.Run(page, func(t *testing.T) { followPage(t, readDoc(t, page), commands) })
	}
}

func followPage(t *testing.T, page string, want int) {
	t.Chdir(t.TempDir())
	name, commands := "", 0
	for i, part := range strings.Split(page, "\n```") {
		if i%2 == 0 {
			if names := fileName.FindAllStringSubmatch(part, -1); names != nil {
				name = names[len(names)-1][1]
			}
			continue
		}
		kind, text, _ := strings.Cut(part, "\n")
		switch {
		case kind == "console":
			commands += followCommands(t, text+"\n")
		case name != "":
			if err := os.WriteFile(name, []byte(text+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			name = ""
		}
	}
	if commands != want {
		t.Errorf("the page has %d commands, want %d", commands, want)
	}
}

// followCommands runs a block of commands, each with what it prints after it.
func followCommands(t *testing.T, block string) (commands int) {
	t.Helper()
	for _, part := range strings.Split(block, "$ toolparser ")[1:] {
		command, want, _ := strings.Cut(part, "\n")
		args := strings.Fields(command)
		got := execute(t, args, "")
		pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "…\n", "(?:.*\n)*")
		if printed := got["stdout"] + got["stderr"]; !regexp.MustCompile("^" + pattern + "$").MatchString(printed) {
			t.Errorf("toolparser %s prints\n%s\nand not\n%s", command, printed, want)
		}
		commands++
	}
	return commands
}
