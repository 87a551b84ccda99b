// Package reload keeps what files say, and reads them again when they change.
package reload

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/toolparser/toolparser/internal/panics"
)

// Files is what files of one kind say, read again when they change. While they can't be
// read, in the middle of a renewal, what they said before stays.
type Files[T any] struct {
	what  string
	read  func() (T, error)
	files func() []string
	value atomic.Pointer[T]
	// done is the state of the files that was read, seen the one that was found last. unread is how many looks
	// in a row found another state than done.
	done, seen string
	unread     int
	// asked has an element when the files are to be read again whether they changed or not.
	asked chan struct{}
	// reads and failures count how reading ended; last is when it went well, in
	// nanoseconds since the epoch.
	reads, failures atomic.Uint64
	last            atomic.Int64
}

// New reads the files for the first time. what names their kind in the log, such as "tls
// certificate".
func New[T any](what string, read func() (T, error), files ...string) (*Files[T], error) {
	return NewFunc(what, read, func() []string { return files })
}

// NewFunc is New of files that come and go.
func NewFunc[T any](what string, read func() (T, error), files func() []string) (*Files[T], error) {
	w := &Files[T]{what: what, read: read, files: files, asked: make(chan struct{}, 1), done: state(files())}
	if err := w.readAll(); err != nil {
		return nil, err
	}
	return w, nil
}

// Get is what the files say now.
func (w *Files[T]) Get() *T { return w.value.Load() }

func (w *Files[T]) readAll() error {
	value, err := w.readSafely()
	if err != nil {
		w.failures.Add(1)
		return err
	}
	w.value.Store(&value)
	w.reads.Add(1)
	w.last.Store(time.Now().UnixNano())
	return nil
}

// readSafely has a panic in reading a file that no one expected be an error: files are read outside of any call.
func (w *Files[T]) readSafely() (value T, err error) {
	defer panics.Catch(&err)
	return w.read()
}

// Watch looks at the files until ctx is done. Each kind has a goroutine of its own: the files
// of another may be on a file system that no longer answers.
func (w *Files[T]) Watch(ctx context.Context, log *slog.Logger) {
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

// Ask has the files be read again.
func (w *Files[T]) Ask() {
	select {
	case w.asked <- struct{}{}:
	default: // they are about to be
	}
}

// refresh reads the files again if they have changed, and no longer change. If they still change after maxLooks, it
// doesn't wait any longer, and reads them again later, since they may have changed in the middle.
func (w *Files[T]) refresh(log *slog.Logger) {
	now := state(w.files())
	settled := now == w.seen
	w.seen = now
	if now == w.done {
		w.unread = 0
		return
	}
	switch w.unread++; {
	case settled:
		w.reread(log, now)
	case w.unread >= maxLooks:
		w.reread(log, unsettled)
	}
}

// unsettled is no state of files.
const unsettled = "?"

// reread reads the files in the state now. Each failure is logged, and there is no other
// try until the state is another one.
func (w *Files[T]) reread(log *slog.Logger, now string) {
	w.done, w.unread = now, 0
	if err := w.readAll(); err != nil {
		log.Warn("keeping the "+w.what+" as before", "error", err)
		return
	}
	log.Info("read the " + w.what + " again")
}

// Kind names the kind of the files, for metrics.
func (w *Files[T]) Kind() string { return strings.ReplaceAll(w.what, " ", "_") }

// Load says how reading went.
func (w *Files[T]) Load() Load {
	return Load{Reads: w.reads.Load(), Failures: w.failures.Load(), Last: time.Unix(0, w.last.Load())}
}

// state is a text that differs between two states of the files.
func state(files []string) string {
	var b strings.Builder
	for _, name := range files {
		if info, err := os.Stat(name); err == nil {
			fmt.Fprintf(&b, "%s %v %d %d %s\n", name, info.Mode(), info.Size(), info.ModTime().UnixNano(), inode(info))
		}
	}
	return b.String()
}

// A Watcher is Files of any type.
type Watcher interface {
	Watch(ctx context.Context, log *slog.Logger)
	Ask()
	Kind() string
	Load() Load
}

const (
	// refreshInterval is how often files are looked at.
	refreshInterval = 200 * time.Millisecond
	// maxLooks is after how many looks files that change are read, even if they still do: it takes less than a second
	// from the first change.
	maxLooks = 4
)

// A Load says how reading the files of one kind went.
type Load struct {
	// Reads counts how often they were read and took over, at the start too; Failures how
	// often they couldn't be read, or what they said was wrong.
	Reads, Failures uint64
	// Last is when they were last read and took over.
	Last time.Time
}

// All are the files of a program.
type All []Watcher

// Watch looks at the files until ctx is done, and returns at once.
func (a All) Watch(ctx context.Context, log *slog.Logger) {
	for _, files := range a {
		go files.Watch(ctx, log)
	}
}

// Loads say how reading the files went, by their kind.
func (a All) Loads() map[string]Load {
	loads := map[string]Load{}
	for _, files := range a {
		loads[files.Kind()] = files.Load()
	}
	return loads
}

// Ask has all files be read again, whether they have changed or not.
func (a All) Ask() {
	for _, files := range a {
		files.Ask()
	}
}
