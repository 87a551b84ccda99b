package server

import (
	"math"
	"runtime/debug"
	"sync/atomic"

	"google.golang.org/grpc/mem"
)

// memory counts what calls hold, in bytes, and bounds it for the whole server.
// What is counted is what callers decide: what was received, and, by weights,
// what becomes of it.
type memory struct {
	// limit is 0 for none.
	limit int64
	// held is what handlers hold, wire what messages do on their way in and out.
	held, wire atomic.Int64
}

// The weights of a byte of output.
const (
	// callWeight: the decoded request, the result, and the response on its way.
	callWeight = 3
	// streamWeight: the result so far, and the deltas on their way.
	streamWeight = 3
)

// memoryLimit is the bound for what calls hold: the configured one, else a share of
// GOMEMLIMIT, else none.
func memoryLimit(configured int64) int64 {
	if configured > 0 {
		return configured
	}
	if limit := debug.SetMemoryLimit(-1); limit != math.MaxInt64 {
		return limit / memoryShare
	}
	return 0
}

// take counts n more bytes for a handler, unless they are too many.
func (m *memory) take(n int) bool {
	held := m.held.Add(int64(n))
	if m.limit > 0 && held+m.wire.Load() > m.limit {
		m.held.Add(int64(-n))
		return false
	}
	return true
}

// give takes them out of the count.
func (m *memory) give(n int) { m.held.Add(int64(-n)) }

// exhausted tells whether a new call would find no memory.
func (m *memory) exhausted() bool { return m.limit > 0 && m.total() >= m.limit }

// total is all that is counted.
func (m *memory) total() int64 { return m.held.Load() + m.wire.Load() }

// buffers are the pool of the messages on the wire. gRPC's own has nothing between
// 32 KiB and 1 MiB, which every message over 32 KiB takes then. Long ones aren't
// pooled: they would stay for minutes.
type buffers struct {
	memory *memory
	pool   mem.BufferPool
}

// The exponents of the sizes that are pooled, and the size of the last.
var bufferSizes = []uint8{8, 10, 12, 14, 15, 16, 17, 18}

const longestPooled = 1 << 18

func newBuffers(m *memory) *buffers {
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
	b.memory.wire.Add(counted(buffer))
	return buffer
}

// counted is what a buffer counts. gRPC doesn't give back the short ones.
func counted(buffer *[]byte) int64 {
	if mem.IsBelowBufferPoolingThreshold(cap(*buffer)) {
		return 0
	}
	return int64(cap(*buffer))
}

// Put gives it back.
func (b *buffers) Put(buffer *[]byte) {
	b.memory.wire.Add(-counted(buffer))
	if cap(*buffer) <= longestPooled {
		b.pool.Put(buffer)
	}
}
