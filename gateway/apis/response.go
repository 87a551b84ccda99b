package apis

import (
	"compress/gzip"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/internal/panics"
)

// A Budget bounds what an exchange takes of a machine that it shares. It is used by one goroutine
// at a time.
type Budget interface {
	// Hold says how many bytes of the response are kept now. An error gives the fix up.
	Hold(n int) error
	// Begin waits until n bytes may be worked on, and End ends that. An error gives the fix up.
	Begin(n int) error
	End()
}

// unbounded is the budget of an exchange that has none.
type unbounded struct{}

func (unbounded) Hold(int) error  { return nil }
func (unbounded) Begin(int) error { return nil }
func (unbounded) End()            {}

// An Exchange is a request that offers tools, and the response to it.
type Exchange struct {
	API     gateway.API
	Request gateway.Request
	Fixer   *gateway.Fixer
	// MaxBytes is the longest response that is fixed, unless it is streamed. A longer one passes
	// as it came.
	MaxBytes int
	// Budget may be nil.
	Budget Budget
	// Failed is the error that the client gets for an upstream whose body ended with err.
	Failed func(err error) error
	// Ended takes what became of the response, once. err is what Failed returned, or nil.
	Ended func(status int, report gateway.Report, err error)
	// Came and Went, if set, take the text that the upstream sent, and what the client gets: all of a
	// body that isn't streamed, or the next bytes of one that is.
	Came, Went func(text string)
}

// AcceptEncoding is what an upstream is asked for whose response is to be fixed, by the headers of
// the client's request: gzip if the client takes that, else identity.
func AcceptEncoding(h http.Header) string {
	for _, field := range h.Values("Accept-Encoding") {
		for item := range strings.SplitSeq(field, ",") {
			coding, weight, _ := strings.Cut(item, ";")
			if strings.EqualFold(strings.TrimSpace(coding), "gzip") && strings.ReplaceAll(weight, " ", "") != "q=0" {
				return "gzip"
			}
		}
	}
	return "identity"
}

// Fix fixes a response. One that can't hold calls is returned as it came, with its own body. If
// nothing was fixed, the body is the same, byte for byte. An error is what Failed returned.
func (x *Exchange) Fix(response *http.Response) (*http.Response, error) {
	switch KindOf(response) {
	case Events:
		x.FixEvents(response)
		return response, nil
	case Body:
		return response, x.FixBody(response)
	}
	x.untouched(response, nil)
	return response, nil
}

// A Kind is how a response can be fixed.
type Kind int

const (
	// Neither is a response that can hold no calls.
	Neither Kind = iota
	// Body is one that isn't streamed.
	Body
	// Events is a stream of events.
	Events
)

// KindOf is how a response can be fixed, by its status and headers.
func KindOf(r *http.Response) Kind {
	if r.StatusCode != http.StatusOK || !Readable(r) {
		return Neither
	}
	switch mediaType(r) {
	case "text/event-stream":
		return Events
	case "application/json", "":
		return Body
	}
	return Neither
}

// untouched passes a response on as it came; fault is why it couldn't be fixed, if it could have
// been.
func (x *Exchange) untouched(response *http.Response, fault error) {
	report := gateway.NewReport()
	report.Fault = fault
	x.Ended(response.StatusCode, report, nil)
}

