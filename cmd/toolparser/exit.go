package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

const (
	exitOK     = 0
	exitError  = 1
	exitUsage  = 2
	exitNoCall = 3
)

// exitCodes is what a command's help says of its exit codes, from 0 on.
func exitCodes(meanings ...string) string {
	var b strings.Builder
	b.WriteString("\n\nExit codes:")
	for code, meaning := range meanings {
		fmt.Fprintf(&b, "\n  %d  %s", code, meaning)
	}
	return b.String()
}

// errNoCall ends a parse with exitNoCall, without a message.
var errNoCall = errors.New("no tool call was accepted")

// A runError happened while a command ran. Every other error is cobra's, about
// the command line.
type runError struct{ error }

func (e runError) Unwrap() error { return e.error }

// A usageError is found only while a command runs, but is about its use.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// running marks the errors of a command.
func running(f func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		if err := f(c, args); err != nil {
			return runError{err}
		}
		return nil
	}
}

// report tells an error and returns the exit code for it.
func report(w io.Writer, command string, err error) int {
	code := exitCode(err)
	switch code {
	case exitError:
		_, _ = fmt.Fprintln(w, "toolparser:", err)
	case exitUsage:
		_, _ = fmt.Fprintf(w, "toolparser: %v\nsee '%s --help'\n", err, command)
	}
	return code
}

func exitCode(err error) int {
	var ran runError
	var usage usageError
	var file *fs.PathError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errNoCall):
		return exitNoCall
	case errors.As(err, &file):
		return exitError // also where the command line or a setting names it
	case errors.As(err, &usage), !errors.As(err, &ran):
		return exitUsage
	default:
		return exitError
	}
}

// serviceError makes a command's error of the service's: what the service
// calls the caller's mistake is one of usage.
func serviceError(err error) error {
	st, ok := status.FromError(err)
	if !ok || st.Code() == codes.OK {
		return err
	}
	told := errors.New(st.Message())
	if st.Code() == codes.InvalidArgument || st.Code() == codes.NotFound {
		return usageError{told}
	}
	return told
}

// mapErrors is err with f's word for each of the errors that are joined in it.
func mapErrors(err error, f func(error) error) error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return f(err)
	}
	var errs []error
	for _, err := range joined.Unwrap() {
		errs = append(errs, mapErrors(err, f))
	}
	return errors.Join(errs...)
}
