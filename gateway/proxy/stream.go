package proxy

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/internal/panics"
)

// streamBuffer is how many bytes of a stream are read at once.
const streamBuffer = 8 << 10

// A streamBody is the body that the client gets of a streamed response: each read takes what
// the upstream has sent, and gives what can leave.
type streamBody struct {
	attempt   *attempt
	upstream  io.Reader
	closer    io.Closer
	stream    gateway.Stream
	buffer    []byte
	out       []byte // what can leave
	err       error  // of the upstream, once all before it has been given to the stream
	done      bool   // out is the last there is
	delivered bool   // the client gets it
	annotated bool
}

// begin reads until something can leave, or all that there is, and finds why that isn't good. More
// than Config.MaxResponseBytes isn't kept back.
func (b *streamBody) begin(all bool) {
	var kept []byte
	for !b.done && (all || len(b.out) == 0) && len(kept) < b.attempt.proxy.config.MaxResponseBytes {
		b.advance()
		if all {
			kept = append(kept, b.out...)
			b.out = nil
		}
	}
	if all {
		b.out = kept
	}
	a := b.attempt
	switch {
	case a.failure != nil:
		a.failing, a.reason = true, a.failure.reason()
		a.failure = nil // an event reports it
	case hasError(b.out), b.done && len(b.out) == 0:
		a.failing, a.reason = true, ReasonError
	default:
		a.report = b.stream.Report()
		a.reason = reasonOf(a.report)
	}
}

// hasError reports whether one of the events is an error.
func hasError(events []byte) bool {
	for line := range bytes.Lines(events) {
		data, ok := bytes.CutPrefix(line, []byte("data:"))
		if ok && bytes.Contains(data, []byte(`"error"`)) && isError(string(data)) {
			return true
		}
	}
	return false
}

// deliver gives the stream to the client. It reports whether the report is complete.
func (b *streamBody) deliver() (complete bool) {
	b.delivered = true
	if b.done {
		b.conclude()
	}
	return b.done
}

// Read implements io.Reader. It returns no error but io.EOF: an upstream that fails ends the
// stream in the way of its API.
func (b *streamBody) Read(p []byte) (int, error) {
	for len(b.out) == 0 && !b.done {
		b.advance()
	}
	if b.done && !b.annotated {
		b.annotated = true
		if b.attempt.proxy.config.Annotate {
			b.out = beforeLastEvent(b.out, b.attempt.annotation())
		}
	}
	if len(b.out) == 0 {
		return 0, io.EOF
	}
	b.started()
	n := copy(p, b.out)
	b.out = b.out[n:]
	return n, nil
}

// advance takes what the upstream sends next, or that it has ended.
func (b *streamBody) advance() {
	b.step()
	if !b.done {
		b.record()
	}
}

// record keeps what the client gets, if that is recorded.
func (b *streamBody) record() {
	if b.attempt.proxy.recorder != nil {
		b.attempt.went.add(b.out)
	}
}

func (b *streamBody) step() {
	defer func() {
		if v := recover(); v != nil { // what has left can't be known to be whole
			report := gateway.NewReport()
			report.Fault = panics.Error(v)
			b.out = b.separate("toolparser failed while it read this response")
			b.end(report)
		}
	}()
	switch {
	case b.err == nil:
		n, err := b.upstream.Read(b.buffer)
		b.err = err
		if n > 0 {
			if b.attempt.proxy.recorder != nil {
				b.attempt.came.add(b.buffer[:n])
			}
			started := time.Now()
			b.out = b.stream.Write(b.buffer[:n])
			b.attempt.worked += time.Since(started)
		}
		if b.stream.Done() { // the upstream may keep the connection open
			b.end(b.stream.Report())
		}
	case errors.Is(b.err, io.EOF):
		started := time.Now()
		b.out = b.stream.End()
		b.attempt.worked += time.Since(started)
		b.end(b.stream.Report())
	default:
		f := b.attempt.proxy.failed(b.attempt.ctx, b.attempt.stop.name, b.err)
		b.out = append(b.stream.Abort(), b.separate(f.Error())...)
		b.attempt.failure = f
		b.end(b.stream.Report())
	}
}

// separate is an event that reports an error. If a panic cut another event off, an empty line ends
// that.
func (b *streamBody) separate(message string) []byte {
	return []byte("\n\n" + b.attempt.api.ErrorEvent(message))
}

// end ends the stream. Only the first time counts.
func (b *streamBody) end(report gateway.Report) {
	if b.done {
		return
	}
	b.done = true
	b.record()
	b.attempt.report = report
	if b.delivered {
		b.conclude()
	}
}

// conclude ends the attempt of a stream that the client gets, all of which has come.
func (b *streamBody) conclude() {
	b.started()
	b.attempt.conclude(true)
}

// started notes when the first byte for the client is there.
func (b *streamBody) started() {
	if b.attempt.first == 0 && len(b.out) > 0 {
		b.attempt.first = time.Since(b.attempt.started)
	}
}

// Close implements io.Closer. The client may have left.
func (b *streamBody) Close() error {
	if !b.done {
		b.stream.Abort()
		b.out = nil // no one reads it
		b.end(b.stream.Report())
	}
	return b.closer.Close()
}

// annotation is a comment in a stream with what the headers of a response report.
func (a *attempt) annotation() string {
	text := fmt.Sprintf(": toolparser method=%s upstream=%s attempts=%d", a.report.Method, a.stop.name, a.attempts)
	if a.report.Calls > 0 {
		text += fmt.Sprintf(" confidence=%s format=%s", strconv.FormatFloat(a.report.Confidence, 'g', -1, 64), strings.Join(a.report.Formats, ","))
	}
	return text + "\n\n"
}

// beforeLastEvent inserts a text before the last event, which is complete.
func beforeLastEvent(events []byte, text string) []byte {
	body := bytes.TrimRight(events, "\r\n")
	at := 0
	for _, end := range []string{"\n\n", "\r\n\r\n", "\r\r"} {
		if i := bytes.LastIndex(body, []byte(end)); i >= 0 {
			at = max(at, i+len(end))
		}
	}
	return []byte(string(events[:at]) + text + string(events[at:]))
}

// A lazyGzip decompresses what it reads, from the first read on: a stream's header may come late.
type lazyGzip struct {
	from io.Reader
	zip  *gzip.Reader
}

// Read implements io.Reader.
func (z *lazyGzip) Read(p []byte) (n int, err error) {
	if z.zip == nil {
		if z.zip, err = gzip.NewReader(z.from); err != nil {
			return 0, err
		}
	}
	return z.zip.Read(p)
}
