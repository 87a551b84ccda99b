package server

import (
	"context"
	"log/slog"
	"os"
	"sync/atomic"
	"time"
)

// A watched is what files say, read again when they change. While they can't be
// read, in the middle of a renewal, what they said before stays.
type watched[T any] struct {
	what    string
	read    func() (T, error)
	files   []string
	value   atomic.Pointer[T]
	changed time.Time
}

// watchFiles reads the files for the first time.
func watchFiles[T any](what string, read func() (T, error), files ...string) (*watched[T], error) {
	w := &watched[T]{what: what, read: read, files: files, changed: modified(files)}
	value, err := read()
	if err != nil {
		return nil, err
	}
	w.value.Store(&value)
	return w, nil
}

func (w *watched[T]) get() *T { return w.value.Load() }

// refresh reads the files again if they have changed. A failure is told once.
func (w *watched[T]) refresh(log *slog.Logger) {
	changed := modified(w.files)
	if changed.Equal(w.changed) {
		return
	}
	w.changed = changed
	value, err := w.read()
	if err != nil {
		log.Warn("keeping the "+w.what+" as before", "error", err)
		return
	}
	w.value.Store(&value)
	log.Info("read the " + w.what + " again")
}

// modified is when the youngest of the files was written; zero if unknown.
func modified(files []string) time.Time {
	var latest time.Time
	for _, name := range files {
		if info, err := os.Stat(name); err == nil && info.ModTime().After(latest) {
			latest = info.ModTime()
		}
	}
	return latest
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
