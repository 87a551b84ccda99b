package chattemplate

import (
	"errors"
	"fmt"

	"github.com/nikolalohinski/gonja/v2/builtins"
	controls "github.com/nikolalohinski/gonja/v2/builtins/control_structures"
	"github.com/nikolalohinski/gonja/v2/exec"
	"github.com/nikolalohinski/gonja/v2/nodes"
	"github.com/nikolalohinski/gonja/v2/parser"
	"github.com/nikolalohinski/gonja/v2/tokens"
)

// structures are the statements that templates have: those of the engine that need no
// other file, bounded.
func (e *engine) structures() *exec.ControlStructureSet {
	all := map[string]parser.ControlStructureParser{"generation": generationParser}
	for _, name := range []string{"autoescape", "filter", "for", "if", "macro", "raw", "set", "with", "do", "break", "continue", "call"} {
		own, _ := builtins.ControlStructures.Get(name)
		all[name] = e.bounded(own)
	}
	return exec.NewControlStructureSet(all)
}

// bounded counts a statement's steps.
func (e *engine) bounded(own parser.ControlStructureParser) parser.ControlStructureParser {
	return func(p, args *parser.Parser) (nodes.ControlStructure, error) {
		target := ""
		if t := args.Current(tokens.Name); t != nil {
			target = t.Val
		}
		inner, err := own(p, args)
		if err != nil {
			return nil, err
		}
		switch inner := inner.(type) {
		case *controls.ForControlStructure:
			if inner.Recursive {
				return nil, errors.New("recursive loops aren't evaluated")
			}
		case *controls.SetControlStructure:
			return &setStatement{inner, e, target}, nil
		case *controls.MacroControlStructure:
			return &macroStatement{inner, e}, nil
		}
		if inner, ok := inner.(exec.ControlStructure); ok {
			return &statement{inner, e}, nil
		}
		return inner, nil
	}
}

// A statement is one of the engine's.
type statement struct {
	exec.ControlStructure
	engine *engine
}

// Execute counts it.
func (s *statement) Execute(r *exec.Renderer, tag *nodes.ControlStructureBlock) error {
	if err := s.engine.step(); err != nil {
		return err
	}
	return s.ControlStructure.Execute(r, tag)
}

// A setStatement bounds what a variable holds.
type setStatement struct {
	*controls.SetControlStructure
	engine *engine
	target string
}

// Execute sets the variable.
func (s *setStatement) Execute(r *exec.Renderer, tag *nodes.ControlStructureBlock) error {
	if err := s.engine.step(); err != nil {
		return err
	}
	if err := s.SetControlStructure.Execute(r, tag); err != nil {
		return err
	}
	if value, ok := r.Environment.Context.Get(s.target); ok && size(exec.ToValue(value), 0) > maxOutput {
		return errTooMuch
	}
	return nil
}

// A macroStatement bounds how deep macros call each other.
type macroStatement struct {
	*controls.MacroControlStructure
	engine *engine
}

// Execute defines the macro.
func (m *macroStatement) Execute(r *exec.Renderer, tag *nodes.ControlStructureBlock) error {
	if err := m.MacroControlStructure.Execute(r, tag); err != nil {
		return err
	}
	defined, _ := r.Environment.Context.Get(m.Name)
	macro, ok := defined.(exec.Macro)
	if !ok {
		return fmt.Errorf("macro %s isn't defined", m.Name)
	}
	r.Environment.Context.Set(m.Name, exec.Macro(func(params *exec.VarArgs) *exec.Value {
		defer m.engine.leave()
		if err := m.engine.enter(); err != nil {
			return exec.AsValue(err)
		}
		total := 0
		for _, v := range params.Args {
			total += size(v, 0)
		}
		if total > maxOutput {
			return exec.AsValue(errTooMuch)
		}
		result := macro(params)
		if size(result, 0) > maxOutput {
			return exec.AsValue(errTooMuch)
		}
		return result
	}))
	return nil
}

// A generation marks what the model says, for training: it is as if it weren't there.
type generation struct {
	location *tokens.Token
	wrapper  *nodes.Wrapper
}

// Position implements nodes.ControlStructure.
func (g *generation) Position() *tokens.Token { return g.location }

// String implements nodes.ControlStructure.
func (g *generation) String() string { return "generation" }

// Execute renders what it marks.
func (g *generation) Execute(r *exec.Renderer, _ *nodes.ControlStructureBlock) error {
	return r.ExecuteIfWrapper(g.wrapper)
}

func generationParser(p, args *parser.Parser) (nodes.ControlStructure, error) {
	g := &generation{location: p.Current()}
	if !args.End() {
		return nil, args.Error("generation takes no arguments", args.Current())
	}
	wrapper, _, err := p.WrapUntil("endgeneration")
	g.wrapper = wrapper
	return g, err
}
