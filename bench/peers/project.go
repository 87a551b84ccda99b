package main

import (
	"encoding/json"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
)

const projectName = "toolparser"

// project is this project's parsers, without the service around them.
type project struct {
	families map[string]*parsers.Family
	cfg      parsers.Config
}

func newProject() (*project, error) {
	p := &project{families: map[string]*parsers.Family{}}
	for _, f := range families.All() {
		p.families[f.Name] = f
	}
	var decoded []struct {
		Function struct {
			Name       string
			Parameters json.RawMessage
		}
	}
	if err := json.Unmarshal([]byte(offered), &decoded); err != nil {
		return nil, err
	}
	var list []parsers.Tool
	for _, t := range decoded {
		list = append(list, parsers.Tool{Name: t.Function.Name, Parameters: string(t.Function.Parameters)})
	}
	p.cfg.Tools = parsers.NewTools(list)
	return p, nil
}

// Name implements Library.
func (p *project) Name() string { return projectName }

// Serves implements Library.
func (p *project) Serves(w *Way, _ int) bool { return p.families[w.Family] != nil }

// Parser implements Library.
func (p *project) Parser(o *Output) (parse func(), answer func() Answer) {
	family := p.families[o.Way.Family]
	var r *parsers.Result
	answer = func() Answer { return projectAnswer(r) }
	if o.Cut == whole {
		return func() { r = parsers.Parse(family, o.Pieces[0], p.cfg, parsers.FinishStop) }, answer
	}
	return func() {
		s := parsers.NewStream(family, p.cfg)
		for _, piece := range o.Pieces {
			s.Feed(piece)
		}
		_, r = s.Finish(parsers.FinishStop)
	}, answer
}

func projectAnswer(r *parsers.Result) Answer {
	a := Answer{Text: r.Content}
	for _, call := range r.ToolCalls {
		a.Calls = append(a.Calls, Call{call.Name, call.Arguments})
	}
	return a
}
