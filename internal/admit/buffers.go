package admit

import (
	"runtime"

	"google.golang.org/grpc/mem"
)

// buffers are the pool of the messages on the wire. gRPC's own has nothing between
// 32 KiB and 1 MiB, which every message over 32 KiB takes then. Long ones aren't
// pooled: they would stay for minutes.
type buffers struct {
	memory *Memory
	pool   mem.BufferPool
}

// The exponents of the sizes that are pooled, and the size of the last.
var bufferSizes = []uint8{8, 10, 12, 14, 15, 16, 17, 18}

const longestPooled = 1 << 18

// Buffers returns a pool of buffers for messages on the wire, which count.
func (m *Memory) Buffers() mem.BufferPool {
	pool, err := mem.NewBinaryTieredBufferPool(bufferSizes...)
	if err != nil {
		panic(err) // the sizes are constant, and right
	}
	return &buffers{memory: m, pool: pool}
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
	if n := counted(buffer); n > 0 && b.memory.wire.Add(n) > b.memory.unwatched() {
		runtime.SetFinalizer(buffer, func(buffer *[]byte) { b.memory.wire.Add(-counted(buffer)) })
	}
	return buffer
}

// unwatched is what may be on the wire before buffers are watched. gRPC doesn't give
// back what came for a stream and wasn't read when it ended: counted for ever, it
// would exhaust the memory of a server that holds nothing. So it is a small share of
// what there is.
func (m *Memory) unwatched() int64 {
	if m.limit > 0 {
		return min(unwatchedBytes, m.limit/unwatchedShare)
	}
	return unwatchedBytes
}

const (
	unwatchedBytes = 8 << 20
	unwatchedShare = 16
)

// counted is what a buffer counts. gRPC doesn't give back the short ones.
func counted(buffer *[]byte) int64 {
	if mem.IsBelowBufferPoolingThreshold(cap(*buffer)) {
		return 0
	}
	return int64(cap(*buffer))
}

// Put gives it back.
func (b *buffers) Put(buffer *[]byte) {
	if n := counted(buffer); n > 0 {
		runtime.SetFinalizer(buffer, nil)
		b.memory.wire.Add(-n)
	}
	if cap(*buffer) <= longestPooled {
		b.pool.Put(buffer)
	}
}
