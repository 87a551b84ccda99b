package proxy

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/toolparser/toolparser/gateway/httpfix"
	"github.com/toolparser/toolparser/internal/admit"
)

const (
	// minMaxMemory is the least Config.MaxMemory.
	minMaxMemory = 1 << 20
	// exchangeBytes is what memory counts for each request and the connection to its upstream, next to the text of its headers:
	// goroutines, and buffers of both connections.
	exchangeBytes = 32 << 10
	// windowBytes is how much of a response may wait in an HTTP/2 connection to an upstream, and of a request in one to a client: the
	// latter is what net/http lets wait.
	windowBytes = 1 << 20
	// refusalLines bounds how many refused requests are logged in a second.
	refusalLines = 1
	// retryAfter is when a request that was refused may be sent again, in seconds.
	retryAfter = "1"
)

// A memory bounds what all requests hold together, and one caller's.
type memory struct {
	*admit.Memory
	identities sync.Map // *admit.Caller by name
}

// callerKey is the key of a connection's caller in its context.
type callerKey struct{}

// ConnContext is for http.Server: requests of one connection count as those of one caller, where callers need no tokens. Without it, each
// request does.
func ConnContext(ctx context.Context, _ net.Conn) context.Context {
	return context.WithValue(ctx, callerKey{}, new(admit.Caller))
}

// callerOf returns who sends a request: an identity, unless that is empty, or else its connection.
func (m *memory) callerOf(r *http.Request, identity string) *admit.Caller {
	caller, ok := r.Context().Value(callerKey{}).(*admit.Caller)
	switch {
	case identity != "":
		known, _ := m.identities.LoadOrStore(identity, new(admit.Caller))
		caller, _ = known.(*admit.Caller)
	case !ok:
		caller = new(admit.Caller)
	}
	return caller
}

// openBytes is what a request takes before its body is read. Over HTTP/2, a body that isn't read here may wait for the upstream.
func (x *exchange) openBytes(r *http.Request) int {
	n := exchangeBytes + headerBytes(r.Header)
	switch {
	case r.ProtoMajor < 2 || x.isRead(r):
		return n
	case r.ContentLength < 0:
		return n + windowBytes
	default:
		return n + int(min(r.ContentLength, windowBytes))
	}
}

// headerBytes is the length of the headers of a request.
func headerBytes(h http.Header) (n int) {
	for name, values := range h {
		for _, value := range values {
			n += len(name) + len(value)
		}
	}
	return n
}

// Memory is how many bytes all requests hold.
func (p *Proxy) Memory() int64 { return p.memory.Total() }

// MaxMemory is how many bytes all requests may hold, 0 for any number, and what the limit is from.
func (p *Proxy) MaxMemory() (limit int64, of string) { return p.memory.Limit() }

// A budget bounds what the response to one attempt may hold, and measures how long the proxy works on it.
type budget struct {
	attempt *attempt
	account admit.Account
	began   time.Time
}

// Hold implements httpfix.Budget. Next to what is kept to be fixed is what is kept back or recorded.
func (b *budget) Hold(text, other int) error {
	a := b.attempt
	return b.account.Note(httpfix.KeptWeight*text + other + a.kept + 2*(len(a.came.text)+len(a.went.text)))
}

// allows reports whether more may be kept back.
func (b *budget) allows() bool {
	return b.attempt.live.events.Hold() == nil
}

// Begin implements httpfix.Budget.
func (b *budget) Begin(int) error {
	b.began = time.Now()
	return nil
}

// End implements httpfix.Budget.
func (b *budget) End() { b.attempt.worked += time.Since(b.began) }
