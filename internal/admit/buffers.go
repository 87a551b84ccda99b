package admit

import (
	"runtime"

	"google.golang.org/grpc/mem"
)

// buffers are the pool of the messages on the wire. gRPC's own has nothing between
// 32 KiB and 1 MiB, which every message over 32 KiB takes then. Long ones aren't
// pooled: they would stay for minutes.
type buffers struct {
	memory *Memory // nil: they don't count
	pool   mem.BufferPool
}

// The exponents of the sizes that are pooled, and the size of the last.
var bufferSizes = []uint8{8, 10, 12, 14, 15, 16, 17, 18}

const longestPooled = 1 << 18

// Buffers returns a pool of buffers for messages on the wire, which count.
func (m *Memory) Buffers() mem.BufferPool { return newBuffers(m) }

func newBuffers(m *Memory) *buffers {
	pool, err := mem.NewBinaryTieredBufferPool(bufferSizes...)
	if err != nil {
		panic(err) // the sizes are constant, and right
	}
	return &buffers{memory: m, pool: pool}
}

// NewBuffers returns a pool of buffers that don't count here: those of answers do where they are sent, see Codec.
func NewBuffers() mem.BufferPool { return newBuffers(nil) }

// bufferSize is what a message of n bytes takes.
func bufferSize(n int) int {
	if n > longestPooled || mem.IsBelowBufferPoolingThreshold(n) {
		return n
	}
	for _, size := range bufferSizes {
		if n <= 1<<size {
			return 1 << size
		}
	}
	return n
}

// Get returns a buffer of a length.
func (b *buffers) Get(length int) *[]byte {
	var buffer *[]byte
	if length > longestPooled {
		long := make([]byte, length)
		buffer = &long
	} else {
		buffer = b.pool.Get(length)
	}
	if n := b.counted(buffer); n > 0 && b.memory.wire.Add(n) > b.memory.unwatched() {
		runtime.SetFinalizer(buffer, func(buffer *[]byte) { b.memory.wire.Add(-b.counted(buffer)) })
	}
	return buffer
}

// counted is what a buffer counts. gRPC doesn't give back the short ones.
func (b *buffers) counted(buffer *[]byte) int64 {
	if b.memory == nil || mem.IsBelowBufferPoolingThreshold(cap(*buffer)) {
		return 0
	}
	return int64(cap(*buffer))
}

// Put gives it back.
func (b *buffers) Put(buffer *[]byte) {
	if n := b.counted(buffer); n > 0 {
		runtime.SetFinalizer(buffer, nil)
		b.memory.wire.Add(-n)
	}
	if cap(*buffer) <= longestPooled {
		b.pool.Put(buffer)
	}
}
