//go:build !linux

package main

import "os/exec"

// startApart starts a server; only on Linux does it keep to processors of its own.
func startApart(process *exec.Cmd) error { return process.Start() }

// limitSpace bounds the address space of this process on Linux only.
func limitSpace(uint64) error { return nil }
