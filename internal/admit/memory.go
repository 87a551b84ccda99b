package admit

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Memory counts what calls hold, in bytes, and bounds it for the whole server.
// What is counted is what callers decide: what was received, and, by weights,
// what happens to it.
type Memory struct {
	// limit is 0 for none, and of says where it is from.
	limit int64
	of    string
	// held is what handlers hold, wire what messages do on their way in and out.
	held, wire atomic.Int64
	// over is what of it waits to be sent, and is more than the share of who holds it.
	over atomic.Int64
	// anyone is the client of calls that have no admission.
	anyone client
	// collected is when garbage was last collected for calls' sake, since the epoch. lost is what was lost since.
	collected, lost atomic.Int64
}

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

// CheckMemory finds a bound of the runtime that leaves too little for calls.
func CheckMemory(configured int64) error {
	if limit := debug.SetMemoryLimit(-1); configured == 0 && limit < memoryShare*minDerivedMemory {
		return fmt.Errorf("GOMEMLIMIT is %d bytes, too little to work with: want %d or more (unless set, it is most of the memory of the cgroup or the machine, or half of the address space that ulimit -v leaves)", limit, memoryShare*minDerivedMemory)
	}
	return nil
}

// NewMemory returns a memory that is bounded as configured, or else by what the machine has.
func NewMemory(configured int64) *Memory {
	limit, of := memoryLimit(configured)
	return &Memory{limit: limit, of: of}
}

// take counts n more bytes for a handler of a client, unless they are too many, for all or
// for the client: as of calls, it may have three quarters, and little once three quarters are
// taken. What others send doesn't count here: it would end streams that are open.
func (m *Memory) take(c *client, n int) bool {
	held, own := m.count(c, n)
	if m.limit == 0 || held <= m.limit && (own <= m.reserved() || own <= share(m.limit) && held <= share(m.limit)) {
		return true
	}
	m.give(c, n)
	return false
}

// takeOver is take for what waits to be sent when a client has its share: it would never end otherwise if what it sends
// is what it holds. All have a quarter of the memory for that, and each as much as it has when it is crowded; one
// message passes alone.
func (m *Memory) takeOver(c *client, n int) bool {
	all, own := m.countOver(c, n)
	if (own <= m.reserved() || own == int64(n)) && (all <= m.limit/4 || all == int64(n)) {
		m.count(c, n)
		return true
	}
	m.countOver(c, -n)
	return false
}

func (m *Memory) countOver(c *client, n int) (all, own int64) {
	return m.over.Add(int64(n)), c.over.Add(int64(n))
}

// count is take without a bound, and returns what all and the client hold.
func (m *Memory) count(c *client, n int) (held, own int64) {
	return m.held.Add(int64(n)), c.held.Add(int64(n))
}

// give takes n bytes out of the count.
func (m *Memory) give(c *client, n int) { m.count(c, -n) }

// reserved is what a client may hold when it is crowded.
func (m *Memory) reserved() int64 { return m.limit / reservedShare }

// exhausted reports whether a new call of a client would find no memory. One that holds
// little may have the quarter that is left for what is on its way.
func (m *Memory) exhausted(c *client) bool {
	total := m.Total()
	if m.limit == 0 || total < m.limit {
		return false
	}
	m.collect()
	return total >= m.limit+m.limit/4 || c.held.Load() >= m.reserved()
}

// collect finds buffers that were lost; a server that refuses all calls makes no
// garbage, and its runtime would collect once in two minutes.
func (m *Memory) collect() { m.collectEvery(time.Second) }

func (m *Memory) collectEvery(interval time.Duration) {
	now, last := time.Now().UnixNano(), m.collected.Load()
	if now-last > int64(interval) && m.collected.CompareAndSwap(last, now) {
		m.lost.Store(0)
		go runtime.GC()
	}
}

// lose notes that a call was ended of which as much as the window of a stream may have come. Who needs no token for that
// would fill the memory with it.
func (m *Memory) lose() {
	const window = 64 << 10
	if m.lost.Add(window) > m.unwatched() {
		m.collectEvery(100 * time.Millisecond)
	}
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

// full reports whether what was taken before memory was exhausted goes on sending: it
// is exhausted, and a quarter of it is on the wire. So all of it stays within five
// quarters of the limit.
func (m *Memory) full() bool {
	return m.limit > 0 && m.wire.Load() > m.limit/4 && m.Total() > m.limit
}

// halfFull reports whether half of the quarter is on the wire that may be.
func (m *Memory) halfFull() bool { return m.limit > 0 && m.wire.Load() > m.limit/8 }

// Total is all that is counted.
func (m *Memory) Total() int64 { return m.held.Load() + m.wire.Load() }

// Limit is how much calls may hold, 0 for any amount, and what the limit is from.
func (m *Memory) Limit() (limit int64, of string) { return m.limit, m.of }
