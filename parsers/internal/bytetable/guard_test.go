//go:build unix

package bytetable

import (
	"os"
	"syscall"
	"testing"
)

// guarded returns n bytes. Reading behind them fails.
func guarded(t *testing.T, n int) []byte {
	page := os.Getpagesize()
	size := (n + page - 1) / page * page
	b, err := syscall.Mmap(-1, 0, size+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(b) })
	if err := syscall.Mprotect(b[size:], syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	return b[size-n : size : size]
}
