package proxy

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/internal/panics"
)

// streamBuffer is how many bytes of a stream are read at once.
const streamBuffer = 8 << 10

// A streamBody is the body that the client gets of a streamed response: each read takes what
// the upstream has sent, and gives what can leave.
type streamBody struct {
	upstream io.Reader
	closer   io.Closer
	stream   gateway.Stream
	buffer   []byte
	out      []byte // what can leave
	err      error  // of the upstream, once all before it has been given to the stream
	done     bool   // out is the last there is
	ctx      context.Context
	exchange *exchange
}

// Read implements io.Reader. It returns no error but io.EOF: an upstream that fails ends the
// stream in the way of its API.
func (b *streamBody) Read(p []byte) (int, error) {
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

// advance takes what the upstream sends next, or that it has ended.
func (b *streamBody) advance() {
	defer func() {
		if v := recover(); v != nil { // what has left can't be known to be whole
			report := gateway.NewReport()
			report.Fault = panics.Error(v)
			b.out = b.separate("toolparser failed while it read this response")
			b.end(report, nil)
		}
	}()
	switch {
	case b.err == nil:
		n, err := b.upstream.Read(b.buffer)
		b.err = err
		if n > 0 {
			b.out = b.stream.Write(b.buffer[:n])
		}
		if b.stream.Done() { // the upstream may keep the connection open
			b.end(b.stream.Report(), nil)
		}
	case errors.Is(b.err, io.EOF):
		b.out = b.stream.End()
		b.end(b.stream.Report(), nil)
	default:
		f := b.exchange.proxy.failed(b.ctx, b.err)
		b.out = append(b.stream.Abort(), b.separate(f.Error())...)
		b.end(b.stream.Report(), f)
	}
}

// separate is an event that reports an error. If a panic cut another event off, an empty line ends
// that.
func (b *streamBody) separate(message string) []byte {
	return []byte("\n\n" + b.exchange.api.ErrorEvent(message))
}

// end ends the stream. Only the first time counts.
func (b *streamBody) end(report gateway.Report, f *failure) {
	if !b.done {
		b.exchange.logged(b.ctx, http.StatusOK, report, f)
	}
	b.done = true
}

// Close implements io.Closer. The client may have left.
func (b *streamBody) Close() error {
	if !b.done {
		b.stream.Abort()
		b.end(b.stream.Report(), nil)
	}
	return b.closer.Close()
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
