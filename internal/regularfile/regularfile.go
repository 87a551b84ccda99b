// Package regularfile reads regular files, and no others: a pipe blocks until it has a writer,
// a device may have no end.
package regularfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// Open opens a regular file to read it. It never blocks: what isn't one is an error, which
// names the path and its kind, and isn't opened.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, &fs.PathError{Op: "open", Path: failed.Path, Err: failed.Err} // what it was for
	}
	if err != nil {
		return nil, err
	}
	if err := check(path, info); err != nil {
		return nil, err
	}
	// It may have been replaced by a pipe since, which O_NONBLOCK opens at once.
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err = file.Stat(); err == nil {
		err = check(path, info)
	}
	if err != nil {
		_ = file.Close() // nothing was written
		return nil, err
	}
	return file, nil
}

// MaxBytes bounds what Read reads: 16 MiB. A file that has holes takes less of the disk than of the memory.
const MaxBytes = 16 << 20

// Read reads a regular file of at most MaxBytes to its end; see Open.
func Read(path string) ([]byte, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	text, err := io.ReadAll(io.LimitReader(file, MaxBytes+1))
	if err == nil && len(text) > MaxBytes {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("it is over the limit of %d bytes", MaxBytes)}
	}
	return text, err
}

// check finds what is no regular file.
func check(path string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("it is %s; want a regular file", kind(info.Mode()))}
}

func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	default:
		return "a special file"
	}
}
