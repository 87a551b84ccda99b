// Package panics says what a recovered panic was, in words that can be logged.
package panics

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
)

// Text is a runtime error's text, and of other values the type only: they may quote an output.
func Text(v any) string {
	if err, ok := v.(error); ok {
		var runtimeError runtime.Error
		if errors.As(err, &runtimeError) {
			return runtimeError.Error()
		}
	}
	return fmt.Sprintf("a value of type %T", v)
}

// Error is a recovered panic as an error, with the stack of the caller.
func Error(v any) error { return fmt.Errorf("panic: %s\n%s", Text(v), debug.Stack()) }
