// Package panics recovers from panics, and says what they were, in words that can be logged.
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

// Catch makes a panic of the function that defers it that function's error.
func Catch(err *error) {
	if v := recover(); v != nil {
		*err = Error(v)
	}
}
