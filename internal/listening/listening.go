// Package listening opens the addresses that a program serves, and says what to do where it can't.
package listening

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// On listens on an address of the network "tcp" or "unix". The error names the setting by
// which another address can be chosen, such as "--listen".
func On(ctx context.Context, network, address, setting string) (net.Listener, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, network, address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", address, explained{err, explain(network, address, setting, err)})
	}
	return l, nil
}

// explained is an error whose text is for people: the system's own repeats the address.
type explained struct {
	error
	text string
}

func (e explained) Error() string { return e.text }

func (e explained) Unwrap() error { return e.error }

// What Winsock calls the errors. The numbers of package syscall for Windows are invented.
const (
	wsaAccess       = syscall.Errno(10013)
	wsaInUse        = syscall.Errno(10048)
	wsaNotAvailable = syscall.Errno(10049)
)

func explain(network, address, setting string, err error) string {
	switch {
	case errors.Is(err, syscall.EADDRINUSE), errors.Is(err, wsaInUse):
		return "address already in use; is another toolparser running? use " + setting + " to serve another address"
	case errors.Is(err, syscall.EADDRNOTAVAIL), errors.Is(err, wsaNotAvailable):
		return "this machine has no such address; check " + setting
	case network == "unix" && errors.Is(err, fs.ErrNotExist):
		return "the folder " + filepath.Dir(address) + " doesn't exist; create it, or check " + setting
	case errors.Is(err, fs.ErrPermission), errors.Is(err, wsaAccess):
		return "permission denied; choose a port above 1023, or a folder that this user may write to, with " + setting
	}
	if op, ok := errors.AsType[*net.OpError](err); ok {
		err = op.Err
	}
	if call, ok := errors.AsType[*os.SyscallError](err); ok {
		err = call.Err
	}
	return strings.TrimSpace(err.Error()) + "; check " + setting
}
