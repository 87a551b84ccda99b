package main

import (
	"errors"
	"io"
	"os"
	"strings"
)

// notInFile writes an error into the file that standard output is, as a comment. A shell has created the file
// before the command ran, and an empty one would look like a family file.
func notInFile(out io.Writer, why error) error {
	file, ok := out.(*os.File)
	if !ok {
		return why
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return why
	}
	_, err = io.WriteString(file, "# This file declares no family:\n# "+strings.ReplaceAll(why.Error(), "\n", "\n# ")+"\n")
	return errors.Join(why, err)
}
