package gateway

import "github.com/toolparser/toolparser/parsers"

// A tally is what the choices of one response take together. A nil tally counts nothing.
type tally struct {
	calls    int // structured calls
	held     int // bytes of parsers, and of what is known of calls
	thoughts int // of these, bytes of thoughts that wait
	hold     func(bytes int) error
}

const (
	// parserBytes is what a parser takes next to what it says that it holds, callBytes what is known of a structured call.
	parserBytes = 16 << 10
	callBytes   = 1 << 10
	// countedBytes is the shortest text for whose parser a hold is asked: what a shorter one makes is short.
	countedBytes = 16 << 10
)

// ForResponse is a fixer for one response, whose choices share its limits. It is used by one goroutine at a time. hold, unless it is
// nil, is asked with the bytes that they take, as by Held, while a long text is read. Its error gives the choice up.
func (f *Fixer) ForResponse(hold func(bytes int) error) *Fixer {
	own := *f
	own.tally = &tally{hold: hold}
	return &own
}

// Held is how many bytes the choices of the response take, in addition to what the response's Stream keeps.
func (f *Fixer) Held() int {
	if f.tally == nil {
		return 0
	}
	return f.tally.held
}

// Thoughts is how many of these bytes are of thoughts that wait: no event has them any more.
func (f *Fixer) Thoughts() int {
	if f.tally == nil {
		return 0
	}
	return f.tally.thoughts
}

// think counts bytes of a thought that wait, or don't any more.
func (t *tally) think(bytes int) {
	if t != nil {
		t.held += bytes
		t.thoughts += bytes
	}
}

// add counts a structured call, and reports whether it is one of the first MaxCalls.
func (t *tally) add() (fixed bool) {
	if t == nil {
		return true
	}
	t.calls++
	t.held += callBytes
	return t.calls <= MaxCalls
}

// note counts what a parser takes, which was something else before; nothing of nil.
func (t *tally) note(before *int, stream *parsers.Stream) {
	if t == nil {
		return
	}
	now := 0
	if stream != nil {
		now = parserBytes + stream.Held()
	}
	t.held += now - *before
	*before = now
}

// parse reads all of a text. An error says that what the parser makes of it would take too much.
func (f *Fixer) parse(family *parsers.Family, text string, config parsers.Config, reason parsers.FinishReason) (*parsers.Result, error) {
	t := f.tally
	if t == nil || t.hold == nil || len(text) < countedBytes {
		return parsers.Parse(family, text, config, reason), nil
	}
	config.Hold = func(bytes int) error { return t.hold(t.held + bytes) }
	return parsers.ParseChunks(family, text, config, reason, func() error { return nil })
}
