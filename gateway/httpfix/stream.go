package httpfix

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/internal/panics"
)

// MaxHeldBytes is how many bytes of a stream are kept, events and text together. A stream that
// would need more goes on as it came.
const MaxHeldBytes = 32 << 20

// streamBuffer is how many bytes of a stream are read at once.
const streamBuffer = 4 << 10

// FixEvents fixes a response that is streamed, while its body is read.
func (x *Exchange) FixEvents(response *http.Response) *Stream {
	x.begin()
	body := response.Body
	read, memory := decoded(response.Header, body)
	replaced(response, -1)
	s := &Stream{upstream: read, decoding: memory, closer: body, buffer: make([]byte, streamBuffer), exchange: x, sent: time.Now()}
	s.fixer = x.Fixer.ForResponse(s.holdNext)
	s.stream = x.Request.Stream(s.fixer)
	response.Body = s
	return s
}

// A Stream is the body that the client gets of a streamed response: each read takes what
// the upstream has sent, and gives what can leave. It is used by one goroutine at a time.
type Stream struct {
	upstream io.Reader
	decoding func() int // the memory that it takes to decompress the upstream
	closer   io.Closer
	stream   gateway.Stream
	fixer    *gateway.Fixer
	buffer   []byte
	out      []byte // what can leave
	err      error  // of the upstream, once all before it has been given to the stream
	raw      bool   // the fix was given up: what comes passes as it is
	done     bool   // out is the last there is
	half     bool   // what has left ends within an event
	exchange *Exchange
	// mu guards what follows, and, while reading is set, the stream.
	mu      sync.Mutex
	reading bool       // the upstream is read: all that could leave has left
	sent    time.Time  // when something could leave
	coming  chan chunk // has what the upstream sends next, if NextBefore didn't wait for it; else nil
}

// A chunk is what one read returns.
type chunk struct {
	n   int
	err error
}

// Read implements io.Reader. It returns no error but io.EOF: an upstream that fails ends the
// stream in the way of its API.
func (b *Stream) Read(p []byte) (int, error) {
	for len(b.out) == 0 {
		if b.done {
			return 0, io.EOF
		}
		b.advance()
	}
	n := copy(p, b.out)
	b.out = b.out[n:]
	return n, nil
}

// Next is Read for a caller that takes what can leave as it is: it takes what the upstream sends next,
// or that it has ended, and returns what can leave now, which may be nothing. The slice is valid until
// the next call.
func (b *Stream) Next() (out []byte, done bool) {
	b.out = nil
	if !b.done {
		b.advance()
	}
	return b.out, b.done
}

// NextBefore is Next, unless the upstream sends nothing before late: then inTime is false, and Next returns it.
func (b *Stream) NextBefore(late <-chan time.Time) (out []byte, done, inTime bool) {
	if !b.done && b.err == nil {
		coming := b.coming
		if coming == nil {
			coming = make(chan chunk, 1)
			go func() {
				n, err := b.upstream.Read(b.buffer)
				coming <- chunk{n, err}
			}()
		}
		select {
		case p := <-coming:
			coming <- p
		case <-late:
			b.coming = coming
			return nil, false, false
		}
		b.coming = coming
	}
	out, done = b.Next()
	return out, done, true
}

// read reads what the upstream sends next.
func (b *Stream) read() (int, error) {
	b.setReading(true)
	defer b.setReading(false)
	if b.coming == nil {
		return b.upstream.Read(b.buffer)
	}
	p := <-b.coming
	b.coming = nil
	return p.n, p.err
}

func (b *Stream) setReading(reading bool) {
	b.mu.Lock()
	b.reading = reading
	b.mu.Unlock()
}

// Sign calls send with a sign of life for the client, if nothing could leave for a time, and an event waits. It can be used by another
// goroutine than Read, from the first Read on: what was read must have left before the next Read.
func (b *Stream) Sign(quiet time.Duration, send func(text []byte)) {
	if !b.mu.TryLock() {
		return
	}
	defer b.mu.Unlock()
	defer func() { _ = recover() }() // a panic costs the sign
	if !b.isQuiet(quiet) {
		return
	}
	if text := b.stream.Sign(); len(text) > 0 {
		send(text)
		b.sent = time.Now()
	}
}

// Quiet reports whether Sign would send a sign.
func (b *Stream) Quiet(quiet time.Duration) bool {
	if !b.mu.TryLock() {
		return false
	}
	defer b.mu.Unlock()
	return b.isQuiet(quiet)
}

func (b *Stream) isQuiet(quiet time.Duration) bool {
	return b.reading && !b.raw && !b.done && time.Since(b.sent) >= quiet && b.stream.Waits()
}

// Waits reports whether an event waits.
func (b *Stream) Waits() bool { return !b.raw && b.stream.Waits() }

// Comment is a comment as the client can read it.
func (b *Stream) Comment(text string) string { return b.stream.Comment(text) }

