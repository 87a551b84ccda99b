package server

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"google.golang.org/grpc/mem"
)

// memory counts what calls hold, in bytes, and bounds it for the whole server.
// What is counted is what callers decide: what was received, and, by weights,
// what becomes of it.
type memory struct {
	// limit is 0 for none, and of says where it is from.
	limit int64
	of    string
	// held is what handlers hold, wire what messages do on their way in and out.
	held, wire atomic.Int64
	// collected is when garbage was last collected for calls' sake, since the epoch.
	collected atomic.Int64
}

// The weights of a byte of output.
const (
	// callWeight: the decoded request, the result, and the response on its way.
	callWeight = 3
	// streamWeight: the result so far, and the deltas on their way.
	streamWeight = 3
)

// callBytes is what a call of a stream takes next to its text, in the result, in a delta
// and in the response. A short one takes 14 times its text in the result alone.
const callBytes = 1 << 10

// memoryLimit is the bound for what calls hold, and what it is from: the configured one, or
// else derivedLimit.
func memoryLimit(configured int64) (limit int64, of string) {
	if configured > 0 {
		return configured, "configured"
	}
	return derivedLimit(debug.SetMemoryLimit(-1), known(memlimit.FromCgroup), known(memlimit.FromSystem))
}

// known is the memory that a provider knows of; math.MaxInt64 for no limit.
func known(provider memlimit.Provider) int64 {
	limit, err := provider()
	if err != nil || limit > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(limit)
}

// derivedLimit is half of the memory of the cgroup or of the machine, or of GOMEMLIMIT where
// that is less than what it is by default. math.MaxInt64 is no limit.
func derivedLimit(runtime, cgroup, machine int64) (limit int64, of string) {
	total, of := cgroup, "half of the cgroup's memory"
	if machine < total {
		total, of = machine, "half of the machine's memory"
	}
	switch {
	case total < math.MaxInt64 && runtime >= int64(float64(total)*RuntimeShare):
		return total / memoryShare, of
	case runtime < math.MaxInt64:
		return runtime / memoryShare, "half of GOMEMLIMIT"
	default:
		return 0, "unbounded"
	}
}

// checkMemory finds a bound of the runtime that leaves too little for calls.
func checkMemory(configured int64) error {
	if limit := debug.SetMemoryLimit(-1); configured == 0 && limit < memoryShare*minDerivedMemory {
		return fmt.Errorf("GOMEMLIMIT is %d bytes, too little to work with: want %d or more (unless set, it is most of the memory of the cgroup or the machine, or half of the address space that ulimit -v leaves)", limit, memoryShare*minDerivedMemory)
	}
	return nil
}

func newMemory(configured int64) *memory {
	limit, of := memoryLimit(configured)
	return &memory{limit: limit, of: of}
}

// take counts n more bytes for a handler of a client, unless they are too many, for all or
// for the client: as of calls, it may have three quarters, and little once three quarters are
// taken. What others send doesn't count here: it would end streams that are open.
func (m *memory) take(c *client, n int) bool {
	held, own := m.count(c, n)
	if m.limit == 0 || held <= m.limit && (own <= m.reserved() || own <= share(m.limit) && held <= share(m.limit)) {
		return true
	}
	m.give(c, n)
	return false
}

// count is take without a bound, and returns what all and the client hold.
func (m *memory) count(c *client, n int) (held, own int64) {
	return m.held.Add(int64(n)), c.held.Add(int64(n))
}

// give takes n bytes out of the count.
func (m *memory) give(c *client, n int) { m.count(c, -n) }

// reserved is what a client may hold when it is crowded.
func (m *memory) reserved() int64 { return m.limit / reservedShare }

// exhausted reports whether a new call of a client would find no memory. One that holds
// little may have the quarter that is left for what is on its way.
func (m *memory) exhausted(c *client) bool {
	total := m.total()
	if m.limit == 0 || total < m.limit {
		return false
	}
	m.collect()
	return total >= m.limit+m.limit/4 || c.held.Load() >= m.reserved()
}

// collect finds buffers that were lost; a server that refuses all calls makes no
// garbage, and its runtime would collect once in two minutes.
func (m *memory) collect() {
	now, last := time.Now().UnixNano(), m.collected.Load()
	if now-last > int64(collectEvery) && m.collected.CompareAndSwap(last, now) {
		go runtime.GC()
	}
}

const collectEvery = time.Second

// full reports whether what was taken before memory was exhausted goes on sending: it
// is exhausted, and a quarter of it is on the wire. So all of it stays within five
// quarters of the limit.
func (m *memory) full() bool {
	return m.limit > 0 && m.wire.Load() > m.limit/4 && m.total() > m.limit
}

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
	if n := counted(buffer); n > 0 && b.memory.wire.Add(n) > b.memory.unwatched() {
		runtime.SetFinalizer(buffer, func(buffer *[]byte) { b.memory.wire.Add(-counted(buffer)) })
	}
	return buffer
}

// unwatched is what may be on the wire before buffers are watched. gRPC doesn't give
// back what came for a stream and wasn't read when it ended: counted for ever, it
// would exhaust the memory of a server that holds nothing. So it is a small share of
// what there is.
func (m *memory) unwatched() int64 {
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
