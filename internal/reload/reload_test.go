//go:build unix

package reload

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var discard = slog.New(slog.DiscardHandler)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// watch watches a file whose text is its value.
func watch(t *testing.T, path string) *Files[string] {
	t.Helper()
	w, err := New("text", func() (string, error) {
		text, err := os.ReadFile(path)
		return string(text), err
	}, path)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestFilesThatLookAlikeAreTwo: a file of the same size and time of modification is another one, however it came there.
func TestFilesThatLookAlikeAreTwo(t *testing.T) {
	same := time.Now().Add(-time.Hour)
	alike := func(t *testing.T, path, text string) {
		t.Helper()
		write(t, path, text)
		if err := os.Chtimes(path, same, same); err != nil {
			t.Fatal(err)
		}
	}
	for name, replace := range map[string]func(t *testing.T, path string){
		"written": func(t *testing.T, path string) {
			// The clock of the file system's times has steps; the file before was written in one of these.
			before := state([]string{path})
			for range 1000 {
				if alike(t, path, "after!"); state([]string{path}) != before {
					return
				}
				time.Sleep(time.Millisecond)
			}
		},
		"renamed": func(t *testing.T, path string) {
			alike(t, path+".new", "after!")
			if err := os.Rename(path+".new", path); err != nil {
				t.Fatal(err)
			}
		},
		"a link that is switched": func(t *testing.T, path string) {
			alike(t, path+".new", "after!")
			if err := errors.Join(os.Symlink(path+".new", path+".link"), os.Rename(path+".link", path)); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file")
			alike(t, path, "before")
			w := watch(t, path)
			replace(t, path)
			w.refresh(discard)
			w.refresh(discard)
			if got := *w.Get(); got != "after!" {
				t.Errorf("it still says %q", got)
			}
		})
	}
}

// TestFilesThatNeverSettleAreRead in less than a second, and again once they have settled.
func TestFilesThatNeverSettleAreRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	write(t, path, "before")
	w := watch(t, path)
	touches := 0
	touch := func(text string) {
		touches++
		write(t, path, text)
		at := time.Unix(int64(touches), 0)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	for look := 1; *w.Get() == "before"; look++ {
		touch("half")
		w.refresh(discard)
		if look > int(time.Second/refreshInterval)-1 { // the first look comes up to one interval after the change
			t.Fatal("it isn't read in a second")
		}
	}
	touch("all")
	w.refresh(discard)
	w.refresh(discard)
	reads := w.Load().Reads
	if got := *w.Get(); got != "all" {
		t.Errorf("once it has settled, it says %q", got)
	}
	w.refresh(discard)
	w.refresh(discard)
	if after := w.Load().Reads; after != reads {
		t.Errorf("a file that doesn't change is read %d times more", after-reads)
	}
}

// TestAPanicInReadingIsAnError: files are read outside of any call, where it would end the process.
func TestAPanicInReadingIsAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	write(t, path, "right")
	read := func() (string, error) {
		text, err := os.ReadFile(path)
		if string(text) == "wrong" {
			panic("a bug, on reading a secret")
		}
		return string(text), err
	}
	w, err := New("text", read, path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, "wrong")
	w.refresh(discard)
	w.refresh(discard)
	if got := *w.Get(); got != "right" || w.Load().Failures != 1 {
		t.Errorf("got %q, %+v", got, w.Load())
	}
	if _, err := New("text", read, path); err == nil || !strings.Contains(err.Error(), "panic") || strings.Contains(err.Error(), "on reading a secret") {
		t.Errorf("at the start: %v", err)
	}
}
