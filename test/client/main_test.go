package clienttest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// target is where the service listens while the tests run.
var target string

func TestMain(m *testing.M) {
	code, err := serveAround(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// serveAround runs the service, as its own process: this module knows nothing of what the
// server is made of.
func serveAround(tests func() int) (int, error) {
	directory, err := os.MkdirTemp("", "client") // short: a socket's path may have some 100 bytes
	if err != nil {
		return 0, err
	}
	defer func() { _ = os.RemoveAll(directory) }()
	service, err := binary(directory)
	if err != nil {
		return 0, err
	}
	socket := filepath.Join(directory, "s")
	serve := exec.Command(service, "serve", "--listen", "unix:"+socket)
	if err := serve.Start(); err != nil {
		return 0, err
	}
	defer func() { _ = serve.Wait() }()
	defer func() { _ = serve.Process.Kill() }()
	if err := listening(socket); err != nil {
		return 0, err
	}
	target = "unix:" + socket
	return tests(), nil
}

// binary is TOOLPARSER_BINARY, or else one built from this checkout.
func binary(directory string) (string, error) {
	if given := os.Getenv("TOOLPARSER_BINARY"); given != "" {
		return given, nil
	}
	path := filepath.Join(directory, "toolparser")
	build := exec.Command("go", "build", "-C", "../..", "-trimpath", "-o", path, "./cmd/toolparser")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as the packages' program, so that Go has built it
	output, err := build.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build the service: %w\n%s", err, output)
	}
	return path, nil
}

func listening(socket string) error {
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("unix", socket)
		if err == nil {
			return conn.Close()
		}
		if time.Now().After(deadline) {
			return err
		}
	}
}
