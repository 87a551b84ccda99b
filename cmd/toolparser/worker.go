package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/toolparser/toolparser/internal/buildinfo"
	"github.com/toolparser/toolparser/internal/listening"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

var workerLong = `worker parses for the program that starts it. Packages of other languages use it, such as
the Python package toolparser. It serves the requests of the service, as JSON, on a socket
that only this user can reach.

It prints one line of JSON on standard output: the address of the socket, and the version.
Then it serves until its standard input ends, which is at the latest when the program
that started it ends. It ignores SIGINT and SIGHUP: a key press is for the program that started it.

docs/use/worker.md describes the socket.` + exitCodes(
	"standard input ended, or a signal",
	"an error while running: no socket can be made",
	"wrong usage")

const workerExample = `  # Serve until Ctrl-D is pressed.
  toolparser worker`

// A workerCommand holds the flags of one worker.
type workerCommand struct {
	families familyFiles
	tcp      bool
}

func newWorkerCommand(registry *parsers.Registry) *cobra.Command {
	w := &workerCommand{families: familyFiles{base: registry}}
	c := &cobra.Command{
		Use:     "worker",
		Short:   "Parse for the program that starts it",
		Long:    workerLong,
		Example: workerExample,
		Args:    noArguments,
		RunE:    running(w.run),
	}
	c.Flags().BoolVar(&w.tcp, "tcp", runtime.GOOS == "windows", "listen on a port of 127.0.0.1 instead of a Unix socket")
	w.families.addFlags(c.Flags())
	return c
}

// A workerReady is the line that says where a worker can be reached.
type workerReady struct {
	Network string `json:"network"`
	Address string `json:"address"`
	// Token begins each connection over TCP, which other users of the machine can reach, too.
	Token string `json:"token,omitempty"`
	// Protocol changes with each change of the frames that a caller must know of.
	Protocol int    `json:"protocol"`
	Version  string `json:"version"`
}

func (w *workerCommand) run(c *cobra.Command, _ []string) error {
	registry, err := w.families.registry()
	if err != nil {
		return err
	}
	signal.Ignore(os.Interrupt, syscall.SIGHUP)
	ctx, stop := signal.NotifyContext(c.Context(), syscall.SIGTERM)
	defer stop()
	limitMemory()
	defer runtime.KeepAlive(heapFloor())
	ready := workerReady{Protocol: frameProtocol, Version: buildinfo.Read().Version}
	listener, closed, err := w.listen(ctx, &ready)
	if err != nil {
		return err
	}
	defer closed()
	go func() {
		_, _ = io.Copy(io.Discard, c.InOrStdin()) // however it ends
		stop()
	}()
	if err := json.NewEncoder(c.OutOrStdout()).Encode(ready); err != nil {
		return fmt.Errorf("write where the worker listens: %w", err)
	}
	log := slog.New(slog.NewTextHandler(c.ErrOrStderr(), nil))
	serveFrames(ctx, listener, &frameService{service: server.NewService(registry, server.WithLogger(log)), token: ready.Token, log: log})
	return nil
}

// listen opens a socket, and says in ready where it is. closed closes it, and removes what it left.
func (w *workerCommand) listen(ctx context.Context, ready *workerReady) (listener net.Listener, closed func(), err error) {
	if w.tcp {
		ready.Network, ready.Token = "tcp", rand.Text()
		listener, err = listening.On(ctx, "tcp", "127.0.0.1:0", "the address 127.0.0.1")
		if err != nil {
			return nil, nil, err
		}
		ready.Address = listener.Addr().String()
		return listener, func() { _ = listener.Close() }, nil
	}
	folder, err := socketFolder()
	if err != nil {
		return nil, nil, fmt.Errorf("make a folder for the socket: %w; set TMPDIR to a folder that this user may write to", err)
	}
	ready.Network, ready.Address = "unix", filepath.Join(folder, "s")
	listener, err = listening.On(ctx, "unix", ready.Address, "TMPDIR")
	if err != nil {
		_ = os.RemoveAll(folder) // the error that led here matters more
		return nil, nil, err
	}
	return listener, func() { _ = listener.Close(); _ = os.RemoveAll(folder) }, nil
}

// maxSocketPath is how long the path of a socket can be on all systems.
const maxSocketPath = 103

// socketFolder makes a folder that only this user can enter, with a path short enough for a socket in it.
func socketFolder() (string, error) {
	folder, err := os.MkdirTemp("", "toolparser-")
	if err == nil && len(folder) < maxSocketPath-len("/s") {
		return folder, nil
	}
	if err == nil {
		_ = os.Remove(folder) // it is empty
	}
	return os.MkdirTemp("/tmp", "toolparser-")
}

// serveFrames serves connections until ctx is done.
func serveFrames(ctx context.Context, listener net.Listener, s *frameService) {
	context.AfterFunc(ctx, func() { _ = listener.Close() })
	var open sync.WaitGroup
	defer open.Wait()
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		open.Go(func() {
			closed := context.AfterFunc(ctx, func() { _ = conn.Close() })
			defer closed()
			defer conn.Close() //nolint:errcheck // whatever it is, the connection ends
			s.serve(ctx, conn)
		})
	}
}
