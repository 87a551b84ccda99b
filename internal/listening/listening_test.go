package listening

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestOn(t *testing.T) {
	l, err := On(context.Background(), "tcp", "127.0.0.1:0", "--listen")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // the test is over
	used := l.Addr().String()
	folder := filepath.Join(t.TempDir(), "none")
	for _, c := range []struct {
		network, address string
		is               error
		want             string
	}{
		{"tcp", used, syscall.EADDRINUSE, "listen on " + used + ": address already in use; is another toolparser running? use --listen to serve another address"},
		{"tcp", "192.0.2.1:1", syscall.EADDRNOTAVAIL, "listen on 192.0.2.1:1: this machine has no such address; check --listen"},
		{"unix", folder + "/s", fs.ErrNotExist, "listen on " + folder + "/s: the folder " + folder + " doesn't exist; create it, or check --listen"},
		{"tcp", "127.0.0.1:nope", nil, "listen on 127.0.0.1:nope: lookup tcp/nope: unknown port; check --listen"},
	} {
		_, err := On(context.Background(), c.network, c.address, "--listen")
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.address, err, c.want)
		}
		if c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: %v isn't %v", c.address, err, c.is)
		}
	}
	if _, ok := errors.AsType[*net.OpError](func() error { _, err := On(context.Background(), "tcp", used, ""); return err }()); !ok {
		t.Error("the system's error can't be unwrapped")
	}
}

// TestWindows: the numbers of Windows's own errors get the same words.
func TestWindows(t *testing.T) {
	for number, want := range map[syscall.Errno]string{
		10048: "address already in use; is another toolparser running? use --listen to serve another address",
		10049: "this machine has no such address; check --listen",
		10013: "permission denied; choose a port above 1023, or a folder that this user may write to, with --listen",
	} {
		err := &net.OpError{Op: "listen", Err: os.NewSyscallError("bind", number)}
		if got := explain("tcp", "127.0.0.1:50051", "--listen", err); got != want {
			t.Errorf("%d: %q, want %q", number, got, want)
		}
	}
}
