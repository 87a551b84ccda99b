package httpfix

import (
	"errors"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// A zstdFrames follows the frames of a body (RFC 8878, section 3.1), and notes the largest window that one of them asks for. A body can
// have many frames, and each names a window of its own. It reads no more than the headers of frames and blocks.
type zstdFrames struct {
	window int
	// head is the start of a header that isn't complete.
	head []byte
	// skip is how many bytes come before the next header.
	skip int64
	// inFrame: the next header is that of a block, and not of a frame. checksum: four bytes come after the last block.
	inFrame, checksum bool
	// broken: the body is no zstd from here on, and a decoder refuses it.
	broken bool
}

const (
	zstdBlockHeader   = 3
	zstdChecksumBytes = 4
	zstdRunBlock      = 1 // a block of one byte, which is repeated
)

// read reads the next bytes of the body.
func (f *zstdFrames) read(b []byte) {
	for len(b) > 0 && !f.broken {
		if f.skip > 0 {
			n := min(f.skip, int64(len(b)))
			f.skip -= n
			b = b[n:]
			continue
		}
		before := len(f.head)
		f.head = append(f.head, b[:min(len(b), zstd.HeaderMaxSize-before)]...)
		length := f.header()
		if length == 0 {
			return // there is more to come, or nothing that can be read
		}
		f.head = f.head[:0]
		b = b[length-before:]
	}
}

// header reads the header that head starts with. Its length is 0 if it isn't complete.
func (f *zstdFrames) header() (length int) {
	if f.inFrame {
		return f.blockHeader()
	}
	var frame zstd.Header
	switch err := frame.Decode(f.head); {
	case errors.Is(err, io.ErrUnexpectedEOF) && len(f.head) < zstd.HeaderMaxSize:
		return 0
	case err != nil:
		f.broken = true
		return 0
	case frame.Skippable:
		f.skip = int64(frame.SkippableSize)
		return frame.HeaderSize
	case frame.SingleSegment:
		f.window = max(f.window, int(min(frame.FrameContentSize, maxWindow)))
	default:
		f.window = max(f.window, int(min(frame.WindowSize, maxWindow)))
	}
	f.inFrame, f.checksum = true, frame.HasCheckSum
	return frame.HeaderSize
}

// blockHeader reads the header of a block.
func (f *zstdFrames) blockHeader() (length int) {
	if len(f.head) < zstdBlockHeader {
		return 0
	}
	header := int64(f.head[0]) | int64(f.head[1])<<8 | int64(f.head[2])<<16
	if f.skip = header >> 3; header>>1&3 == zstdRunBlock {
		f.skip = 1
	}
	if header&1 != 0 { // the last one
		if f.inFrame = false; f.checksum {
			f.skip += zstdChecksumBytes
		}
	}
	return zstdBlockHeader
}

// A framesReader stores the largest window of the frames that were read from it. A decoder gets a header only after its window is stored.
type framesReader struct {
	from   io.Reader
	frames zstdFrames
	window *atomic.Int64
}

// Read implements io.Reader.
func (r *framesReader) Read(p []byte) (n int, err error) {
	n, err = r.from.Read(p)
	r.frames.read(p[:n])
	r.window.Store(int64(r.frames.window))
	return n, err
}
