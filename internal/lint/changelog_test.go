package lint

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var day = regexp.MustCompile(`(?m)^### (.*)$`)

// TestChangelogIsByDay: the unreleased changes are listed by day, newest first.
func TestChangelogIsByDay(t *testing.T) {
	text, err := os.ReadFile(root + "CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	_, unreleased, ok := strings.Cut(string(text), "\n## [Unreleased]\n")
	unreleased, _, _ = strings.Cut(unreleased, "\n## ")
	if !ok || !strings.Contains(unreleased, "**Breaking:**") {
		t.Fatal("CHANGELOG.md has no unreleased changes, or none that are marked as breaking")
	}
	var days []string
	for _, m := range day.FindAllStringSubmatch(unreleased, -1) {
		if _, err := time.Parse(time.DateOnly, m[1]); err != nil {
			t.Errorf("CHANGELOG.md: %q is no day, as in 2026-11-29", m[1])
		}
		days = append(days, m[1])
	}
	if !slices.IsSortedFunc(days, func(a, b string) int { return strings.Compare(b, a) }) || len(days) == 0 {
		t.Errorf("CHANGELOG.md: the days %q aren't the newest first", days)
	}
}

// TestChangelogIsAskedFor: .ci/run changelog fails for a commit that changes what users see and has no entry.
func TestChangelogIsAskedFor(t *testing.T) {
	script, err := os.ReadFile(root + ".ci/run")
	if err != nil {
		t.Fatal(err)
	}
	const (
		before  = "parsers/x/testdata/a.txtar"
		command = "cmd/toolparser/testdata/a.txtar"
		printed = "A command.\n$ toolparser a\n-- stdin --\nx\n-- stdout --\ny\n-- stderr --\nwhy\n-- exit --\n1\n"
		counts  = "| `toolparser_a` | as |\n\n| line | level |\n|---|---|\n"
	)
	files := map[string]string{
		".ci/run": string(script), "CHANGELOG.md": "# Changelog\n",
		"proto/a.proto":                   "// A comment.\nstring a = 1;\n",
		"docs/run/reference.md":           "| `--depth n` | 64 | how deep |\n",
		"docs/run/metrics.md":             counts + "| \"serving\": it starts | info |\n",
		"docs/models/families.md":         "| [`x`](formats/x.md) | `y` | `x-*` |\n",
		"docs/run/logs.md":                "| `CALLED` | outputs with calls |\n\nThe log.\n",
		"docs/connect/proxy-reference.md": "| a stream | twice its bytes |\n\nThe proxy.\n",
		command:                           printed,
		before:                            "A case.\n-- output --\nx\n-- want.json --\n{}\n",
	}
	for name, c := range map[string]struct {
		file, text, message string
		asks                bool
	}{
		"a field":                          {"proto/a.proto", "// A comment.\nstring a = 1;\nstring b = 2;\n", "", true},
		"a comment of a field":             {"proto/a.proto", "// Another comment.\nstring a = 1;\n", "", false},
		"a flag":                           {"docs/run/reference.md", "| `--depth n` | 64 | how deep |\n| `--width n` | 0 | how wide |\n", "", true},
		"a flag of two commands":           {"docs/run/reference.md", "| `--depth n` | 64 | how deep |\n| `--width n` | 0 | how wide |\n\n| `--width n` | 0 | how wide |\n", "", true},
		"a default":                        {"docs/run/reference.md", "| `--depth n` | 65 | how deep |\n", "", true},
		"the help of a flag":               {"docs/run/reference.md", "| `--depth n` | 64 | maximum depth |\n", "", false},
		"a metric":                         {"docs/run/metrics.md", strings.Replace(counts, "_a", "_b", 1) + "| \"serving\": it starts | info |\n", "", true},
		"a model":                          {"docs/models/families.md", "| [`x`](formats/x.md) | `y` | `x-*`, `z-*` |\n", "", true},
		"a result":                         {before, "A case.\n-- output --\nx\n-- want.json --\n{\"calls\": []}\n", "", true},
		"the comment of a case":            {before, "The case.\n-- output --\nx\n-- want.json --\n{}\n", "", false},
		"a new case":                       {"parsers/x/testdata/b.txtar", "A case.\n-- output --\nx\n-- want.json --\n{}\n", "", false},
		"a result, with an entry":          {"CHANGELOG.md", "# Changelog\n- A result.\n", "", false},
		"a field that no one sees":         {"proto/a.proto", "string a = 1;\nreserved 2;\n", "Changelog: none\n", false},
		"a log line":                       {"docs/run/metrics.md", counts + "| \"serving\": it starts | info |\n| \"starting\" | info |\n", "", true},
		"a level of a log line":            {"docs/run/metrics.md", counts + "| \"serving\": it starts | debug |\n", "", true},
		"what a metric means":              {"docs/run/metrics.md", strings.Replace(counts, "as", "bs", 1) + "| \"serving\": it starts | info |\n", "", false},
		"a row about logs of outputs":      {"docs/run/logs.md", "| `CALLED` | outputs with accepted calls |\n\nThe log.\n", "", true},
		"a sentence about logs of outputs": {"docs/run/logs.md", "| `CALLED` | outputs with calls |\n\nThis log.\n", "", false},
		"a row about the proxy":            {"docs/connect/proxy-reference.md", "| a stream | four times its bytes |\n\nThe proxy.\n", "", true},
		"a sentence about the proxy":       {"docs/connect/proxy-reference.md", "| a stream | twice its bytes |\n\nThis proxy.\n", "", false},
		"what a command prints":            {command, strings.Replace(printed, "\ny", "\nz", 1), "", true},
		"an error of a command":            {command, strings.Replace(printed, "why", "why not", 1), "", true},
		"a command's exit code":            {command, strings.Replace(printed, "\n1", "\n2", 1), "", true},
		"the input of a command":           {command, strings.Replace(printed, "\nx", "\nw", 1), "", false},
		"a new case of a command":          {"cmd/toolparser/testdata/b.txtar", printed, "", false},
		"a page":                           {"docs/use/api.md", "# The API\n", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRepository(t)
			for file, text := range files {
				r.write(file, text)
			}
			r.commit("The start")
			r.write(c.file, c.text)
			if c.file == "CHANGELOG.md" {
				r.write(before, "A case.\n-- output --\nx\n-- want.json --\n{\"calls\": []}\n")
			}
			r.commit("A change\n\n" + c.message)
			if out, err := r.run("bash", ".ci/run", "changelog"); (err != nil) != c.asks {
				t.Errorf("asks for an entry: %v, want %v: %s", err != nil, c.asks, out)
			}
		})
	}
}

// A repository is a new one of git, in a folder of its own.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T) *repository {
	t.Helper()
	r := &repository{t, t.TempDir()}
	if out, err := r.run("git", "init", "--quiet"); err != nil {
		t.Skip("no git here: ", out)
	}
	return r
}

func (r *repository) write(file, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, file)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repository) run(name string, args ...string) (string, error) {
	command := exec.CommandContext(r.t.Context(), name, args...)
	command.Dir = r.dir
	out, err := command.CombinedOutput()
	return string(out), err
}

func (r *repository) commit(message string) {
	r.t.Helper()
	for _, args := range [][]string{{"add", "--all"}, {"-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "--quiet", "--message", message}} {
		if out, err := r.run("git", args...); err != nil {
			r.t.Fatal(out, err)
		}
	}
}
