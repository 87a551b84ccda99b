package httpfix

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// ErrTooLong says that there is more to read than may be.
var ErrTooLong = errors.New("too long")

// Decode is the text of a body with the headers, of which CanDecode is true. An error means that it can't be decompressed, or is more
// than n bytes then, or the budget's.
func Decode(budget Budget, h http.Header, body string, n int) (text string, err error) {
	if codingOf(h) == "" {
		return body, nil
	}
	next := alongside{budget, len(body), window(codingOf(h), body)}
	if full := next.Hold(0, 0); full != nil {
		return "", overBudgetError{full}
	}
	read, _ := decoded(h, strings.NewReader(body))
	text, err = ReadWithin(next, read, n, -1)
	_ = budget.Hold(len(body)+len(text), 0) // to hold less is never refused
	return text, err
}

// scratches are buffers for what isn't known to be of any length. Most fits, and is copied when it is complete.
var scratches = sync.Pool{New: func() any { return new([16 << 10]byte) }}

// ReadWithin reads all there is; ErrTooLong if that is more than n bytes. expected is how much it is said to be; below 0 if that isn't
// known. An error of the budget ends reading, too.
func ReadWithin(budget Budget, r io.Reader, n int, expected int64) (text string, err error) {
	if expected < 0 {
		scratch := scratches.Get().(*[16 << 10]byte)
		defer scratches.Put(scratch)
		buffer, err := fill(budget, scratch[:0], r, n)
		if len(buffer) <= len(scratch) { // else it grew out of it
			return string(buffer), err
		}
		return asText(buffer), err
	}
	const trusted = 1 << 20 // who says what is expected may lie
	buffer, err := fill(budget, make([]byte, 0, min(expected+1, trusted, int64(n)+1)), r, n)
	return asText(buffer), err
}

// fill reads all there is into a buffer, or a larger one; ErrTooLong if that is more than n bytes.
func fill(budget Budget, buffer []byte, r io.Reader, n int) ([]byte, error) {
	for {
		read, err := r.Read(buffer[len(buffer):min(cap(buffer), n+1)])
		buffer = buffer[:len(buffer)+read]
		if full := budget.Hold(len(buffer), 0); full != nil {
			return buffer, overBudgetError{full}
		}
		switch {
		case len(buffer) > n:
			return buffer, ErrTooLong
		case errors.Is(err, io.EOF):
			return buffer, nil
		case err != nil:
			return buffer, err
		case len(buffer) == cap(buffer):
			buffer = slices.Grow(buffer, len(buffer))
		}
	}
}

// asText is a buffer that doesn't change any more, as a string.
func asText(buffer []byte) string { return unsafe.String(unsafe.SliceData(buffer), len(buffer)) }

// An overBudgetError says that a budget doesn't allow to read on. The reader itself can be read on.
type overBudgetError struct{ err error }

func (e overBudgetError) Error() string { return e.err.Error() }
func (e overBudgetError) Unwrap() error { return e.err }

// IsFull reports whether an error of ReadWithin is the budget's.
func IsFull(err error) bool {
	_, full := errors.AsType[overBudgetError](err)
	return full
}

// goesOn reports whether there is more to read than was.
func goesOn(err error) bool {
	return IsFull(err) || errors.Is(err, ErrTooLong)
}

// Rejoin is a body of which the text was read, with the error that ended reading.
func Rejoin(text string, rest io.ReadCloser, err error) io.ReadCloser {
	readers := []io.Reader{strings.NewReader(text)}
	switch {
	case goesOn(err):
		readers = append(readers, rest)
	case err != nil:
		readers = append(readers, failingReader{err})
	}
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(readers...), rest}
}

// startsEvents reports whether a body starts like a stream of events. What it reads of the body is put back.
func startsEvents(response *http.Response) bool {
	body := response.Body
	var came strings.Builder
	defer func() { response.Body = Rejoin(came.String(), body, ErrTooLong) }() // an end, or an error, comes again
	read, _ := decoded(response.Header, io.TeeReader(body, &came))
	var text []byte
	for {
		var next [1]byte
		n, err := read.Read(next[:])
		text = append(text, next[:n]...)
		if starting, known := sse.Starts(string(text)); known || err != nil {
			return starting
		}
	}
}

type failingReader struct{ err error }

func (f failingReader) Read([]byte) (int, error) { return 0, f.err }

// alongside is a budget for what is held next to other bytes: of text, and of memory.
type alongside struct {
	Budget
	text, other int
}

func (b alongside) Hold(text, other int) error { return b.Budget.Hold(b.text+text, b.other+other) }
