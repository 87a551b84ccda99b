package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/toolparser/toolparser/parsers"
)

// A Case is one txtar file: a model output and how it is to be parsed.
type Case struct {
	// Name is the file's name without its ending.
	Name string
	Path string
	// About is the file's comment.
	About        string
	Output       string
	Config       parsers.Config
	FinishReason parsers.FinishReason

	archive *txtar.Archive
	want    *want
}

// Load reads the cases of a directory, in the order of their names.
func Load(dir string) ([]*Case, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		return nil, err
	}
	var cases []*Case
	for _, path := range paths {
		c, err := loadCase(path)
		if err != nil {
			return nil, fmt.Errorf("reading case %s: %w", path, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func loadCase(path string) (*Case, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	archive := txtar.Parse(data)
	if !bytes.Equal(txtar.Format(archive), data) {
		return nil, errors.New("a rewrite would change more than want.json: use plain newlines, end every file with one, and no trailing space in file names")
	}
	c := &Case{
		Name:    strings.TrimSuffix(filepath.Base(path), ".txtar"),
		Path:    path,
		About:   strings.TrimSpace(string(archive.Comment)),
		archive: archive,
	}
	return c, c.readFiles()
}

// readFiles reads what the archive holds.
func (c *Case) readFiles() error {
	var seen []string
	for _, file := range c.archive.Files {
		name := strings.TrimSuffix(file.Name, ".quoted")
		if slices.Contains(seen, name) {
			return fmt.Errorf("%s is in it twice", name)
		}
		seen = append(seen, name)
		if err := c.readFile(file); err != nil {
			return fmt.Errorf("%s: %w", file.Name, err)
		}
	}
	switch {
	case !slices.Contains(seen, "output"):
		return errors.New("it has no output")
	case c.About == "":
		return errors.New("it has no comment that says what it is about")
	}
	return nil
}

func (c *Case) readFile(file txtar.File) (err error) {
	switch file.Name {
	case "output":
		c.Output = strings.TrimSuffix(string(file.Data), "\n")
	case "output.quoted":
		c.Output, err = strconv.Unquote(strings.TrimSpace(string(file.Data)))
	case "tools.json":
		c.Config.Tools, err = readTools(file.Data)
	case "options.json":
		err = c.readOptions(file.Data)
	case "want.json":
		c.want = new(want)
		err = decodeStrictly(file.Data, c.want)
	default:
		return errors.New("a case has no such file")
	}
	return err
}

// input is the same for cases that parse the same in the same way.
func (c *Case) input() string {
	var b strings.Builder
	for _, name := range []string{"tools.json", "options.json"} {
		for _, file := range c.archive.Files {
			if file.Name == name {
				b.Write(file.Data)
			}
		}
		b.WriteByte(0)
	}
	return b.String() + c.Output
}

// Update rewrites want.json as the family's result is; the comment and the other files
// stay byte for byte.
func (c *Case) Update(f *parsers.Family) error {
	file := txtar.File{Name: "want.json", Data: newWant(c.parse(f), c.wantsLeaks()).encode()}
	i := slices.IndexFunc(c.archive.Files, func(f txtar.File) bool { return f.Name == file.Name })
	if i < 0 {
		c.archive.Files = append(c.archive.Files, file)
	} else {
		c.archive.Files[i] = file
	}
	return os.WriteFile(c.Path, txtar.Format(c.archive), 0o644)
}

// wantsLeaks reports whether want.json has leaks. Most cases are about something else.
func (c *Case) wantsLeaks() bool { return c.want != nil && c.want.Leaks != nil }

// readTools reads tools.json.
func readTools(data []byte) (*parsers.Tools, error) {
	var list []struct {
		Name       string          `json:"name"`
		Parameters json.RawMessage `json:"parameters"`
	}
	if err := decodeStrictly(data, &list); err != nil {
		return nil, err
	}
	var tools []parsers.Tool
	for _, t := range list {
		tools = append(tools, parsers.Tool{Name: t.Name, Parameters: string(t.Parameters)})
	}
	return parsers.NewTools(tools), nil
}

// An input is what one parse depends on.
type input struct {
	output string
	config parsers.Config
	reason parsers.FinishReason
}

func (c *Case) asInput() input { return input{c.Output, c.Config, c.FinishReason} }

func (in input) parse(f *parsers.Family) *parsers.Result {
	return parsers.Parse(f, in.output, in.config, in.reason)
}

func (c *Case) parse(f *parsers.Family) *parsers.Result { return c.asInput().parse(f) }

// Diff tells how the family's result differs from the case's want.json, or nothing.
func (c *Case) Diff(f *parsers.Family) string {
	return cmp.Diff(c.want, newWant(c.parse(f), c.wantsLeaks()))
}

// Options are the keys of options.json; other keys are an error.
type Options struct {
	MinConfidence      float64 `json:"min_confidence,omitempty"`
	DisableRepair      bool    `json:"disable_repair,omitempty"`
	AcceptIncomplete   bool    `json:"accept_incomplete,omitempty"`
	RejectUnknownTools bool    `json:"reject_unknown_tools,omitempty"`
	// ContentPolicy is "joined", the default, "verbatim" or "clean".
	ContentPolicy     string `json:"content_policy,omitempty"`
	BufferToolCalls   bool   `json:"buffer_tool_calls,omitempty"`
	SeparateReasoning bool   `json:"separate_reasoning,omitempty"`
	NativeOnly        bool   `json:"native_only,omitempty"`
	// Formats are the formats that count; none are all.
	Formats []string `json:"formats,omitempty"`
	// ReasoningOpen: the output begins in a thought.
	ReasoningOpen bool `json:"reasoning_open,omitempty"`
	// FinishReason is "stop", the default, "length" or "tool_calls".
	FinishReason   string       `json:"finish_reason,omitempty"`
	PriorToolCalls int          `json:"prior_tool_calls,omitempty"`
	Limits         LimitOptions `json:"limits,omitzero"`
}

// LimitOptions are the keys of limits in options.json; 0 is the default.
type LimitOptions struct {
	Depth         int `json:"depth,omitempty"`
	ArgumentBytes int `json:"argument_bytes,omitempty"`
	ToolCalls     int `json:"tool_calls,omitempty"`
}

// policyNames are in the order of the policies, which are numbered.
var policyNames = []string{"joined", "verbatim", "clean"}

// contentPolicy is the policy of a name; "" is the default.
func contentPolicy(name string) (parsers.ContentPolicy, bool) {
	if name == "" {
		return parsers.ContentJoined, true
	}
	i := slices.Index(policyNames, name)
	return parsers.ContentPolicy(max(i, 0)), i >= 0
}

var finishReasons = map[string]parsers.FinishReason{
	"":           parsers.FinishUnspecified,
	"stop":       parsers.FinishStop,
	"length":     parsers.FinishLength,
	"tool_calls": parsers.FinishToolCalls,
}

func (c *Case) readOptions(data []byte) error {
	var o Options
	if err := decodeStrictly(data, &o); err != nil {
		return err
	}
	policy, ok := contentPolicy(o.ContentPolicy)
	if !ok {
		return fmt.Errorf("there is no content_policy %q", o.ContentPolicy)
	}
	if c.FinishReason, ok = finishReasons[o.FinishReason]; !ok {
		return fmt.Errorf("there is no finish_reason %q", o.FinishReason)
	}
	c.Config.PriorToolCalls = o.PriorToolCalls
	c.Config.ReasoningOpen = o.ReasoningOpen
	c.Config.Limits = parsers.Limits(o.Limits)
	c.Config.Options = parsers.Options{
		MinConfidence:      o.MinConfidence,
		DisableRepair:      o.DisableRepair,
		AcceptIncomplete:   o.AcceptIncomplete,
		RejectUnknownTools: o.RejectUnknownTools,
		ContentPolicy:      policy,
		BufferToolCalls:    o.BufferToolCalls,
		SeparateReasoning:  o.SeparateReasoning,
		NativeOnly:         o.NativeOnly,
		Formats:            o.Formats,
	}
	return nil
}

// decodeStrictly decodes JSON in which unknown keys are an error.
func decodeStrictly(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON value")
	}
	return nil
}
