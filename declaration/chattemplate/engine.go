package chattemplate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"
	"time"

	"github.com/nikolalohinski/gonja/v2/builtins"
	"github.com/nikolalohinski/gonja/v2/config"
	"github.com/nikolalohinski/gonja/v2/exec"
	"github.com/nikolalohinski/gonja/v2/loaders"
)

// Bounds of a rendering. A template is a stranger's text.
const (
	maxOutput = 1 << 20
	maxSteps  = 1 << 20
	maxDepth  = 64 // of macros that call macros
	maxTime   = 5 * time.Second
)

var (
	errTooMuch = fmt.Errorf("the template writes more than %d bytes, or makes a value of more", maxOutput)
	errTooLong = fmt.Errorf("the template takes more than %d steps, or %v", maxSteps, maxTime)
	errTooDeep = fmt.Errorf("its macros call each other more than %d deep", maxDepth)
)

// A raised error is what a template itself says of a conversation.
type raised struct{ message string }

func (r *raised) Error() string { return "the template says: " + oneLine(r.message) }

// An engine is a template that can be rendered, one conversation after the other.
type engine struct {
	template *exec.Template
	deadline time.Time
	steps    int
	depth    int
}

// newEngine reads a template.
func newEngine(source string) (*engine, error) {
	text, err := rewrite(source)
	if err != nil {
		return nil, err
	}
	e := new(engine)
	const root = "/template"
	loader, err := loaders.NewMemoryLoader(map[string]string{root: text}) // it reads no files
	if err != nil {
		return nil, err
	}
	err = guarded(func() error {
		e.template, err = exec.NewTemplate(root, config.New(), loader, e.environment())
		return err
	})
	if err != nil {
		return nil, errors.New(lastLine(strings.ReplaceAll(err.Error(), text, "…")))
	}
	return e, nil
}

// lastLine is what an error of the engine says at its end, behind the template's text.
func lastLine(message string) string {
	lines := strings.Split(strings.TrimSpace(message), "\n")
	return lines[len(lines)-1]
}

// environment is what templates can use: no other files.
func (e *engine) environment() *exec.Environment {
	filters := exec.NewFilterSet(map[string]exec.FilterFunction{}).Update(builtins.Filters)
	maps.All(e.filters())(func(name string, f exec.FilterFunction) bool {
		filters.Update(exec.NewFilterSet(map[string]exec.FilterFunction{name: f}))
		return true
	})
	tests := exec.NewTestSet(map[string]exec.TestFunction{}).Update(builtins.Tests).Update(exec.NewTestSet(extraTests))
	globals := exec.EmptyContext().Update(builtins.GlobalFunctions).Update(exec.NewContext(e.globals()))
	return &exec.Environment{
		Filters:           filters,
		Tests:             tests,
		ControlStructures: e.structures(),
		Context:           globals,
		Methods:           methods(),
	}
}

// render renders the template with these variables.
func (e *engine) render(variables map[string]any) (string, error) {
	e.deadline, e.steps, e.depth = time.Now().Add(maxTime), 0, 0
	out := &output{engine: e}
	done := make(chan error, 1)
	go func() {
		done <- guarded(func() error { return e.template.Execute(out, exec.NewContext(variables)) })
	}()
	select {
	case err := <-done:
		return out.String(), told(err)
	case <-time.After(maxTime + time.Second):
		return "", errTooLong
	}
}

// told is the error at the heart of one of the engine's.
func told(err error) error {
	for _, own := range []error{errTooMuch, errTooLong, errTooDeep} {
		if err != nil && strings.Contains(err.Error(), own.Error()) {
			return own
		}
	}
	if err == nil {
		return nil
	}
	if _, message, ok := strings.Cut(err.Error(), raisedMark); ok {
		return &raised{message}
	}
	return errors.New(lastLine(err.Error()))
}

// raisedMark stands before what a template says itself, in whatever the engine wraps it.
const raisedMark = "\x00raised\x00"

// guarded makes an error of a panic.
func guarded(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the template can't be evaluated: %v", r)
		}
	}()
	return f()
}

// step counts one step of the template.
func (e *engine) step() error {
	e.steps++
	if e.steps > maxSteps || e.steps&255 == 0 && time.Now().After(e.deadline) {
		return errTooLong
	}
	return nil
}

// enter counts a macro's call, and leave its end.
func (e *engine) enter() error {
	if e.depth++; e.depth > maxDepth {
		return errTooDeep
	}
	return e.step()
}

func (e *engine) leave() { e.depth-- }

// An output is what a template writes.
type output struct {
	bytes.Buffer
	engine *engine
}

var _ io.StringWriter = (*output)(nil)

// WriteString writes as much as is allowed.
func (o *output) WriteString(text string) (int, error) {
	if o.Len()+len(text) > maxOutput {
		return 0, errTooMuch
	}
	if err := o.engine.step(); err != nil {
		return 0, err
	}
	return o.Buffer.WriteString(text)
}

// Write writes as much as is allowed.
func (o *output) Write(text []byte) (int, error) { return o.WriteString(string(text)) }

// size is how much a value holds, in bytes or in members; it stops counting past what is
// allowed.
func size(v *exec.Value, depth int) int {
	switch {
	case v == nil || v.IsNil() || v.IsError():
		return 1
	case depth > maxNesting:
		return maxOutput + 1
	case v.IsString():
		return len(v.String())
	case v.IsDict(), v.IsList():
		total := 1
		v.Iterate(func(_, _ int, key, value *exec.Value) bool {
			total += size(key, depth+1)
			if value != nil {
				total += size(value, depth+1)
			}
			return total <= maxOutput
		}, func() {})
		return total
	}
	return 1
}
