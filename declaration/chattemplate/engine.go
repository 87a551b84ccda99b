package chattemplate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
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
	maxSteps  = 1 << 18
	maxDepth  = 64               // of macros that call macros
	maxTime   = 10 * time.Second // for all renderings of a template
)

var (
	errTooMuch = fmt.Errorf("the template writes more than %d bytes, or makes a value of more", maxOutput)
	errTooLong = fmt.Errorf("the template takes more than %d steps, or %v", maxSteps, maxTime)
	errTooDeep = fmt.Errorf("its macros call each other more than %d deep", maxDepth)
)

// A raised error is what a template itself says of a conversation.
type raised struct{ message string }

func (r *raised) Error() string { return "the template says: " + oneLine(r.message) }

// oneLine is a text as a comment, or an error, has it.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

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
	e := &engine{deadline: time.Now().Add(maxTime)}
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
		return nil, errors.New(heart(strings.ReplaceAll(err.Error(), text, "…")))
	}
	return e, nil
}

// maxMessage bounds what is told of an error.
const maxMessage = 200

// heart is the reason at the end of an error of the engine, which wraps it in every
// statement and expression around it, and the last line that it names.
func heart(message string) string {
	reason := message
	for {
		before, behind, ok := strings.Cut(reason, ": ")
		if !ok || behind == "" || strings.HasPrefix(before, "invalid call to") {
			break
		}
		reason = behind
	}
	if len(reason) > maxMessage {
		reason = strings.ToValidUTF8(reason[:maxMessage], "") + "…"
	}
	const at = "at line "
	if n := strings.LastIndex(message, at); n >= 0 {
		line := message[n+len(at):]
		if end := strings.IndexFunc(line, func(r rune) bool { return r < '0' || r > '9' }); end > 0 {
			reason = "line " + line[:end] + ": " + reason
		}
	}
	return oneLine(reason)
}

// What is taken from the engine as it is: nothing that makes much of little.
var (
	sharedFilters = []string{
		"abs", "attr", "capitalize", "count", "d", "default", "e", "escape", "float", "forceescape", "groupby", "int", "join",
		"length", "list", "lower", "map", "max", "min", "reject", "rejectattr", "replace", "reverse", "round", "safe",
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
	e.steps, e.depth = 0, 0
	out := &output{engine: e}
	done := make(chan error, 1)
	go func() {
		done <- guarded(func() error { return e.template.Execute(out, exec.NewContext(variables)) })
	}()
	select {
	case err := <-done:
		return out.String(), told(err)
	case <-time.After(time.Until(e.deadline) + time.Second):
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
	return errors.New(heart(err.Error()))
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
