//go:build !linux

package main

import "github.com/KimMachineGun/automemlimit/memlimit"

// addressSpace is what is left of the address space; only on Linux is it known.
func addressSpace() (uint64, error) { return 0, memlimit.ErrNoLimit }
