//go:build !linux

package main

import "os/exec"

// startApart starts a server; only on Linux does it keep to processors of its own.
func startApart(process *exec.Cmd) error { return process.Start() }
