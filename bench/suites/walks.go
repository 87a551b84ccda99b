package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
)

// A walk is an output that a grammar of xgrammar allows.
type walk struct {
	Model  string
	Output string
	// Calls is how many calls are in the output.
	Calls int
	Tools []struct {
		Name       string
		Parameters json.RawMessage
	}
}

// walkFamilies are the families of xgrammar's models.
var walkFamilies = map[string]string{
	"cohere": "cohere", "deepseek_v4_1": "deepseek", "qwen_3_coder": "qwen3_coder", "glm_4_7": "glm", "gemma_4": "gemma",
	"minimax_m3": "minimax", "kimi_k3": "kimi",
}

// fetchWalks installs xgrammar, and makes the walks.
func fetchWalks(cache string) ([]walk, error) {
	folder := filepath.Join(cache, "xgrammar")
	if _, err := os.Stat(folder); err != nil {
		_, err := command("python3", "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder,
			"--requirement", filepath.Join("suites", "xgrammar", "requirements.txt"))
		if err != nil {
			_ = os.RemoveAll(folder)
			return nil, err
		}
	}
	out, err := command("python3", filepath.Join("suites", "xgrammar", "walks.py"), folder)
	if err != nil {
		return nil, err
	}
	var walks []walk
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var w walk
		if err := json.Unmarshal(lines.Bytes(), &w); err != nil {
			return nil, fmt.Errorf("read a walk: %w", err)
		}
		walks = append(walks, w)
	}
	return walks, lines.Err()
}

// read reports whether all calls of the walk are read without a repair, at a confidence of 1.
func (w *walk) read() (bool, error) {
	f, err := families.Registry().Find(walkFamilies[w.Model], "")
	if err != nil {
		return false, err
	}
	var tools []parsers.Tool
	for _, t := range w.Tools {
		tools = append(tools, parsers.Tool{Name: t.Name, Parameters: string(t.Parameters)})
	}
	cfg := parsers.Config{Tools: parsers.NewTools(tools), ToolChoice: parsers.ToolChoice{Mode: parsers.ToolChoiceRequired}}
	cfg.Options.DisableRepair = true
	result := parsers.Parse(f, w.Output, cfg, parsers.FinishStop)
	return len(result.ToolCalls) == w.Calls && len(result.InvalidToolCalls) == 0 && result.Confidence == parsers.ConfidenceFull, nil
}

// walks reports how many walks through xgrammar's grammars are read.
func (p *page) walks(cache string) error {
	walks, err := fetchWalks(cache)
	if err != nil {
		p.skipped = append(p.skipped, fmt.Sprintf("xgrammar: %v", err))
		return nil
	}
	var models []string
	all, read := map[string]int{}, map[string]int{}
	for i := range walks {
		w := &walks[i]
		if all[w.Model]++; all[w.Model] == 1 {
			models = append(models, w.Model)
		}
		ok, err := w.read()
		if err != nil {
			return err
		}
		if ok {
			read[w.Model]++
		} else {
			p.open = append(p.open, difference{fmt.Sprintf("%s:%d", w.Model, all[w.Model]), "calls aren't read", w.Output, "", ""})
		}
	}
	p.text.WriteString("\n## xgrammar 0.2.9\n\nxgrammar makes a grammar of the tools, which an inference server can force a model to follow. Each output here is a random " +
		"walk through such a grammar, with a call that is required. An output is read if all its calls are read at a confidence of 1, with repairs turned off.\n\n")
	p.title("model in xgrammar", "family", "outputs", "outputs that are read")
	for _, model := range models {
		p.row("`"+model+"`", walkFamilies[model], fmt.Sprint(all[model]), fmt.Sprint(read[model]))
	}
	return nil
}
