package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/toolparser/toolparser/families/detect"
	"github.com/toolparser/toolparser/parsers"
)

// moreShown is how many families a ranking lists after those at the top.
const moreShown = 5

// modelDetectors have a detector for the outputs of each model. Outputs of unnamed models have one together.
type modelDetectors struct {
	registry  *parsers.Registry
	detectors map[string]*detect.Detector
}

func newModelDetectors(registry *parsers.Registry) *modelDetectors {
	return &modelDetectors{registry, map[string]*detect.Detector{}}
}

// of returns the detector of a model.
func (m *modelDetectors) of(model string) *detect.Detector {
	if m.detectors[model] == nil {
		m.detectors[model] = detect.New(m.registry)
	}
	return m.detectors[model]
}

// A modelRanking is how the families read the outputs of one model.
type modelRanking struct {
	model string
	detect.Ranking
}

// finds reports whether a family finds a call.
func (r *modelRanking) finds() bool { return r.Tied > 0 && r.Readings[0].ToolCalls > 0 }

// invalidOnly says which family the invalid calls are like, where no family finds a call; empty if there are none.
func invalidOnly(list []modelRanking) string {
	for i := range list {
		if r := &list[i]; r.Tied > 0 && r.Readings[0].InvalidToolCalls > 0 {
			name := r.Readings[0].Family.Name
			return fmt.Sprintf("there are invalid calls, which look most like those of %s (toolparser parse --family %s --text says what is wrong); ", name, name)
		}
	}
	return ""
}

// rankings has the rankings of all models, the model with the most outputs first.
func (m *modelDetectors) rankings() (list []modelRanking) {
	for _, model := range slices.Sorted(maps.Keys(m.detectors)) {
		list = append(list, modelRanking{model, m.detectors[model].Ranking()})
	}
	slices.SortStableFunc(list, func(a, b modelRanking) int { return cmp.Compare(b.Outputs, a.Outputs) })
	return list
}

// print prints the ranking, or one for each model.
func (m *modelDetectors) print(w io.Writer) error {
	var b strings.Builder
	list, outputs, found := m.rankings(), 0, 0
	for i := range list {
		outputs += list[i].Outputs
		if list[i].finds() {
			found++
		}
	}
	switch {
	case found == 0:
		return fmt.Errorf("no family finds a call in %s: %sfor calls in running text, give the tools (--tools or --tools-field); "+
			"for a new format, make a family with infer-template or from a file (docs/models/new-model.md)", counted(outputs, "output"), invalidOnly(list))
	case len(list) == 1:
		printRanking(&b, list[0].Ranking)
	default:
		printModels(&b, list)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// printModels prints a ranking for each model.
func printModels(b *strings.Builder, list []modelRanking) {
	fmt.Fprintf(b, "The log has outputs of %d models. Each model has a ranking of its own, and may need a family of its own.\n", len(list))
	for _, r := range list {
		name := "model " + visible(r.model)
		if r.model == "" {
			name = "lines without a model"
		}
		fmt.Fprintf(b, "\n%s\n", name)
		if !r.finds() {
			fmt.Fprintf(b, "no family finds a call in %s\n", counted(r.Outputs, "output"))
			continue
		}
		printRanking(b, r.Ranking)
	}
}

// printRanking prints the families at the top, some after them, and the flag to copy.
func printRanking(b *strings.Builder, ranking detect.Ranking) {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "FAMILY\tBEST\tCALLS\tREPAIRED\tINVALID\tCONFIDENCE\tUNREAD") // a Builder has no errors
	shown := min(ranking.Tied+moreShown, len(ranking.Readings))
	for _, r := range ranking.Readings[:shown] {
		_, _ = fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%.2f\t%d\n",
			r.Family.Name, r.Best, r.ToolCalls, r.Repaired, r.InvalidToolCalls, r.Confidence, r.Unread)
	}
	_ = t.Flush()
	if rest := len(ranking.Readings) - shown; rest > 0 {
		fmt.Fprintf(b, "and %d more that read less\n", rest)
	}
	fmt.Fprintf(b, "\n%s; read alike by every family: %d\n", counted(ranking.Outputs, "output"), ranking.Outputs-ranking.Telling)
	if ranking.Tied > 1 {
		fmt.Fprintf(b, "A tie of %d: %s. If you know the model, take its family.\n", ranking.Tied, strings.Join(topFamilies(ranking), ", "))
	}
	fmt.Fprintf(b, "--family %s\n", ranking.Readings[0].Family.Name)
}

// topFamilies are the names of the families at the top.
func topFamilies(ranking detect.Ranking) []string {
	var names []string
	for _, r := range ranking.Readings[:ranking.Tied] {
		names = append(names, r.Family.Name)
	}
	return names
}

// counted is a number of things: "1 output", "2 outputs".
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
