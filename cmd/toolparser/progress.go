package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progressInterval is how often the progress is written.
const progressInterval = 200 * time.Millisecond

// A progress shows, on a terminal, how much of the input was read, and the time left.
type progress struct {
	w   io.Writer
	bar *progressbar.ProgressBar // nil where no one looks
}

// newProgress shows the progress of reading in on w, unless what is printed to out would
// be between the bar.
func newProgress(w io.Writer, in io.Reader, out io.Writer) (*progress, io.Reader) {
	p := &progress{w: w}
	if !isTerminal(w) || isTerminal(out) {
		return p, in
	}
	size := int64(-1) // not known: then there is no share, and no time left
	if file, ok := in.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			size = info.Size()
		}
	}
	p.bar = progressbar.NewOptions64(size,
		progressbar.OptionSetWriter(w),
		progressbar.OptionShowBytes(true),
		progressbar.OptionShowCount(),
		progressbar.OptionThrottle(progressInterval),
		progressbar.OptionFullWidth(),
		progressbar.OptionClearOnFinish(),
	)
	reader := progressbar.NewReader(in, p.bar)
	return p, &reader
}

// printf prints a line where the bar is, which comes again below.
func (p *progress) printf(format string, args ...any) {
	if p.bar != nil {
		_ = p.bar.Clear() // a terminal that is gone is no error of the run
	}
	_, _ = fmt.Fprintf(p.w, format, args...)
}

// end takes the bar away.
func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Exit()
		_ = p.bar.Clear()
	}
}