func mediaType(r *http.Response) string {
	switch kind := r.Header.Get("Content-Type"); kind {
	case "application/json", "text/event-stream": // most are
		return kind
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return kind
}

// Readable reports whether the body is compressed in no way but gzip.
func Readable(r *http.Response) bool {
	coding := r.Header.Get("Content-Encoding")
	return coding == "" || strings.EqualFold(coding, "identity") || isGzip(r)
}

func isGzip(r *http.Response) bool {
	return strings.EqualFold(r.Header.Get("Content-Encoding"), "gzip")
}

// FixBody fixes a response that isn't streamed. If nothing was fixed, it is passed on as it came. An error
// is what Failed returned.
func (x *Exchange) FixBody(response *http.Response) error {
	x.begin()
	body := response.Body
	raw, err := readWithin(x.Budget, body, x.MaxBytes, response.ContentLength)
	if goesOn(err) {
		response.Body = Rejoin(raw, body, err)
		x.untouched(response, fullBudget(err))
		return nil
	}
	if err != nil {
		_ = body.Close()
		return x.Failed(err)
	}
	response.Body = Rejoin(raw, body, nil)
	response.ContentLength = int64(len(raw)) // all is there: nothing needs to be flushed before
	text, err := x.decode(response, raw)
	if err != nil {
		x.untouched(response, fullBudget(err))
		return nil
	}
	fixed, report := x.fixText(text)
	Describe(response.Header, report)
	if fixed != text {
		response.Body = Rejoin(fixed, body, nil)
		length := len(fixed)
		if len(response.Trailer) > 0 {
			length = -1 // HTTP/1.1 has trailers only behind a body without a Content-Length
		}
		replaced(response, length)
	}
	if x.Came != nil {
		x.Came(text)
	}
	if x.Went != nil {
		x.Went(fixed)
	}
	x.Ended(response.StatusCode, report, nil)
	return nil
}

// begin sets what isn't set.
func (x *Exchange) begin() {
	if x.Budget == nil {
		x.Budget = unbounded{}
	}
}

// fullBudget is the budget's error behind another one, if there is one.
func fullBudget(err error) error {
	if over, ok := errors.AsType[overBudgetError](err); ok {
		return over.err
	}
	return nil
}

// decode is the text of a body. An error means that it can't be decompressed, or is too long then.
func (x *Exchange) decode(response *http.Response, raw string) (text string, err error) {
	if !isGzip(response) {
		return raw, nil
	}
	unzipped, err := gzip.NewReader(strings.NewReader(raw))
	if err != nil {
		return "", err
	}
	return readWithin(alongside{x.Budget, len(raw)}, unzipped, x.MaxBytes, -1)
}

// alongside is a budget for what is held next to n other bytes.
type alongside struct {
	Budget
	n int
}

func (b alongside) Hold(n int) error { return b.Budget.Hold(b.n + n) }

// fixText fixes the text of a body. A panic costs the fix, and so does a budget without a turn.
func (x *Exchange) fixText(text string) (fixed string, report gateway.Report) {
	defer func() {
		if v := recover(); v != nil {
			fixed, report = text, faulty(panics.Error(v))
		}
	}()
	if err := x.Budget.Begin(len(text)); err != nil {
		return text, faulty(err)
	}
	defer x.Budget.End()
	return x.Request.FixBody(x.Fixer, text)
}

// faulty is the report of a response whose fix was given up.
func faulty(err error) gateway.Report {
	report := gateway.NewReport()
	report.Fault = err
	return report
}

// replaced makes the headers of a response right whose body is another one; length is below 0 if
// it isn't known.
func replaced(response *http.Response, length int) {
	for _, header := range []string{"Content-Encoding", "Content-Length", "Etag", "Content-Md5", "Digest", "Content-Digest", "Repr-Digest"} {
		response.Header.Del(header)
	}
	response.ContentLength = int64(length)
	if length >= 0 {
		response.Header.Set("Content-Length", strconv.Itoa(length))
	}
}

// Describe says in headers what became of a response.
func Describe(h http.Header, report gateway.Report) {
	h.Set("X-Toolparser-Method", report.Method.String())
	if report.Calls > 0 {
		h.Set("X-Toolparser-Confidence", strconv.FormatFloat(report.Confidence, 'g', -1, 64))
		h.Set("X-Toolparser-Format", strings.Join(report.Formats, ","))
	}
}

// Unzip decompresses a response that is compressed with gzip, while its body is read, and says so
// in its headers.
func Unzip(response *http.Response) {
	if isGzip(response) {
		response.Body = struct {
			io.Reader
			io.Closer
		}{&lazyGzip{from: response.Body}, response.Body}
		replaced(response, -1)
	}
}
