package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"syscall"

	"github.com/toolparser/toolparser/internal/listening"
)

// listen opens all addresses or none. An error names the flag of the program that sets them.
func listen(ctx context.Context, flag string, addresses []string) ([]net.Listener, error) {
	var listeners []net.Listener
	for _, address := range addresses {
		l, err := listenOn(ctx, flag, address)
		if err != nil {
			closeAll(listeners)
			return nil, err
		}
		listeners = append(listeners, l)
	}
	return listeners, nil
}

func closeAll(listeners []net.Listener) {
	for _, l := range listeners {
		_ = l.Close() // the error that led here matters more
	}
}

func listenOn(ctx context.Context, flag, address string) (net.Listener, error) {
	path, unix := UnixPath(address)
	if !unix {
		return listening.On(ctx, "tcp", address, flag)
	}
	if err := removeStaleSocket(ctx, path); err != nil {
		return nil, fmt.Errorf("listen on %s: %w; check %s", address, err, flag)
	}
	return listening.On(ctx, "unix", path, flag)
}

// removeStaleSocket removes a socket that an earlier server left behind: one
// that no one answers on. Anything else at the path is left alone.
func removeStaleSocket(ctx context.Context, path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode().Type() != fs.ModeSocket {
		return errors.New("the path exists and is not a socket")
	}
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", path)
	if err == nil {
		_ = conn.Close() // that it could be opened is enough
		return errors.New("another process is serving on the socket; end it, or serve another path")
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return err
	}
	return os.Remove(path)
}
