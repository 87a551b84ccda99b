//go:build linux || darwin

package reload

import (
	"fmt"
	"io/fs"
	"syscall"
)

// inode differs between two files that look alike, and changes whenever one is written or renamed, even if its size and
// its time of modification are set to what they were.
func inode(info fs.FileInfo) string {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return fmt.Sprint(s.Dev, s.Ino, changeTime(s))
}
