package client

import (
	"iter"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// Deltas is the session as a sequence: it sends the chunks, which may end anywhere, finishes the
// output after the last one, and yields what is new by each and by the end. Where
// nothing did, it yields nothing. [Session.Result] is the whole result afterwards.
//
// reason is called once, after the last chunk, since only then it is known why generation
// ended; nil stands for UNSPECIFIED. A source that fails can end its chunks, and have reason
// return LENGTH: the output was cut off. See also [Session.TryDeltas].
//
// An error comes with a nil delta, and is the last element. Leaving the loop early ends the
// chunks, and the stream at once, without a result. The sequence can be ranged over once.
func (s *Session) Deltas(chunks iter.Seq[string], reason func() toolparserv1.FinishReason) iter.Seq2[*toolparserv1.DeltaMessage, error] {
	return s.TryDeltas(func(yield func(string, error) bool) {
		for chunk := range chunks {
			if !yield(chunk, nil) {
				return
			}
		}
	}, reason)
}

// TryDeltas is [Session.Deltas] for chunks of a source that can fail, such as the connection to
// the model. The source's first error ends the sequence as one of the service does.
func (s *Session) TryDeltas(chunks iter.Seq2[string, error], reason func() toolparserv1.FinishReason) iter.Seq2[*toolparserv1.DeltaMessage, error] {
	return func(yield func(*toolparserv1.DeltaMessage, error) bool) {
		defer s.Close()
		for chunk, err := range chunks {
			var delta *toolparserv1.DeltaMessage
			if err == nil {
				delta, err = s.Send(chunk)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if delta != nil && !yield(delta, nil) {
				return
			}
		}
		why := toolparserv1.FinishReason_FINISH_REASON_UNSPECIFIED
		if reason != nil {
			why = reason()
		}
		last, err := s.Finish(why)
		if err != nil {
			yield(nil, err)
		} else if last.GetDelta() != nil {
			yield(last.GetDelta(), nil)
		}
	}
}
