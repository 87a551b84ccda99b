package server

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// A watched is what files say, read again when they change. While they can't be
// read, in the middle of a renewal, what they said before stays.
type watched[T any] struct {
	what  string
	read  func() (T, error)
	files func() []string
	value atomic.Pointer[T]
	// done is the state of the files that was read, seen the one that was found last.
	done, seen     string
	taken, refused atomic.Uint64
}

// watchFiles reads the files for the first time.
func watchFiles[T any](what string, read func() (T, error), files ...string) (*watched[T], error) {
	return watchAll(what, read, func() []string { return files })
}

// watchAll is watchFiles of files that come and go.
func watchAll[T any](what string, read func() (T, error), files func() []string) (*watched[T], error) {
	w := &watched[T]{what: what, read: read, files: files, done: state(files())}
	value, err := read()
	if err != nil {
		return nil, err
	}
	w.value.Store(&value)
	return w, nil
}

func (w *watched[T]) get() *T { return w.value.Load() }

// refresh reads the files again if they have changed, and no longer change. A failure is
// told once.
func (w *watched[T]) refresh(log *slog.Logger) {
	now := state(w.files())
	if now == w.done {
		return
	}
	if now != w.seen {
		w.seen = now
		return
	}
	w.done = now
	value, err := w.read()
	if err != nil {
		w.refused.Add(1)
		log.Warn("keeping the "+w.what+" as before", "error", err)
		return
	}
	w.value.Store(&value)
	w.taken.Add(1)
	log.Info("read the " + w.what + " again")
}

// state tells two states of the files apart.
func state(files []string) string {
	var b strings.Builder
	for _, name := range files {
		if info, err := os.Stat(name); err == nil {
			fmt.Fprintf(&b, "%s %d %d\n", name, info.Size(), info.ModTime().UnixNano())
		}
	}
	return b.String()
}

// A refresher is a watched of any type.
type refresher interface{ refresh(log *slog.Logger) }

// refreshInterval is how often files are looked at.
const refreshInterval = 200 * time.Millisecond

// refreshAll looks at the files until ctx is done.
func refreshAll(ctx context.Context, log *slog.Logger, files []refresher) {
	ticker := time.NewTicker(refreshInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			for _, f := range files {
				f.refresh(log)
			}
		}
	}
}
