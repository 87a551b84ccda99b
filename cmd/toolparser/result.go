package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A resultFile is where a command writes what it makes: a file, or standard output. A shell creates the file of
// ">" before the command runs, so it is there and empty if the command fails. The file of --output isn't.
type resultFile struct{ path string }

func (r *resultFile) addFlag(f *pflag.FlagSet) {
	f.StringVarP(&r.path, "output", "o", "", "`file` to write, if there is no error; empty for standard output")
}

// write has a function make the result. The file gets it only if the function returns no error.
func (r *resultFile) write(c *cobra.Command, result func(io.Writer) error) error {
	if r.path == "" {
		return result(c.OutOrStdout())
	}
	var text bytes.Buffer
	if err := result(&text); err != nil {
		return fmt.Errorf("%w\n%s isn't written", err, r.path)
	}
	file, err := os.Create(r.path)
	if err != nil {
		return err
	}
	_, err = text.WriteTo(file)
	return errors.Join(err, file.Close())
}
