package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"syscall"
)

// listen opens all addresses or none.
func listen(ctx context.Context, addresses []string) ([]net.Listener, error) {
	var listeners []net.Listener
	for _, address := range addresses {
		l, err := listenOn(ctx, address)
		if err != nil {
			closeAll(listeners)
			return nil, fmt.Errorf("listen on %s: %w", address, err)
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

func listenOn(ctx context.Context, address string) (net.Listener, error) {
	var lc net.ListenConfig
	path, unix := UnixPath(address)
	if !unix {
		return lc.Listen(ctx, "tcp", address)
	}
	if err := removeStaleSocket(ctx, path); err != nil {
		return nil, err
	}
	return lc.Listen(ctx, "unix", path)
}

// removeStaleSocket removes a socket that an earlier server left behind: one
// that nobody answers on. Anything else at the path is left alone.
func removeStaleSocket(ctx context.Context, path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode().Type() != fs.ModeSocket {
		return errors.New("the path exists and is no socket")
	}
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", path)
	if err == nil {
		_ = conn.Close() // it has told what it was opened for
		return errors.New("another process serves on the socket")
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return err
	}
	return os.Remove(path)
}
