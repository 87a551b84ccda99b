package httpfix

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// decoders are what bodies can be compressed with that are read, by the names in the header Content-Encoding.
var decoders = map[string]func(io.Reader) (io.ReadCloser, error){
	"":         func(r io.Reader) (io.ReadCloser, error) { return io.NopCloser(r), nil },
	"identity": func(r io.Reader) (io.ReadCloser, error) { return io.NopCloser(r), nil },
	"gzip":     func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) },
	"x-gzip":   func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) },
	"br":       func(r io.Reader) (io.ReadCloser, error) { return io.NopCloser(brotli.NewReader(r)), nil },
	"zstd":     newZstd,
}

// maxWindow is how many bytes behind the current one zstd may repeat: what RFC 9659 allows for HTTP.
const maxWindow = 8 << 20

func newZstd(r io.Reader) (io.ReadCloser, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, err
	}
	return z.IOReadCloser(), nil
}

func codingOf(h http.Header) string {
	return strings.ToLower(strings.Join(h.Values("Content-Encoding"), ","))
}

// CanDecode reports whether a body with the headers can be read: it isn't compressed, or in a way that is known.
func CanDecode(h http.Header) bool { return decoders[codingOf(h)] != nil }

// Decode is the text of a body with the headers, of which CanDecode is true. An error means that it can't be decompressed, or is more
// than n bytes then.
func Decode(h http.Header, body string, n int) (text string, err error) {
	coding := codingOf(h)
	if coding == "" {
		return body, nil
	}
	r, err := decoders[coding](strings.NewReader(body))
	if err != nil {
		return "", err
	}
	defer r.Close() //nolint:errcheck // it was read
	return ReadUpTo(r, n, -1)
}
