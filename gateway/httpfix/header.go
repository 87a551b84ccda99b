package httpfix

import (
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/toolparser/toolparser/gateway"
)

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

// kindOf is how a response can be fixed, by its status and headers; doubtful: it may be a stream of events, whatever they say.
func kindOf(r *http.Response) (kind Kind, doubtful bool) {
	if r.StatusCode != http.StatusOK || !CanDecode(r.Header) {
		return Neither, false
	}
	switch mediaType(r) {
	case "text/event-stream":
		return Events, false
	case "application/json", "": // none, or one that can't be read, such as a type that is doubled
		return Body, true
	case "text/plain":
		return Neither, true
	}
	return Neither, false
}

func mediaType(r *http.Response) string {
	switch kind := r.Header.Get("Content-Type"); kind {
	case "application/json", "text/event-stream": // most are
		return kind
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return kind
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

// Unzip decompresses a response while its body is read, if that can be read, and says so in its headers.
func Unzip(response *http.Response) {
	if codingOf(response.Header) != "" && CanDecode(response.Header) {
		read, _ := decoded(response.Header, response.Body)
		response.Body = struct {
			io.Reader
			io.Closer
		}{read, response.Body}
		replaced(response, -1)
	}
}
