package lint

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// load reads a file in YAML.
func load[T any](t *testing.T, name string) (value T) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(contents(t, name)), &value); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return value
}

// names lists the files of a folder.
func names(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(root + folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, folder+"/"+entry.Name())
	}
	return names
}

// TestWorkflowsMayDoLittle: each job names what it may do, each action is pinned to a commit, and nothing keeps the token.
func TestWorkflowsMayDoLittle(t *testing.T) {
	pinned := regexp.MustCompile(`^ *(?:- )?uses: (?:\./\S+|\S+@[0-9a-f]{40} # v[0-9][0-9.]*)$`)
	for _, name := range names(t, ".github/workflows") {
		for line := range strings.Lines(contents(t, name)) {
			if strings.Contains(line, "uses:") && !pinned.MatchString(strings.TrimRight(line, "\n")) {
				t.Errorf("%s: pin this to a commit, with the version after it: %s", name, line)
			}
		}
		workflow := load[struct {
			Permissions map[string]string
			Jobs        map[string]struct {
				Permissions map[string]string
				Steps       []struct {
					Uses string
					With map[string]string
				}
			}
		}](t, name)
		if workflow.Permissions == nil || len(workflow.Permissions) > 0 {
			t.Errorf("%s: its permissions are %v, want {}", name, workflow.Permissions)
		}
		for job, does := range workflow.Jobs {
			if does.Permissions == nil {
				t.Errorf("%s: the job %s has no permissions", name, job)
			}
			for _, step := range does.Steps {
				if strings.HasPrefix(step.Uses, "actions/checkout@") && step.With["persist-credentials"] != "false" {
					t.Errorf("%s: the checkout of %s keeps its token", name, job)
				}
			}
		}
	}
}

// TestWorkflowRunsAllSteps compares the workflow with .ci/run. It also runs the steps that .ci/run leaves out without a name.
func TestWorkflowRunsAllSteps(t *testing.T) {
	var want []string
	for _, step := range regexp.MustCompile(`(?m)^step_([a-z]+)\(\)`).FindAllStringSubmatch(contents(t, ".ci/run"), -1) {
		want = append(want, step[1])
	}
	workflow := load[struct {
		Jobs map[string]struct {
			Strategy struct {
				Matrix struct {
					Include []struct{ Steps string }
				}
			}
		}
	}](t, ".github/workflows/ci.yml")
	var steps []string
	for _, group := range workflow.Jobs["run"].Strategy.Matrix.Include {
		steps = append(steps, strings.Fields(group.Steps)...)
	}
	slices.Sort(want)
	slices.Sort(steps)
	if !slices.Equal(steps, want) {
		t.Errorf("the workflow runs %q, .ci/run %q", steps, want)
	}
}

// ecosystems are the files by which Dependabot knows a folder of each ecosystem.
var ecosystems = map[string]*regexp.Regexp{
	"gomod":  regexp.MustCompile(`^go\.mod$`),
	"npm":    regexp.MustCompile(`^package\.json$`),
	"pip":    regexp.MustCompile(`^(?:requirements.*\.(?:in|txt)|pyproject\.toml)$`),
	"cargo":  regexp.MustCompile(`^Cargo\.toml$`),
	"maven":  regexp.MustCompile(`^pom\.xml$`),
	"docker": regexp.MustCompile(`^Dockerfile$`),
}

// made are folders that tests and builds make.
var made = []string{".git", ".venv", "node_modules", "target", "dist", ".release"}

// TestDependabotKnowsAllFolders: a folder that isn't listed gets no fixes.
func TestDependabotKnowsAllFolders(t *testing.T) {
	want := map[string][]string{"github-actions": {"/"}, "pip": {"/clients/python/requirements"}}
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() && !entry.Type().IsRegular() {
			return err
		}
		if entry.IsDir() && slices.Contains(made, entry.Name()) {
			return fs.SkipDir
		}
		if name == filepath.Join(root, "site") {
			return fs.SkipDir // as made by make site
		}
		folder := path.Join("/", filepath.ToSlash(strings.TrimPrefix(filepath.Dir(name), filepath.Clean(root))))
		for ecosystem, file := range ecosystems {
			if file.MatchString(entry.Name()) && !slices.Contains(want[ecosystem], folder) {
				want[ecosystem] = append(want[ecosystem], folder)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	config := load[struct {
		Updates []struct {
			Ecosystem   string `yaml:"package-ecosystem"`
			Directories []string
		}
	}](t, ".github/dependabot.yml")
	for _, update := range config.Updates {
		slices.Sort(want[update.Ecosystem])
		if !slices.Equal(update.Directories, want[update.Ecosystem]) {
			t.Errorf("%s: it has %q, want %q", update.Ecosystem, update.Directories, want[update.Ecosystem])
		}
		delete(want, update.Ecosystem)
	}
	if len(want) > 0 {
		t.Errorf("these are missing: %v", want)
	}
}

// TestIssueForms: the forms are such as GitHub accepts, and the one for wrong parses asks for what is needed.
func TestIssueForms(t *testing.T) {
	asked := map[string][]string{}
	for _, name := range names(t, ".github/ISSUE_TEMPLATE") {
		if strings.HasSuffix(name, "/config.yml") {
			continue
		}
		form := load[struct {
			Name, Description string
			Body              []struct {
				Type, ID   string
				Attributes map[string]any
			}
		}](t, name)
		if form.Name == "" || form.Description == "" || len(form.Body) == 0 {
			t.Errorf("%s needs a name, a description and a body", name)
		}
		for _, part := range form.Body {
			key := "label"
			if part.Type == "markdown" {
				key = "value"
			} else {
				asked[path.Base(name)] = append(asked[path.Base(name)], part.ID)
			}
			if !slices.Contains([]string{"markdown", "input", "textarea"}, part.Type) || part.Attributes[key] == nil {
				t.Errorf("%s: GitHub doesn't accept %+v", name, part)
			}
		}
	}
	for _, id := range []string{"family", "case", "output", "tools", "expected", "version"} {
		if !slices.Contains(asked["1-wrong-parse.yml"], id) {
			t.Errorf("the form for wrong parses doesn't ask for %s", id)
		}
	}
}
