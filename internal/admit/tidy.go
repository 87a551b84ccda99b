package admit

import (
	"context"
	"runtime/debug"
	"time"
)

// tidyInterval is how long no one works before memory is given back.
const tidyInterval = 5 * time.Second

// Tidy gives memory back to the system once there is nothing to do: by itself the
// runtime keeps what a burst of work took for minutes.
func Tidy(ctx context.Context, t *Turns) {
	ticker := time.NewTicker(tidyInterval)
	defer ticker.Stop()
	k := keeper{turns: t, free: debug.FreeOSMemory}
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			k.look()
		}
	}
}

// A keeper knows whether there has been work since it last gave memory back.
type keeper struct {
	turns *Turns
	free  func()
	begun uint64
	dirty bool
}

// look gives memory back at the first look without new work after one with.
func (k *keeper) look() {
	begun := k.turns.begun.Load()
	switch {
	case begun != k.begun:
		k.begun, k.dirty = begun, true
	case k.dirty:
		k.dirty = false
		k.free()
	}
}
