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

// A watched is what files of one kind say, read again when they change. While they can't be
// read, in the middle of a renewal, what they said before stays.
type watched[T any] struct {
	what  string
	read  func() (T, error)
	files func() []string
	value atomic.Pointer[T]
	// done is the state of the files that was read, seen the one that was found last.
	done, seen string
	// asked has an element when the files are to be read again whether they changed or not.
	asked chan struct{}
	// reads and failures count what became of reading; last is when it went well, in
	// nanoseconds since the epoch.
	reads, failures atomic.Uint64
	last            atomic.Int64
}

// watchFiles reads the files for the first time.
func watchFiles[T any](what string, read func() (T, error), files ...string) (*watched[T], error) {
	return watchAll(what, read, func() []string { return files })
}

// watchAll is watchFiles of files that come and go.
func watchAll[T any](what string, read func() (T, error), files func() []string) (*watched[T], error) {
	w := &watched[T]{what: what, read: read, files: files, asked: make(chan struct{}, 1), done: state(files())}
	if err := w.readAll(); err != nil {
		return nil, err
	}
	return w, nil
}

func (w *watched[T]) get() *T { return w.value.Load() }

func (w *watched[T]) readAll() error {
	value, err := w.read()
	if err != nil {
		w.failures.Add(1)
		return err
	}
	w.value.Store(&value)
	w.reads.Add(1)
	w.last.Store(time.Now().UnixNano())
	return nil
}

// watch looks at the files until ctx is done. Each kind has a goroutine of its own: the files
// of another may be on a file system that no longer answers.
func (w *watched[T]) watch(ctx context.Context, log *slog.Logger) {
	ticker := time.NewTicker(refreshInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			w.refresh(log)
		case <-w.asked:
			w.reread(log, state(w.files()))
		}
	}
}

// ask has the files be read again.
func (w *watched[T]) ask() {
	select {
	case w.asked <- struct{}{}:
	default: // they are about to be
	}
}

// refresh reads the files again if they have changed, and no longer change.
func (w *watched[T]) refresh(log *slog.Logger) {
	now := state(w.files())
	if now == w.done {
		return
	}
	if now != w.seen {
		w.seen = now
		return
	}
	w.reread(log, now)
}

// reread reads the files in the state now. Each failure is logged, and there is no other
// try until the state is another one.
func (w *watched[T]) reread(log *slog.Logger, now string) {
	w.done = now
	if err := w.readAll(); err != nil {
		log.Warn("keeping the "+w.what+" as before", "error", err)
		return
	}
	log.Info("read the " + w.what + " again")
}

// kind names the kind of the files, for metrics.
func (w *watched[T]) kind() string { return strings.ReplaceAll(w.what, " ", "_") }

func (w *watched[T]) load() FileLoad {
	return FileLoad{Reads: w.reads.Load(), Failures: w.failures.Load(), Last: time.Unix(0, w.last.Load())}
}

// state tells two states of the files apart.
func state(files []string) string {
	var b strings.Builder
	for _, name := range files {
		if info, err := os.Stat(name); err == nil {
			fmt.Fprintf(&b, "%s %v %d %d\n", name, info.Mode(), info.Size(), info.ModTime().UnixNano())
		}
	}
	return b.String()
}

// A watcher is a watched of any type.
type watcher interface {
	watch(ctx context.Context, log *slog.Logger)
	ask()
	kind() string
	load() FileLoad
}

// refreshInterval is how often files are looked at.
const refreshInterval = 200 * time.Millisecond
