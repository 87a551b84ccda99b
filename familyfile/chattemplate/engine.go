package chattemplate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/nikolalohinski/gonja/v2/builtins"
	"github.com/nikolalohinski/gonja/v2/config"
	"github.com/nikolalohinski/gonja/v2/exec"
	"github.com/nikolalohinski/gonja/v2/loaders"
)

// Bounds of a rendering. A template is a stranger's text.
const (
	maxOutput = 1 << 20
	maxSteps  = 1 << 18
	maxMemory = 128 << 20
	maxDepth  = 64          // of macros that call macros
	maxTime   = time.Minute // for all renderings of a template: maxSteps ends most of them first, on a busy machine, too
)

var (
	errTooMuch = fmt.Errorf("the template writes more than %d bytes, or makes a value of more", maxOutput)
	errTooLong = fmt.Errorf("the template takes more than %d steps, or %v", maxSteps, maxTime)
	errTooDeep = fmt.Errorf("its macros call each other more than %d deep", maxDepth)
)

// isBound reports whether a rendering ended at one of the bounds.
func isBound(err error) bool {
	return errors.Is(err, errTooMuch) || errors.Is(err, errTooLong) || errors.Is(err, errTooDeep)
}

// A raised error is what a template itself says of a conversation.
type raised struct{ message string }

func (r *raised) Error() string { return "the template says: " + clipped(oneLine(r.message)) }

// oneLine is a text as a comment, or an error, has it: without what a terminal would obey.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.Join(strings.Fields(text), " "))
}

// An engine is a template that can be rendered, one conversation after the other.
type engine struct {
	template *exec.Template
	written  *rewriting
	deadline time.Time
	steps    int
	depth    int
	memory   uint64      // that the process held when the rendering began; 0: there is none
	givenUp  error       // why a rendering was, which goes on: there is no other one
	stopped  atomic.Bool // it ends at its next step
}

// newEngine reads a template.
func newEngine(source string) (*engine, error) {
	written, err := rewrite(source)
	if err != nil {
		return nil, err
	}
	e := &engine{written: written, deadline: time.Now().Add(maxTime)}
	const root = "/template"
	loader, err := loaders.NewMemoryLoader(map[string]string{root: written.text}) // it reads no files
	if err != nil {
		return nil, err
	}
	err = guarded(func() error {
		e.template, err = exec.NewTemplate(root, config.New(), loader, e.environment())
		return err
	})
	if err != nil {
		return nil, errors.New(written.heart(strings.ReplaceAll(err.Error(), written.text, "…")))
	}
	return e, nil
}

// maxMessage bounds what is reported of an error.
const maxMessage = 200

// heart is the reason at the end of an error of the engine, which wraps it in every
// statement and expression around it, and the place of the tag whose line it names last.
func (r *rewriting) heart(message string) string {
	reason, line, column := message, "", ""
	if at := strings.LastIndex(message, atLine); at >= 0 {
		line = number(message[at+len(atLine):])
	}
	if at := strings.LastIndex(message, position); at >= 0 {
		reason, line = message[:at], number(message[at+len(position):])
		_, behind, _ := strings.Cut(message[at:], atColumn)
		column = number(behind)
	}
	for {
		before, behind, ok := strings.Cut(reason, ": ")
		if !ok || behind == "" || strings.HasPrefix(before, "invalid call to") {
			break
		}
		reason = behind
	}
	if _, name, ok := strings.Cut(reason, "ControlStructure '"); ok {
		name, _, _ = strings.Cut(name, "'")
		reason = fmt.Sprintf("the statement %q isn't evaluated, or ends none", name)
	}
	reason = clipped(oneLine(reason))
	if n, err := strconv.Atoi(line); err == nil {
		c, _ := strconv.Atoi(column) // 0 if there is none
		if place := r.at(n, c); place != "" {
			reason = place + ": " + reason
		}
	}
	return reason
}

// How the engine says where something is, when it evaluates and when it reads.
const (
	atLine   = "at line "
	position = " (Line: "
	atColumn = "Col: "
)

// number is the number that begins a text.
func number(text string) string {
	return text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
}

func clipped(text string) string {
	if len(text) <= maxMessage {
		return text
	}
	return strings.ToValidUTF8(text[:maxMessage], "") + "…"
}

// What is taken from the engine as it is: nothing that makes much of little.
var (
	sharedFilters = []string{
		"abs", "attr", "capitalize", "count", "d", "default", "e", "escape", "float", "forceescape", "groupby", "int",
		"length", "list", "lower", "map", "max", "min", "reject", "rejectattr", "reverse", "round", "safe",
		"select", "selectattr", "sort", "sum", "title", "unique", "upper", "wordcount",
	}
	sharedGlobals = []string{"dict", "joiner", "namespace"}
)

// environment is what templates can use: no other files.
func (e *engine) environment() *exec.Environment {
	filters := e.filters()
	for _, name := range sharedFilters {
		if filters[name] == nil {
			filters[name], _ = builtins.Filters.Get(name)
		}
	}
	tests := exec.NewTestSet(map[string]exec.TestFunction{}).Update(builtins.Tests).Update(exec.NewTestSet(extraTests))
	globals := e.globals()
	for _, name := range sharedGlobals {
		globals[name], _ = builtins.GlobalFunctions.Get(name)
	}
	return &exec.Environment{
		Filters:           exec.NewFilterSet(filters),
		Tests:             tests,
		ControlStructures: e.structures(),
		Context:           exec.NewContext(globals),
		Methods:           methods(),
	}
}

// render renders the template with these variables.
func (e *engine) render(variables map[string]any) (string, error) {
	if e.givenUp != nil {
		return "", e.givenUp
	}
	e.steps, e.depth, e.memory = 0, 0, memoryHeld()
	out := &output{engine: e}
	done := make(chan error, 1)
	go func() {
		done <- guarded(func() error { return e.template.Execute(out, exec.NewContext(variables)) })
	}()
	err := e.wait(done)
	if e.givenUp != nil {
		return "", err
	}
	return out.String(), err
}

// wait waits for a rendering, which is given up when it takes too long, or too much memory: what
// one expression makes is seen by no step.
func (e *engine) wait(done <-chan error) error {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			return e.cause(err)
		case now := <-tick.C:
			switch {
			case now.After(e.deadline.Add(time.Second)):
				e.givenUp = errTooLong
			case e.overMemory():
				e.givenUp = errTooMuch
			default:
				continue
			}
			e.stopped.Store(true)
			return e.givenUp
		}
	}
}

// cause is the error at the heart of one of the engine's.
func (e *engine) cause(err error) error {
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
	return errors.New(e.written.heart(err.Error()))
}

// raisedMark is before what a template says itself, in whatever the engine wraps it.
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
