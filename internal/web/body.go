package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"connectrpc.com/connect"

	"github.com/toolparser/toolparser/internal/admit"
)

// A body is the body of a request, bounded and counted as it is read: what gRPC
// does with its own messages.
type body struct {
	io.ReadCloser
	controller *http.ResponseController

	mu sync.Mutex
	// most bounds message, which is what was read of the present one, its envelope included
	// where it has one.
	most, envelope, message int
	// account is what it counts, for its client, and admission that of its call.
	account   admit.Account
	admission *admit.Admission
	// timeout is how long the body may take, if it is one message.
	timeout time.Duration
	// ctx is the call's. pace gives others the processor; unyielded is what was read since they had it.
	ctx       context.Context
	pace      *admit.Pace
	unyielded int
	// err is why no more is read.
	err error
	// chunked: its length is that of the chunks that it comes in.
	chunked bool
}

// bodyWeight is what a byte of a body counts: the buffer that it comes into, which is doubled
// as it grows, and its copy. bodyPiece is how much is read at a time: between two of them
// others have the processor, else callers who send as fast as they can have it alone.
const (
	bodyWeight = 3
	bodyPiece  = 32 << 10
)

// envelopeBytes go before each message, but for that of a unary call of Connect.
const envelopeBytes = 5

// Read fails where a message is too long, or where there is no memory for it: a connection
// for gRPC waits then, but here it can be said.
func (b *body) Read(p []byte) (int, error) {
	if b.unyielded >= bodyPiece {
		b.unyielded = 0
		b.pace.Yield(b.ctx, bodyPiece)
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), bodyPiece)])
	if errors.Is(err, io.EOF) {
		_ = b.controller.SetReadDeadline(time.Time{}) // see fail
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.message += n
	b.unyielded += n
	if errors.Is(err, os.ErrDeadlineExceeded) && b.err == nil {
		b.err = connectError(admit.NotReceived(b.timeout))
	}
	switch {
	case b.err != nil:
	case b.message > b.most+b.envelope:
		b.err = connectError(b.admission.MessageTooLong())
	default:
		if full := b.account.Hold(bodyWeight * n); full != nil {
			b.err = connectError(full)
			return 0, b.err
		}
		if err == nil || errors.Is(err, io.EOF) {
			return n, err
		}
		if !b.malformed(err) {
			b.err = connect.NewError(connect.CodeCanceled, err)
			return n, err
		}
		b.err = connect.NewError(connect.CodeInvalidArgument, fmt.Errorf("the body's chunks: %w", err))
	}
	return 0, b.err
}

// malformed reports whether what came of a body is wrong, such as a chunk's size, rather than
// that no more came: net/http has no errors of its own for that.
func (b *body) malformed(err error) bool {
	var broken net.Error
	return b.chunked && !errors.As(err, &broken) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, context.Canceled) &&
		!errors.Is(err, http.ErrBodyReadAfterClose) && !errors.Is(err, net.ErrClosed)
}

// allow bounds how long a client may take to send the body.
func (b *body) allow(d time.Duration) {
	b.timeout = d
	_ = b.controller.SetReadDeadline(time.Now().Add(d)) // without deadlines the client decides
}

// fail ends the reading, also one that waits for the client.
func (b *body) fail(err error) {
	b.mu.Lock()
	if b.err == nil {
		b.err = err
	}
	b.mu.Unlock()
	_ = b.controller.SetReadDeadline(time.Unix(1, 0)) // without deadlines the client decides
}

// next begins a message, and tells what the last one counts.
func (b *body) next() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := bodyWeight * b.message
	b.message = 0
	return n
}

// give takes n bytes out of the count, or what is left of them.
func (b *body) give(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.account.Give(min(n, b.account.Held()))
}

// read leaves in the count, of a body that was read to its end, the copy alone.
func (b *body) read() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.account.Give(b.account.Held() - b.account.Held()/bodyWeight)
}

// end takes all of it out.
func (b *body) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.account.End()
}

func (b *body) failure() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}

// whole reads a body to its end, as one message of at most n bytes. What it holds
// counts until the call ends.
func (b *body) whole(n int) (io.ReadCloser, error) {
	most := b.most
	b.most = b.admission.MostMessage(n)
	text := new(bytes.Buffer) // doubled as it grows: io.ReadAll makes five times as much garbage as the body is long
	_, err := text.ReadFrom(b)
	b.most, b.message = most, 0
	return io.NopCloser(text), err
}
