package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/familyfile"
)

// TestFileFamily: the server that is attacked through a pipe can read the family next to it.
func TestFileFamily(t *testing.T) {
	file := filepath.Join(t.TempDir(), "acme.txtpb")
	if err := os.WriteFile(file, []byte(fileFamily), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := familyfile.Load(families.Registry(), []string{file}, false); err != nil {
		t.Error(err)
	}
}

// TestInTime: an attack has its error, and one whose callers don't leave after the deadline is one.
func TestInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		leave := make(chan struct{})
		defer close(leave)
		for name, c := range map[string]struct {
			run  func(context.Context) error
			want string
			took time.Duration
		}{
			"leaves":       {func(ctx context.Context) error { <-ctx.Done(); return nil }, "", attackTime},
			"fails":        {func(context.Context) error { return context.Canceled }, "", 0},
			"never leaves": {func(context.Context) error { <-leave; return nil }, "never leaves: not over 20s after its deadline of 20s", attackTime + grace},
		} {
			var errs []error
			begun := time.Now()
			err := inTime(t.Context(), name, c.run, &errs)
			if took := time.Since(begun); took != c.took {
				t.Errorf("%s took %v, want %v", name, took, c.took)
			}
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", name, err, c.want)
			}
			if name == "fails" && !errors.Is(errors.Join(errs...), context.Canceled) {
				t.Errorf("%s: %v", name, errs)
			}
		}
	})
}
