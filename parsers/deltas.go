package parsers

import (
	"errors"
	"io"
	"iter"
)

// Deltas is the stream as a sequence: it feeds the chunks, which may be cut anywhere, finishes
// the output behind the last one, and yields what is new by each and by the end. Empty
// deltas are left out. [Stream.Result] is the result afterwards.
//
// reason is called once, behind the last chunk, since only then it is known why generation
// ended; nil stands for FinishUnspecified. A source that fails can end its chunks, and have
// reason return FinishLength: the output was cut off. See also [Stream.TryDeltas].
//
// A delta is valid until the next one. Leaving the loop early ends the chunks and closes the
// stream, without a result. The sequence can be ranged over once.
func (s *Stream) Deltas(chunks iter.Seq[string], reason func() FinishReason) iter.Seq[*Delta] {
	return func(yield func(*Delta) bool) {
		for chunk := range chunks {
			if !s.yieldFed(chunk, yield) {
				return
			}
		}
		s.yieldLast(reason, yield)
	}
}

// TryDeltas is [Stream.Deltas] for chunks of a source that can fail, such as a connection. The
// first error is yielded with a nil delta, and is the last: the stream is closed, without a
// result.
func (s *Stream) TryDeltas(chunks iter.Seq2[string, error], reason func() FinishReason) iter.Seq2[*Delta, error] {
	return func(yield func(*Delta, error) bool) {
		yieldDelta := func(d *Delta) bool { return yield(d, nil) }
		for chunk, err := range chunks {
			if err != nil {
				s.Close()
				yield(nil, err)
				return
			}
			if !s.yieldFed(chunk, yieldDelta) {
				return
			}
		}
		s.yieldLast(reason, yieldDelta)
	}
}

// yieldFed yields what is new by a chunk. It closes the stream, and returns false, if
// the loop was left.
func (s *Stream) yieldFed(chunk string, yield func(*Delta) bool) (more bool) {
	if d := s.Feed(chunk); d.Empty() || yield(d) {
		return true
	}
	s.Close()
	return false
}

// yieldLast finishes the output, and yields what is new only then.
func (s *Stream) yieldLast(reason func() FinishReason, yield func(*Delta) bool) {
	why := FinishUnspecified
	if reason != nil {
		why = reason()
	}
	if d, _ := s.Finish(why); !d.Empty() {
		yield(d)
	}
}

// readBytes is how much ReadChunks reads at a time, at most.
const readBytes = 4 << 10

// ReadChunks are the chunks that a reader gives, as they come in, for [Stream.TryDeltas]: of up
// to 4 KiB, cut anywhere. An error of the reader other than io.EOF is the last element. The
// reader isn't closed.
func ReadChunks(r io.Reader) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		buffer := make([]byte, readBytes)
		for {
			n, err := r.Read(buffer)
			if n > 0 && !yield(string(buffer[:n]), nil) {
				return
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					yield("", err)
				}
				return
			}
		}
	}
}
