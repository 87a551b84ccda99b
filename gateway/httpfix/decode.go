package httpfix

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// decoders read what is compressed, by its name in the header Content-Encoding.
var decoders = map[string]func(io.Reader) (io.Reader, error){
	"gzip":   newGzip,
	"x-gzip": newGzip,
	"br":     func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
	"zstd": func(r io.Reader) (io.Reader, error) { // without goroutines, so that nothing needs to be closed
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
	},
}

// maxWindow is how many bytes behind the current one zstd may repeat: what RFC 9659 allows for HTTP.
const maxWindow = 8 << 20

func newGzip(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }

// codingOf is how a body with the headers is compressed; empty if it isn't.
func codingOf(h http.Header) string {
	coding := strings.ToLower(strings.Join(h.Values("Content-Encoding"), ","))
	if coding == "identity" {
		return ""
	}
	return coding
}

// CanDecode reports whether a body with the headers can be read: it isn't compressed, or in a way that is known.
func CanDecode(h http.Header) bool {
	coding := codingOf(h)
	return coding == "" || decoders[coding] != nil
}

// window is how many bytes it takes to decompress a body with the headers, next to its text: zstd allocates what its first frame says.
func window(h http.Header, body string) int {
	var frame zstd.Header
	switch {
	case codingOf(h) != "zstd" || frame.Decode([]byte(body[:min(len(body), zstd.HeaderMaxSize)])) != nil:
		return 0
	case frame.Skippable: // the next one may say anything
		return maxWindow
	case frame.SingleSegment:
		return int(min(frame.FrameContentSize, maxWindow))
	default:
		return int(min(frame.WindowSize, maxWindow))
	}
}

// decoded is a body with the headers, of which CanDecode is true, without its compression.
func decoded(h http.Header, body io.Reader) io.Reader {
	if coding := codingOf(h); coding != "" {
		return &decoder{from: body, open: decoders[coding]}
	}
	return body
}

// A decoder decompresses what it reads, from the first read on: the start of a stream may come late.
type decoder struct {
	from io.Reader
	open func(io.Reader) (io.Reader, error)
	text io.Reader
}

// Read implements io.Reader.
func (d *decoder) Read(p []byte) (n int, err error) {
	if d.text == nil {
		if d.text, err = d.open(d.from); err != nil {
			return 0, err
		}
	}
	return d.text.Read(p)
}
