package httpfix

import (
	"bytes"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// frameOf is a frame of zstd whose window has so many bytes.
func frameOf(t *testing.T, window int, text []byte, checksum bool) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b, zstd.WithWindowSize(window), zstd.WithSingleSegment(false), zstd.WithEncoderCRC(checksum))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = w.Write(text)
	_ = w.Flush() // otherwise, what is short needs no window
	_ = w.Close()
	return b.Bytes()
}

// TestTheLargestWindowOfAllFramesCounts: a body is a sequence of frames, and each can ask for a window. However the body is cut, the
// largest one counts.
func TestTheLargestWindowOfAllFramesCounts(t *testing.T) {
	text := bytes.Repeat([]byte("abc 123 "), 40_000) // of several blocks
	run := bytes.Repeat([]byte("x"), 300_000)        // of blocks that repeat a byte
	skipped := []byte("\x50\x2a\x4d\x18\x03\x00\x00\x00xyz")
	near, far := frameOf(t, 1<<10, text, true), frameOf(t, 8<<20, []byte("x"), false)
	for name, test := range map[string]struct {
		body []byte
		want int
	}{
		"one frame":                {near, 1 << 10},
		"a later frame":            {bytes.Join([][]byte{near, far, near}, nil), 8 << 20},
		"without a checksum":       {append(frameOf(t, 1<<12, run, false), far...), 8 << 20},
		"with a checksum":          {append(frameOf(t, 1<<12, run, true), far...), 8 << 20},
		"after a skipped frame":    {append(bytes.Clone(skipped), near...), 1 << 10},
		"between skipped frames":   {bytes.Join([][]byte{skipped, near, skipped, far, skipped}, nil), 8 << 20},
		"no zstd after a frame":    {append(bytes.Clone(near), "This is no frame, and a decoder stops here."...), 1 << 10},
		"no zstd":                  {[]byte("This is no frame."), 0},
		"nothing":                  {nil, 0},
		"a frame that is cut off":  {near[:len(near)/2], 1 << 10},
		"a header that is cut off": {near[:3], 0},
	} {
		for _, size := range []int{1, 2, 7, 1000, len(test.body) + 1} {
			var frames zstdFrames
			for rest := test.body; len(rest) > 0; {
				n := min(size, len(rest))
				frames.read(rest[:n])
				rest = rest[n:]
			}
			if frames.window != test.want {
				t.Errorf("%s, in pieces of %d bytes: %d, want %d", name, size, frames.window, test.want)
			}
		}
	}
}
