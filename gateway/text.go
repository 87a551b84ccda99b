package gateway

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/parsers"
)

// A Text is the content or the reasoning of a choice, as it comes in.
type Text struct {
	family  *parsers.Family
	config  parsers.Config
	fault   *fault
	fixer   *Fixer
	text    strings.Builder
	whole   string // instead of text, if all of it came at once
	n       int    // bytes that came in
	stream  *parsers.Stream
	taken   int  // bytes that the stream counts
	certain int  // bytes of the text that the parser has returned as text
	held    bool // what the parser returns isn't the text any more
	start   start
	lead    string // the first bytes that aren't white space, while start is unknown
	passed  int
	splits  []int    // where parts begin, except for the first
	thought *thought // at the start, where it is to be separated; else nil
}

// A start says how a text starts.
type start uint8

const (
	startUnknown start = iota // with white space, or with a part of escapedMarker
	startPlain
	startEscaped // with escapedMarker
)

// escapedMarker starts markup that a server escaped as HTML. Such a text is held to its end.
const escapedMarker = "&lt;"

// Whole takes all of the text. It spares what only a stream needs: nothing is certain before
// the choice is finished.
func (t *Text) Whole(text string) {
	t.whole, t.n = text, len(text)
	t.start = startOf(strings.TrimLeft(text, jsonedit.Space))
}

// String is what came in.
func (t *Text) String() string {
	if t.whole != "" {
		return t.whole
	}
	return t.text.String()
}

// Feed takes the next piece, cut anywhere. It can't be mixed with Whole.
func (t *Text) Feed(piece string) { t.Separate(piece) }

// Separate takes the next piece, as Feed does, and returns what is certain of the thought that it adds to, and what it adds to the text
// without that: the thought and white space around it go, if they are to be separated.
func (t *Text) Separate(piece string) (thought, rest string) {
	if !t.Thinking() {
		t.feed(piece)
		return "", piece
	}
	return t.think(func() (own, rest string) { return t.thought.read(piece) })
}

// Plain says that the text has no thought that is to be separated, unless one has started.
func (t *Text) Plain() {
	if t.Thinking() && !t.Separated() {
		t.EndThought()
	}
}

// EndThought ends the thought, which may have been cut off, and returns the rest of it, and what it adds to the text.
func (t *Text) EndThought() (thought, rest string) {
	if t.Thinking() {
		return t.think(t.thought.finish)
	}
	return "", ""
}

// think has a step of the thought taken, which returns what is certain of it, and of the text.
func (t *Text) think(step func() (own, rest string)) (thought, rest string) {
	before := t.thought.waits()
	thought, rest = step()
	t.fixer.tally.think(t.thought.waits() - before)
	t.feed(rest)
	return thought, rest
}

// Separated reports whether the text has started with a thought, which isn't part of it.
func (t *Text) Separated() bool { return t.thought != nil && t.thought.found }

// Thinking reports whether the next piece may be part of the thought, or next to its markers.
func (t *Text) Thinking() bool { return t.thought != nil && t.thought.state != thoughtOver }

// feed takes the next piece of what isn't a thought.
func (t *Text) feed(piece string) {
	if piece == "" {
		return
	}
	t.n += len(piece)
	if t.fault.happened() {
		t.text.Reset() // no one reads it any more
		return
	}
	t.text.WriteString(piece)
	if t.start == startUnknown {
		if t.lead == "" {
			t.lead = strings.TrimLeft(piece, jsonedit.Space)
		} else {
			t.lead += piece
		}
		t.start = startOf(t.lead)
	}
	t.fault.guard(func() {
		if t.stream == nil {
			t.stream = parsers.NewStream(t.family, t.config)
		}
		t.take(t.stream.Feed(piece))
		t.fixer.tally.note(&t.taken, t.stream)
	})
}

// startOf is how a text starts that begins with lead, ignoring white space.
func startOf(lead string) start {
	switch {
	case strings.HasPrefix(lead, escapedMarker):
		return startEscaped
	case strings.HasPrefix(escapedMarker, lead):
		return startUnknown
	default:
		return startPlain
	}
}

// take adds the new output of a delta. While the text holds neither a call nor markup, what the
// parser returns is the text itself.
func (t *Text) take(d *parsers.Delta) {
	returned := d.Content + d.Reasoning // of one text, only one of them is ever set before a call
	if t.certain == 0 && returned != "" {
		// The parser leaves out white space at the start. If a text follows it, it stays; see withLead.
		if lead := leadOf(t.text.String()); strings.HasPrefix(t.text.String()[lead:], returned) {
			t.certain = lead
		}
	}
	if len(d.ToolCalls) > 0 || !strings.HasPrefix(t.text.String()[t.certain:], returned) {
		t.held = true
	}
	if !t.held {
		t.certain += len(returned)
	}
}

// Len is the number of bytes that came in, without those of a thought that is separate.
func (t *Text) Len() int {
	if t.Thinking() && !t.Separated() {
		return t.n + len(t.thought.kept)
	}
	return t.n
}

// Certain is how many bytes, from the start of the text, are certain to stay as they came.
func (t *Text) Certain() int {
	switch {
	case t.fault.happened():
		return t.Len()
	case t.start != startPlain:
		return 0
	default:
		return t.certain
	}
}

// Pass says that the first n bytes have left for the client, as they came.
func (t *Text) Pass(n int) { t.passed = max(t.passed, n) }

// Passed is how many bytes have left.
func (t *Text) Passed() int { return t.passed }

// Held reports whether bytes came in that aren't certain yet.
func (t *Text) Held() bool { return t.Certain() < t.Len() }

// leadOf is how many bytes of white space a text starts with.
func leadOf(text string) int { return len(text) - len(strings.TrimLeft(text, jsonedit.Space)) }

// withLead is what is left of the text, with the white space at its start, which the parser leaves out: it stays, and may
// have left, unless a call follows it.
func (t *Text) withLead(left string, segments []parsers.Segment) string {
	text := t.String()
	lead := leadOf(text)
	i := slices.IndexFunc(segments, func(s parsers.Segment) bool { return s.Span.End > lead })
	if left == "" || leadOf(left) > 0 || i < 0 || segments[i].Kind == parsers.SegmentToolCall || segments[i].Kind == parsers.SegmentMarkup {
		return left
	}
	return text[:lead] + left
}

// follows reports whether a text can take the place of this one: what has left begins it.
func (t *Text) follows(text string) bool {
	return strings.HasPrefix(text, t.String()[:t.passed])
}

// finish ends the text: what the parser made of all of it.
func (t *Text) finish(reason parsers.FinishReason) *parsers.Result {
	if t.whole != "" {
		return t.parse(t.whole, t.config, reason)
	}
	if t.stream == nil {
		return &parsers.Result{}
	}
	_, result := t.stream.Finish(reason)
	t.stream = nil
	return result
}

// again parses the text once more, with other options.
func (t *Text) again(text string, options parsers.Options, reason parsers.FinishReason) *parsers.Result {
	config := t.config
	config.Options = options
	return t.parse(text, config, reason)
}

// parse reads all of a text. If that takes too much, the fix of the choice is given up.
func (t *Text) parse(text string, config parsers.Config, reason parsers.FinishReason) *parsers.Result {
	result, err := t.fixer.parse(t.family, text, config, reason)
	if err != nil {
		t.fault.err = err
		return &parsers.Result{Content: text}
	}
	return result
}

// close gives back what an unfinished text takes.
func (t *Text) close() {
	if t.stream != nil {
		t.stream.Close()
		t.stream = nil
		t.fixer.tally.note(&t.taken, nil)
	}
}
