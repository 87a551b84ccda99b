package reload

import "syscall"

// changeTime is when the file or what is known of it last changed. No program can set it.
func changeTime(s *syscall.Stat_t) syscall.Timespec { return s.Ctim }