// advance takes what the upstream sends next, or that it has ended.
func (b *Stream) advance() {
	b.step()
	if len(b.out) > 0 {
		b.half = !endsEvent(b.out)
		b.mu.Lock()
		b.sent = time.Now()
		b.mu.Unlock()
	}
	if b.exchange.Went != nil {
		b.exchange.Went(string(b.out))
	}
}

func (b *Stream) step() {
	defer func() {
		if v := recover(); v != nil { // what has left can't be known to be whole
			b.half = true
			b.out = b.separate("toolparser failed while it read this response")
			b.end(faulty(panics.Error(v)), nil)
		}
	}()
	switch {
	case b.err == nil:
		n, err := b.read()
		b.err = err
		if n > 0 {
			if b.exchange.Came != nil {
				b.exchange.Came(string(b.buffer[:n]))
			}
			b.take(b.buffer[:n])
		}
		if b.stream.Done() && !b.raw { // the upstream may keep the connection open
			b.end(b.Report(), nil)
		}
	case errors.Is(b.err, io.EOF), b.Ended():
		if !b.raw {
			b.out = b.stream.End()
		}
		b.end(b.Report(), nil)
	default:
		failed := b.exchange.Failed(b.err)
		if !b.raw {
			if b.out = b.stream.Abort(); len(b.out) > 0 {
				b.half = !endsEvent(b.out)
			}
		}
		b.out = append(b.out, b.separate(failed.Error())...)
		b.end(b.Report(), failed)
	}
}

// take takes what came: into the stream, while the budget allows it.
func (b *Stream) take(p []byte) {
	if b.raw {
		b.out = p
		_ = b.exchange.Budget.Hold(0, 0) // to hold less is never refused
		return
	}
	if err := b.exchange.Budget.Begin(len(p)); err != nil {
		b.giveUp(err, p)
		return
	}
	defer b.exchange.Budget.End()
	b.out = b.stream.Write(p)
	err := b.hold()
	if err == nil && b.stream.Held() > MaxHeldBytes {
		err = fmt.Errorf("more than %d bytes are held", MaxHeldBytes)
	}
	if err != nil {
		b.giveUp(err, nil)
	}
}

// Hold says what is kept, next to what its owner keeps. An error is the budget's.
func (b *Stream) Hold() error {
	if b.raw {
		return b.exchange.Budget.Hold(0, 0)
	}
	return b.hold()
}

// hold says what is kept.
func (b *Stream) hold() error {
	return b.exchange.Budget.Hold(b.stream.Held(), b.fixer.Held()+eventBytes*b.stream.Events()+len(b.out)+b.decoding())
}

// holdNext says what is kept while a text is read: the choices take so many bytes.
func (b *Stream) holdNext(choices int) error {
	return b.exchange.Budget.Hold(b.stream.Held(), choices+eventBytes*b.stream.Events()+b.decoding())
}

// giveUp gives the fix up: what was held leaves as it came, behind what can leave, and rest behind it.
func (b *Stream) giveUp(err error, rest []byte) {
	out := append([]byte(nil), b.out...) // Abort uses its memory again
	out = append(out, b.stream.Abort()...)
	out = append(out, b.stream.Rest()...)
	b.out = append(out, rest...)
	b.raw, b.stream, b.fixer = true, newSpent(b.stream, err), nil
	_ = b.exchange.Budget.Hold(0, len(b.out)) // to hold less is never refused
}

// separate is an event that reports an error. If another event was cut off, an empty line ends that. Otherwise, there is none: behind an
// id, some clients take it for an event.
func (b *Stream) separate(message string) []byte {
	event := b.stream.ErrorEvent(message)
	if b.half {
		event = "\n\n" + event
	}
	return []byte(event)
}

// endsEvent reports whether the bytes of a stream end in an empty line.
func endsEvent(out []byte) bool {
	return bytes.HasSuffix(out, []byte("\n\n")) || bytes.HasSuffix(out, []byte("\n\r\n")) || bytes.HasSuffix(out, []byte("\r\r"))
}

// Report says how the response got its calls, as far as it has come.
func (b *Stream) Report() gateway.Report { return b.stream.Report() }

// Ended reports whether the last event of the response has come. Some servers send one more behind it.
func (b *Stream) Ended() bool { return b.stream.Ended() && !b.raw }

// Says reports whether anything with content has left, or the fix was given up.
func (b *Stream) Says() bool { return b.raw || b.stream.Says() }

// end ends the stream; err is what Failed returned. Only the first time counts.
func (b *Stream) end(report gateway.Report, err error) {
	if !b.done {
		b.exchange.Ended(http.StatusOK, report, err)
	}
	b.done = true
}

// Close implements io.Closer. The client may have left.
func (b *Stream) Close() error {
	if !b.done {
		b.stream.Abort()
		b.end(b.Report(), nil)
	}
	return b.closer.Close()
}
