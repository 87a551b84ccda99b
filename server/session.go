package server

import (
	"context"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/parsers"
)

// A session is one output of a stream.
type session struct {
	service *Service
	ctx     context.Context
	turn    *admit.Turn
	job     job
	// stream is nil before start and after finish.
	stream  *parsers.Stream
	parsing *parsing
	decoder parsers.UTF8Decoder
	size    int
	// uncounted is what the output takes that doesn't count yet; unnoted: what is held for what was counted last was not noted.
	uncounted int
	unnoted   bool
	account   admit.Account
	started   bool
	finished  bool
}

// An ending is what the end of an output makes certain.
type ending struct {
	delta  *toolparserv1.DeltaMessage // nil for nothing
	result *toolparserv1.ParseToolCallsResponse
}

func (s *Service) newSession(ctx context.Context, turn *admit.Turn) *session {
	return &session{service: s, ctx: ctx, turn: turn, parsing: newParsing(turn), account: s.memory.Account(ctx)}
}

func (s *session) start(start *toolparserv1.StreamStart) error {
	if err := s.service.checkRequest(start); err != nil {
		return err
	}
	if s.started {
		return invalid("start", "the stream was started already")
	}
	if err := s.account.Hold(headBytes(start)); err != nil {
		return err
	}
	v := &violations{prefix: "start."}
	j, err := s.service.job(s.turn, start, v)
	s.job.check = j.check // to be released
	if err != nil {
		return err
	}
	noTokens("special_tokens.spans", start.GetSpecialTokens().GetSpans(), v)
	if err := v.err(); err != nil {
		return err
	}
	family, err := s.service.families().Find(start.GetFamily(), start.GetModel())
	if err != nil {
		return notFound(err)
	}
	if err := j.checkFormats(v, family); err != nil {
		return err
	}
	s.job, s.started = j, true
	s.job.config.Hold, s.job.config.Work = s.account.Note, &s.parsing.work
	s.stream = parsers.NewStream(family, s.job.config)
	return nil
}

// delta takes the next chunk of the output. What it returns is valid until the next one.
func (s *session) delta(c chunk) (*parsers.Delta, error) {
	if err := s.checkOpen(c.field); err != nil {
		return nil, err
	}
	piece, tokens, err := s.decode(&c)
	if err != nil {
		return nil, err
	}
	if err := s.grow(piece); err != nil {
		return nil, err
	}
	d, err := s.feed(piece, tokens)
	if err != nil {
		return nil, err
	}
	if err := s.account.Hold(callBytes * touched(d)); err != nil {
		return nil, err
	}
	return d, s.note()
}

// feed has the parser take the next piece, whose special tokens are at the spans.
func (s *session) feed(piece string, tokens []parsers.Span) (d *parsers.Delta, err error) {
	err = s.parsing.inTurn(len(piece), func() error {
		d, err = s.stream.FeedChunks(piece, tokens, s.parsing.proceed)
		return err
	})
	return d, err
}

// touched is how many calls a delta starts or withdraws.
func touched(d *parsers.Delta) int {
	n := len(d.Withdrawn)
	for i := range d.ToolCalls {
		if d.ToolCalls[i].Begin {
			n++
		}
	}
	return n
}

func (s *session) checkOpen(field string) error {
	switch {
	case !s.started:
		return invalid(field, "comes before start")
	case s.finished:
		return invalid(field, "comes after finish")
	default:
		return nil
	}
}

func (s *session) finish(finish *toolparserv1.StreamFinish) (ending, error) {
	if err := s.checkOpen("finish"); err != nil {
		return ending{}, err
	}
	v := &violations{}
	reason := finishReason("finish.finish_reason", finish.GetFinishReason(), v)
	if err := v.err(); err != nil {
		return ending{}, err
	}
	return s.end(reason, finish.GetOmitDelivered())
}

// end ends the output; the result is without what the deltas said if omit is set.
func (s *session) end(reason parsers.FinishReason, omit bool) (ending, error) {
	var held *toolparserv1.DeltaMessage
	if tail := s.decoder.Flush(); tail != "" {
		if err := s.grow(tail); err != nil {
			return ending{}, err
		}
		d, err := s.feed(tail, nil)
		if err != nil {
			return ending{}, err
		}
		held = protoDelta(d)
	}
	var last *parsers.Delta
	var result *parsers.Result
	err := s.parsing.inTurn(s.size, func() (err error) {
		last, result, err = s.stream.FinishChunks(reason, s.parsing.proceed)
		return err
	})
	if err != nil {
		return ending{}, err
	}
	s.stream, s.finished = nil, true
	s.service.observe(s.ctx, result)
	if err := noteResult(&s.account, result, s.job.reported); err != nil {
		return ending{}, err
	}
	e := ending{delta: joinDeltas(held, protoDelta(last))}
	if e.result, err = s.job.response(s.turn, result); err != nil {
		return ending{}, err
	}
	if omit {
		omitDelivered(e.result)
	}
	return e, nil
}

// close gives back what an abandoned output holds.
func (s *session) close() {
	if s.stream != nil {
		s.stream.Close()
	}
}

// forget takes what it holds out of the count.
func (s *session) forget() {
	s.account.End()
	s.job.check.Release()
}

// countedAtOnce is how much memory a stream takes before it counts, in bytes, next to what every open stream counts. The
// counts are everyone's, and tokens are short.
const countedAtOnce = 256

// grow counts one more piece of output.
func (s *session) grow(piece string) error {
	s.size += len(piece)
	if s.size > s.service.maxStream {
		return admit.TooLong("the stream's output", s.service.maxStream, " (--max-stream-bytes of the server)")
	}
	s.uncounted += textBytes(streamWeight, piece)
	if s.uncounted < countedAtOnce {
		return nil
	}
	n := s.uncounted
	s.uncounted, s.unnoted = 0, true
	return s.account.Hold(n)
}

// note counts what is held for the output now, if that is due.
func (s *session) note() error {
	if !s.unnoted {
		return nil
	}
	s.unnoted = false
	return s.account.Note(s.stream.Held())
}
