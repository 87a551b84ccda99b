package chattemplate

import (
	"runtime"
	"runtime/metrics"
	"time"

	"github.com/nikolalohinski/gonja/v2/exec"
)

// step counts one step of the template.
func (e *engine) step() error {
	e.steps++
	if e.stopped.Load() || e.memory > 0 && e.overMemory() {
		return errTooMuch
	}
	if e.steps > maxSteps || e.steps&255 == 0 && time.Now().After(e.deadline) {
		return errTooLong
	}
	return nil
}

// enter counts a macro's call, and leave its end.
func (e *engine) enter() error {
	if e.depth++; e.depth > maxDepth {
		return errTooDeep
	}
	return e.step()
}

func (e *engine) leave() { e.depth-- }

// overMemory reports whether the process holds too much more than when the rendering began.
// What a rendering makes and drops while it is looked at doesn't count, however slow the machine
// is: only what two collections found to be held.
func (e *engine) overMemory() bool {
	limit := e.memory + maxMemory
	if memoryInUse() <= limit {
		return false
	}
	for range 2 {
		runtime.GC()
		if read("/gc/heap/live:bytes") <= limit {
			return false
		}
	}
	return true
}

// memoryHeld is what the process holds before a rendering. What one before it left behind
// would hide what this one makes.
func memoryHeld() uint64 {
	inUse := memoryInUse()
	if inUse <= maxMemory {
		return inUse
	}
	runtime.GC()
	return read("/gc/heap/live:bytes")
}

// memoryInUse is what the process holds on its heap, with what is no longer needed of it.
func memoryInUse() uint64 { return read("/memory/classes/heap/objects:bytes") }

// read is a metric of the runtime's.
func read(metric string) uint64 {
	sample := []metrics.Sample{{Name: metric}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// size is how much a value holds, in bytes or in members; it stops counting past what is
// allowed.
func size(v *exec.Value, depth int) int {
	switch {
	case v == nil || v.IsNil() || v.IsError():
		return 1
	case depth > maxNesting:
		return maxOutput + 1
	case v.IsString():
		return len(v.String())
	case v.IsDict(), v.IsList():
		total := 1
		v.Iterate(func(_, _ int, key, value *exec.Value) bool {
			total += size(key, depth+1)
			if value != nil {
				total += size(value, depth+1)
			}
			return total <= maxOutput
		}, func() {})
		return total
	}
	return 1
}
