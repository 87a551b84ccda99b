package proxy

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"
	"unsafe"

	"github.com/tidwall/gjson"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// identify finds whose token a request has. ok is false if it needs one and has none.
func (x *exchange) identify(r *http.Request) (ok bool) {
	if x.proxy.tokens == nil {
		return true
	}
	x.identity, ok = x.proxy.tokens.Get().Find(r.Header.Values(authorization))
	return ok
}

// readable reports whether the body of a request is to be read.
func (x *exchange) readable(r *http.Request) bool {
	if r.Header.Get("Content-Encoding") != "" {
		return false
	}
	if x.calls {
		return true
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return x.proxy.byModel && r.Method == http.MethodPost && kind == "application/json"
}

// read reads the body of a request, and puts it back. One that is too long, or can't be
// read, passes through. ok is false if it didn't arrive in time.
func (x *exchange) read(w http.ResponseWriter, r *http.Request) (ok bool) {
	body, control := r.Body, http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(x.proxy.config.ReceiveTimeout)) // without deadlines the client decides
	text, err := readUpTo(body, x.proxy.config.MaxRequestBytes, r.ContentLength)
	_ = control.SetReadDeadline(time.Time{})
	if err != nil {
		r.Body = rejoin(text, body, err)
		return !errors.Is(err, os.ErrDeadlineExceeded)
	}
	x.text, x.whole = text, true
	if !x.calls {
		root, _ := jsonedit.Parse(text)
		x.model = jsonedit.Member(root, "model").Str
	} else {
		request := x.api.ReadRequest(text)
		x.model = request.Offered().Model
		if request.Offered().Tools.Given() {
			x.request = request
		}
	}
	for _, r := range x.proxy.routes {
		if r.config.matches(x.model) {
			x.route = r
			break
		}
	}
	return true
}

// outgoing makes the request for an upstream of r, which it may change.
func (x *exchange) outgoing(r *http.Request, s *stop) *http.Request {
	if len(x.route.stops) > 1 {
		r.Header = r.Header.Clone()
	}
	r.URL, r.Host = target(s.base, x.caller), ""
	s.authorize(r.Header, isAnthropic(x.caller) && (x.identity != "" || r.Header.Get(authorization) == ""))
	if x.fixes() {
		accepts := "identity"
		if acceptsGzip(r.Header) {
			accepts = "gzip"
		}
		r.Header.Set("Accept-Encoding", accepts)
	}
	if x.whole && x.text != "" {
		text := x.renamed(s.rename(x.model))
		r.Body, r.ContentLength, r.TransferEncoding = io.NopCloser(strings.NewReader(text)), int64(len(text)), nil
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
	}
	return r
}

// renamed is the request's body with another model.
func (x *exchange) renamed(model string) string {
	if model == x.model {
		return x.text
	}
	edits := jsonedit.New(x.text)
	edits.Set(jsonedit.Member(gjson.Parse(x.text), "model"), jsonedit.Quote(model))
	return edits.String()
}

// errTooLong says that there is more to read than may be.
var errTooLong = errors.New("too long")

// readUpTo reads all there is; errTooLong if that is more than most bytes. expected is how much it
// is said to be; below 0 if that isn't known.
func readUpTo(r io.Reader, most int, expected int64) (body string, err error) {
	const unknown, trusted = 8 << 10, 1 << 20
	if expected < 0 {
		expected = unknown
	}
	buffer := make([]byte, 0, min(expected+1, trusted, int64(most)+1)) // who says what is expected may lie
	for {
		n, err := r.Read(buffer[len(buffer):min(cap(buffer), most+1)])
		buffer = buffer[:len(buffer)+n]
		switch {
		case len(buffer) > most:
			return text(buffer), errTooLong
		case errors.Is(err, io.EOF):
			return text(buffer), nil
		case err != nil:
			return text(buffer), err
		case len(buffer) == cap(buffer):
			buffer = slices.Grow(buffer, len(buffer))
		}
	}
}

// text is a buffer that doesn't change any more, as a string.
func text(buffer []byte) string { return unsafe.String(unsafe.SliceData(buffer), len(buffer)) }

// rejoin is a body of which the text was read, with the error that ended reading.
func rejoin(text string, rest io.ReadCloser, err error) io.ReadCloser {
	readers := []io.Reader{strings.NewReader(text)}
	switch {
	case errors.Is(err, errTooLong):
		readers = append(readers, rest)
	case err != nil:
		readers = append(readers, failingReader{err})
	}
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(readers...), rest}
}

type failingReader struct{ err error }

func (f failingReader) Read([]byte) (int, error) { return 0, f.err }

// acceptsGzip reports whether a client takes a response that is compressed.
func acceptsGzip(h http.Header) bool {
	for _, field := range h.Values("Accept-Encoding") {
		for item := range strings.SplitSeq(field, ",") {
			coding, weight, _ := strings.Cut(item, ";")
			if strings.EqualFold(strings.TrimSpace(coding), "gzip") {
				return strings.ReplaceAll(weight, " ", "") != "q=0"
			}
		}
	}
	return false
}
