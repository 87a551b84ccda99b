package httpfix

import (
	"bufio"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"sync/atomic"

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

// window is how many bytes it takes to decompress a body, next to its text: the most that one of its frames can make a decoder allocate.
// Of Brotli, the start of the body is enough.
func window(coding, body string) int {
	switch coding {
	case "br":
		return 1 << brotliWindowBits(body)
	case "zstd":
		var frames zstdFrames
		frames.read([]byte(body))
		return frames.window
	}
	return 0
}

// brotliWindowBits is the field WBITS of RFC 7932, section 9.1.
func brotliWindowBits(start string) int {
	if start == "" {
		return maxBrotliBits
	}
	switch first := int(start[0]); {
	case first&1 == 0:
		return 16
	case first>>1&7 != 0:
		return 17 + first>>1&7
	case first>>4&7 > 1: // 1 is reserved, and refused
		return 8 + first>>4&7
	default:
		return 17
	}
}

// maxBrotliBits is the largest window that Brotli can have without an extension, which isn't read.
const maxBrotliBits = 24

// decoded is a body with the headers, of which CanDecode is true, without its compression. memory is how many bytes that takes, next to the
// text. memory is safe for concurrent use.
func decoded(h http.Header, body io.Reader) (text io.Reader, memory func() int) {
	if coding := codingOf(h); coding != "" {
		d := &decoder{from: body, coding: coding}
		return d, func() int { return int(d.window.Load()) }
	}
	return body, func() int { return 0 }
}

// A decoder decompresses what it reads, from the first read on: the start of a stream may come late.
type decoder struct {
	from   io.Reader
	coding string
	window atomic.Int64 // from the first read on; of zstd, it grows with a later frame that takes more
	text   io.Reader
}

// Read implements io.Reader.
func (d *decoder) Read(p []byte) (n int, err error) {
	if d.text == nil {
		from := bufio.NewReader(d.from)
		_, _ = from.Peek(1) // an error comes again
		if d.coding == "zstd" {
			d.text, err = decoders[d.coding](&framesReader{from: from, window: &d.window})
		} else {
			start, _ := from.Peek(min(from.Buffered(), 1))
			d.window.Store(int64(window(d.coding, string(start))))
			d.text, err = decoders[d.coding](from)
		}
		if err != nil {
			return 0, err
		}
	}
	return d.text.Read(p)
}
