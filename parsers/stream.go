package parsers

import (
	"errors"
	"io"
	"iter"
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
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

// A Stream parses one model output while it is being generated. It is used by
// one goroutine at a time. Range over its [Stream.Deltas], or feed it and end it with Finish
// or, if it is abandoned, Close.
type Stream struct {
	session *session
	delta   Delta
	result  *Result
	mask    *tokenMask // of spelled tokens; nil: these count

	// Room for what most streams have: a call in a delta, and short texts, whose
	// memory the deltas' strings share.
	call          [1]ToolCallDelta
	args, content [buffers.Least]byte
	ids           [idBytes]byte
}

// NewStream starts an output of the family.
func NewStream(f *Family, cfg Config) *Stream {
	s := &Stream{session: f.session(), mask: newTokenMask(f, &cfg)}
	cfg.mask = s.mask
	s.delta.ToolCalls = s.call[:0]
	s.session.reset(f, &cfg, &s.delta)
	s.session.collector.use(s.args[:0], s.content[:0], s.ids[:0])
	return s
}

// Feed takes the next piece of the output, cut anywhere, and returns what
// is new by it. The delta is never nil, but may be empty; it is valid
// until the stream's next call. Feed panics after Finish and Close.
func (s *Stream) Feed(piece string) *Delta {
	s.delta.reset()
	return s.session.feed(piece)
}

// FeedTokens is Feed for a chunk whose special tokens are at the spans, which count from the start of the
// chunk, as [CheckSpans] wants them. A token that is divided between chunks has a span in each. The spans
// mean something only with [Config.SpecialTokens].
func (s *Stream) FeedTokens(piece string, spans []Span) *Delta {
	s.delta.reset()
	if s.mask == nil {
		return s.session.feed(piece)
	}
	return s.session.feedMasked(piece, spans)
}

// FeedChunks is FeedTokens for programs that must be able to interrupt it, as [ParseChunks] is Parse.
// It ends with the error of proceed. The stream can only be closed then.
func (s *Stream) FeedChunks(piece string, spans []Span, proceed func() error) (delta *Delta, err error) {
	s.delta.reset()
	if s.mask != nil {
		if piece, err = s.mask.feedChunks(piece, spans, false, proceed); err != nil {
			return nil, err
		}
	}
	s.session.interruptible(proceed)
	defer s.session.uninterrupted(&err)
	if s.mask != nil {
		defer func() { s.mask.showDelta(delta) }()
		return s.session.feedNext(s.session.parseChunks(piece)), nil
	}
	return s.session.feed(s.session.parseChunks(piece)), nil
}

// Finish ends the output: the last delta and the result. The result is the
// one that Parse returns for the complete output, except for random ids.
func (s *Stream) Finish(reason FinishReason) (*Delta, *Result) {
	s.delta.reset()
	rest := s.flush()
	s.result = s.session.end(reason)
	s.shown(&rest)
	s.Close()
	return &s.delta, s.result
}

// flush feeds what was held back because it may have been the beginning of a token, and returns what is new by it.
func (s *Stream) flush() (d Delta) {
	if s.mask == nil {
		return d
	}
	if rest := s.mask.feed("", nil, true); rest != "" {
		s.session.feedNext(rest)
		d = s.delta
		d.ToolCalls, d.Withdrawn = slices.Clone(d.ToolCalls), slices.Clone(d.Withdrawn)
		s.delta.reset()
	}
	return d
}

// shown shows the last delta, behind what is new by the rest, and the result.
func (s *Stream) shown(rest *Delta) {
	if s.mask == nil {
		return
	}
	d := &s.delta
	d.Content, d.Reasoning = rest.Content+d.Content, rest.Reasoning+d.Reasoning
	d.ToolCalls, d.Withdrawn = append(rest.ToolCalls, d.ToolCalls...), append(rest.Withdrawn, d.Withdrawn...)
	s.mask.showDelta(d)
	s.mask.show(s.result)
}

// Result is the result, once the output is finished; nil before, and if it never was.
func (s *Stream) Result() *Result { return s.result }

// FinishChunks is Finish for programs that must be able to interrupt it, as [ParseChunks] is
// Parse: what was undecided until then may take long. It ends with the error of proceed.
// The stream can only be closed then.
func (s *Stream) FinishChunks(reason FinishReason, proceed func() error) (delta *Delta, result *Result, err error) {
	s.delta.reset()
	rest := s.flush()
	if result, err = s.session.endChunks(reason, proceed); err != nil {
		return nil, nil, err
	}
	s.result = result
	s.shown(&rest)
	s.Close()
	return &s.delta, result, nil
}

// Close gives the memory of a stream that is abandoned back. After Finish, or
// a second time, it does nothing.
func (s *Stream) Close() {
	if s.session != nil {
		s.session.release()
		s.session = nil
	}
}

// Parse parses one complete output: a stream's work, without its deltas.
// The strings of the result may share the output's memory.
func Parse(f *Family, output string, cfg Config, reason FinishReason) *Result {
	output, _ = cfg.masked(f, output, nil) // nothing interrupts it
	s := f.session()
	s.reset(f, &cfg, nil)
	s.collector.from(output)
	s.last(output, reason)
	s.collector.finish()
	result := s.collector.result(output)
	s.release()
	cfg.mask.show(result)
	return result
}

// masked is a complete output without what only spells special tokens. It ends with the error of proceed.
func (cfg *Config) masked(f *Family, output string, proceed func() error) (string, error) {
	if cfg.mask = newTokenMask(f, cfg); cfg.mask == nil {
		return output, nil
	}
	return cfg.mask.feedChunks(output, cfg.SpecialTokens.Spans, true, proceed)
}

// ChunkBytes is how many bytes ParseChunks, FeedChunks and FinishChunks look at between two
// calls of proceed.
const ChunkBytes = 64 << 10

// ParseChunks is Parse for programs that must be able to interrupt it, since the
// caller may have left or others wait: it calls proceed whenever it has looked at
// another ChunkBytes, of whichever bytes, and returns its error. What takes less work isn't
// interrupted. A nil proceed never interrupts. The parse goes on once proceed returns; proceed
// must not use the stream nor, where cfg has one, its Work, but for Visits.
func ParseChunks(f *Family, output string, cfg Config, reason FinishReason, proceed func() error) (*Result, error) {
	if proceed == nil {
		return Parse(f, output, cfg, reason), nil
	}
	output, err := cfg.masked(f, output, proceed)
	if err != nil {
		return nil, err
	}
	s := f.session()
	s.reset(f, &cfg, nil)
	s.collector.from(output)
	result, err := s.wholeChunks(output, reason, proceed)
	s.release()
	cfg.mask.show(result)
	return result, err
}

// A session is what parsing one output takes; families keep them for the next one.
type session struct {
	collector  collector
	parser     passer
	lastParser lastParser // the parser, if it is one
	holder     holder     // so is this
	cfg        Config
	work       Work // what the output takes, if the configuration has no Work

	proceed     func() error // of what is done interruptibly; nil: nothing is
	pause       func()       // reports what is held, and asks it, made once
	interrupted error        // in the midst of a scan

	watched *bytetable.Watched // what the parser must see, in prose; nil: it isn't that
	flowed  int                // bytes of prose that the parser hasn't seen
	split   int32              // the last ones, of a code point that isn't whole
	newline bool               // the last one is a newline before which some bytes tell
}

// A lastParser is a Parser that can get the last chunk and the end together:
// then it needn't keep what it can't decide before it knows that nothing follows.
type lastParser interface {
	Parser
	// ParseLast is Parse, and Finish.
	ParseLast(piece []byte, reason FinishReason)
}

// A passer is a Parser that needn't see most of the pieces of prose.
type passer interface {
	Parser
	// Pass is Parse, and says what the parser must see next: pieces without it
	// are text. Nil: it must see every chunk.
	Pass(piece []byte) *bytetable.Watched
	// Skip says that this text, in one chunk or several, or none, was in the output behind
	// what Pass was given last, and that the parser didn't need to see it then. The next
	// piece isn't more of it.
	Skip(text []byte)
}

// A holder is a [Parser] that knows what it holds, in bytes, next to the output's text: what
// it has noted and not reported yet. It is asked for every chunk, so it must be quick.
type holder interface {
	Held() int
}

// A plainParser makes a passer of a parser that must see every chunk, and doesn't count what it reads.
type plainParser struct {
	Parser
	cfg *Config
}

func (pp *plainParser) Reset(cfg *Config, h Handler) {
	pp.cfg = cfg
	pp.Parser.Reset(cfg, h)
}

func (pp *plainParser) Parse(piece []byte) {
	pp.cfg.Work.Add(len(piece))
	pp.Parser.Parse(piece)
}

func (pp *plainParser) Pass(piece []byte) *bytetable.Watched {
	pp.Parse(piece)
	return nil
}

func (pp *plainParser) Skip([]byte) {}

// session takes a session from the family's pool.
func (f *Family) session() *session {
	if s, ok := f.sessions.Get().(*session); ok {
		return s
	}
	s, parser := new(session), f.NewParser()
	s.lastParser, _ = parser.(lastParser)
	s.holder, _ = parser.(holder)
	passing, ok := parser.(passer)
	if !ok {
		passing = &plainParser{Parser: parser}
	}
	s.parser = passing
	s.collector.join(f)
	s.collector.forget()
	return s
}

func (ss *session) reset(f *Family, cfg *Config, delta *Delta) {
	ss.cfg = *cfg
	ss.cfg.Limits = cfg.Limits.withDefaults()
	if cfg.ToolChoice.Mode == ToolChoiceNone {
		ss.cfg.Options.Formats = noFormats
	}
	if ss.cfg.Work == nil {
		ss.work = Work{}
		ss.cfg.Work = &ss.work
	}
	ss.collector.reset(f, &ss.cfg, delta)
	ss.parser.Reset(&ss.cfg, &ss.collector)
}

// parseChunks parses all but the last chunk, which it returns.
func (ss *session) parseChunks(piece string) (last string) {
	for len(piece) > ChunkBytes {
		ss.parse(piece[:ChunkBytes])
		piece = piece[ChunkBytes:]
	}
	return piece
}

// interruptible has proceed called after each ChunkBytes of work, unless it is nil. Then uninterrupted
// must be deferred.
func (ss *session) interruptible(proceed func() error) {
	if proceed != nil {
		if ss.proceed = proceed; ss.pause == nil {
			ss.pause = func() {
				ss.interruptIf(ss.hold())
				ss.interruptIf(ss.proceed())
			}
		}
		ss.cfg.Work.Counter().Pause(ChunkBytes, ss.pause)
	}
}

// uninterrupted ends the time in which proceed is called. An error of proceed has ended the work wherever
// it was, in the midst of a scan: the session is of no use then. Any other panic goes on.
func (ss *session) uninterrupted(err *error) {
	if ss.proceed == nil {
		return
	}
	ss.proceed = nil
	ss.cfg.Work.Counter().Pause(0, nil)
	if ss.interrupted != nil {
		_ = recover()
		*err = ss.interrupted
	}
}

// wholeChunks parses a complete output that can be interrupted.
func (ss *session) wholeChunks(output string, reason FinishReason, proceed func() error) (result *Result, err error) {
	ss.interruptible(proceed)
	defer ss.uninterrupted(&err)
	ss.last(ss.parseChunks(output), reason)
	ss.interruptIf(ss.hold())
	ss.collector.finish()
	return ss.collector.result(output), nil
}

// endChunks is end for an output that can be interrupted.
func (ss *session) endChunks(reason FinishReason, proceed func() error) (result *Result, err error) {
	ss.interruptible(proceed)
	defer ss.uninterrupted(&err)
	return ss.end(reason), nil
}

// interruptIf ends what is interruptible, if there is an error.
func (ss *session) interruptIf(err error) {
	if ss.interrupted = err; err != nil {
		ss.cfg.Work.Counter().Pause(0, nil) // what is deferred in scans counts, too
		panic(err)
	}
}

// parse hands the parser the string's own bytes, which it neither keeps nor writes.
func (ss *session) parse(piece string) {
	if piece != "" {
		if ss.watched != nil {
			ss.catchUp()
		}
		ss.parser.Parse(asBytes(piece))
	}
}

// last parses the last piece.
func (ss *session) last(piece string, reason FinishReason) {
	if ss.lastParser != nil {
		ss.lastParser.ParseLast(asBytes(piece), reason)
		return
	}
	ss.parse(piece)
	ss.parser.Finish(reason)
}

// feed is parse, and flush, for a chunk of a stream. Feed, which calls it, is small
// enough to be inlined: pieces are short, so a call of each shows.
func (ss *session) feed(piece string) *Delta {
	if ss.watched != nil {
		if ss.flow(piece) {
			return ss.collector.request.delta
		}
		ss.catchUp()
	}
	if ss.cfg.mask != nil {
		return ss.feedMasked(piece, nil)
	}
	return ss.feedNext(piece)
}

// feedMasked is feed where what spells a special token doesn't count. The special tokens are at the spans.
func (ss *session) feedMasked(piece string, spans []Span) *Delta {
	d := ss.feedNext(ss.cfg.mask.feed(piece, spans, false))
	ss.cfg.mask.showDelta(d)
	return d
}

// feedNext is feed for a chunk that the parser must see.
func (ss *session) feedNext(piece string) *Delta {
	var watched *bytetable.Watched
	if piece != "" {
		watched = ss.parser.Pass(asBytes(piece))
	}
	ss.collector.flush()
	if watched != nil && ss.cfg.mask == nil && ss.collector.flows() {
		ss.watched = watched
	}
	return ss.collector.request.delta
}

// end ends a stream's output.
func (ss *session) end(reason FinishReason) *Result {
	if ss.watched != nil {
		ss.catchUp()
	}
	ss.parser.Finish(reason)
	ss.collector.finish()
	ss.collector.flush()
	return ss.collector.result("")
}

// release forgets the output and gives the session back to its family, unless it was
// interrupted.
func (ss *session) release() {
	if ss.interrupted != nil {
		return
	}
	pool := &ss.collector.request.family.sessions
	few := ss.cfg.Work.Visits() < fewVisits
	ss.cfg.Tools, ss.cfg.Options.Formats, ss.cfg.Work, ss.cfg.Hold, ss.cfg.Markers = nil, nil, nil, nil, nil
	ss.cfg.SpecialTokens, ss.cfg.mask = nil, nil
	ss.cfg.ToolChoice = ToolChoice{}
	ss.watched, ss.flowed, ss.newline = nil, 0, false
	ss.collector.forget()
	if few || ss.held() <= buffers.MaxKept {
		pool.Put(ss)
	}
}

// fewVisits are so few that what was noted about these bytes takes less than buffers.MaxKept.
const fewVisits = 256

// withDefaults fills in the fields that are not set.
func (l Limits) withDefaults() Limits {
	if l.Depth <= 0 {
		l.Depth = DefaultDepth
	}
	l.Depth = min(l.Depth, MaxDepth)
	if l.ArgumentBytes <= 0 {
		l.ArgumentBytes = DefaultArgumentBytes
	}
	if l.ToolCalls <= 0 {
		l.ToolCalls = DefaultToolCalls
	}
	return l
}

// Empty reports whether nothing is new.
func (d *Delta) Empty() bool {
	return d.Content == "" && d.Reasoning == "" && len(d.ToolCalls) == 0 && len(d.Withdrawn) == 0
}

// reset empties the slices. What they held stays in their memory, for as long
// as the stream lives; the content is set by every flush.
func (d *Delta) reset() {
	d.ToolCalls = d.ToolCalls[:0]
	d.Withdrawn = d.Withdrawn[:0]
}
