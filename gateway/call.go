package gateway

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/gateway/internal/complete"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/parsers"
)

// A Call is a structured call of the upstream, as it comes in. Its ID and Name are set by the
// reader before the first Feed.
type Call struct {
	ID, Name string
	// Twin is the first call with the same id; nil if there is none, or once it is known to be another call. The two may be one, which the
	// upstream sends twice.
	Twin *Call
	// CutOff: the upstream says that the arguments were cut off. They stay as they came.
	CutOff bool

	choice  *Choice
	text    strings.Builder // the arguments
	n       int             // bytes that came in
	stream  *parsers.Stream
	taken   int  // bytes that the stream counts
	passes  bool // there are too many calls: the arguments go on as they come
	certain int
	held    bool // the arguments need a repair
	started bool // something but white space has come
	says    bool // something but an empty object, or its start
	sound   bool // they have ended, and are JSON
	hopeful bool // they are, or may still become, what the parser can read
	passed  int
	repairs int

	cumulative bool // each delta repeats the arguments so far
}

// NewID is an id for a call that has none: the prefix, and 24 random letters and digits.
func NewID(prefix string) string { return prefix + rand.Text()[:24] }

// Whole takes all of the arguments, and ends them.
func (c *Call) Whole(arguments string) {
	c.n = len(arguments)
	c.choice.arguments += len(arguments)
	c.text.WriteString(arguments)
}

// Feed takes the next piece of the arguments, cut anywhere.
func (c *Call) Feed(piece string) {
	if piece == "" {
		return
	}
	c.n += len(piece)
	c.choice.arguments += len(piece)
	if c.choice.fault.happened() {
		c.text.Reset() // no one reads it any more
		return
	}
	c.text.WriteString(piece)
	if c.passes {
		return
	}
	c.choice.fault.guard(func() {
		if c.stream == nil {
			c.stream = parsers.NewStream(c.choice.fixer.json, parsers.Config{Tools: c.choice.offer.Tools, Limits: c.choice.fixer.policy.Limits})
			c.stream.Feed(callStart(c.Name))
			c.hopeful = true
		}
		if !c.started { // white space before the arguments stays
			trimmed := strings.TrimLeft(piece, jsonedit.Space)
			c.certain += len(piece) - len(trimmed)
			piece = trimmed
			c.started = piece != ""
		}
		c.says = c.says || strings.Trim(piece, jsonedit.Space+"{}") != ""
		c.take(c.stream.Feed(piece))
		c.choice.fixer.tally.note(&c.taken, c.stream)
	})
}

// Added is what a delta adds to the arguments. Some servers repeat in each delta the arguments so
// far: their start is left out.
func (c *Call) Added(delta string) string {
	so := c.Arguments()
	if c.Repeats(delta) {
		return ""
	}
	if so == "" || !strings.HasPrefix(delta, so) || !c.cumulative && goesOn(so+delta) {
		return delta
	}
	c.cumulative = true
	return delta[len(so):]
}

// Complete reports whether the arguments are JSON that says something: nothing can follow.
func (c *Call) Complete() bool {
	text := c.text.String()
	return strings.HasSuffix(strings.TrimRight(text, jsonedit.Space), "}") && isArguments(text) && !blank(text)
}

// Repeats reports whether a delta has all of the arguments, which are complete, once more, ignoring white space.
func (c *Call) Repeats(delta string) bool { return Repeats(c.text.String(), delta) }

// Repeats reports whether two texts are the same arguments, which are complete, ignoring white space.
func Repeats(so, again string) bool {
	return len(again) >= 2 && sameLetters(so, again) && isArguments(so) && isArguments(again) && compact(so) == compact(again)
}

// sameLetters reports whether two texts are the same but for white space, anywhere. It looks at no more of the first one than the second
// one takes: that may be all arguments so far, and the next of many deltas.
func sameLetters(a, b string) bool {
	for {
		a, b = strings.TrimLeft(a, jsonedit.Space), strings.TrimLeft(b, jsonedit.Space)
		if a == "" || b == "" || a[0] != b[0] {
			return a == b
		}
		a, b = a[1:], b[1:]
	}
}

// compact is JSON without white space.
func compact(text string) string {
	var b bytes.Buffer
	_ = json.Compact(&b, []byte(text)) // it is JSON
	return b.String()
}

// goesOn reports whether a text is JSON, or may be the start of some.
func goesOn(text string) bool {
	d := json.NewDecoder(strings.NewReader(text))
	var value json.RawMessage
	if err := d.Decode(&value); err != nil {
		return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
	}
	_, err := d.Token()
	return errors.Is(err, io.EOF)
}

// callStart and callEnd make a call of arguments, as the arguments' family writes it.
func callStart(name string) string {
	return `<tool_call>{"name": ` + jsonedit.Quote(name) + `, "arguments": `
}

const callEnd = `}</tool_call>`

// take adds the new output of a delta.
func (c *Call) take(d *parsers.Delta) {
	for _, call := range d.ToolCalls {
		if !strings.HasPrefix(c.text.String()[c.certain:], call.Arguments) {
			c.held = true
		}
		if !c.held {
			c.certain += len(call.Arguments)
		}
	}
	if len(d.Withdrawn) > 0 {
		c.hopeful = false
	}
}

// Len is the number of bytes that came in.
func (c *Call) Len() int { return c.n }

// Certain is how many bytes, from the start of the arguments, are certain to stay as they came.
// Empty arguments aren't while the content may hold what belongs there.
func (c *Call) Certain() int {
	switch {
	case c.choice.fault.happened() || c.passes || !c.hopeful && c.n > 0:
		return c.n
	case !c.says && c.choice.Content.Held():
		return -1
	default:
		return c.certain
	}
}

// Pass says that the first n bytes of the arguments have left for the client, as they came.
func (c *Call) Pass(n int) { c.passed = max(c.passed, n) }

// Passed is how many bytes have left.
func (c *Call) Passed() int { return c.passed }

// Arguments are what came in.
func (c *Call) Arguments() string { return c.text.String() }

// Close ends the arguments. If they can be sent as they came, all of them are certain.
func (c *Call) Close() {
	c.close()
	c.sound = isArguments(c.text.String())
	if c.sound && !blank(c.text.String()) {
		c.certain = c.text.Len()
		c.held = false
	}
}

// Sound reports whether the arguments, which have ended, are JSON as they came, or the fix was
// given up.
func (c *Call) Sound() bool { return c.sound || c.choice.fault.happened() }

func (c *Call) close() {
	if c.stream != nil {
		c.stream.Close()
		c.stream = nil
		c.choice.fixer.tally.note(&c.taken, nil)
	}
}

// repaired are the arguments that the client gets. ok is false if they can't be repaired.
func (c *Call) repaired() (arguments string, ok bool) {
	text := c.text.String()
	if isArguments(text) {
		return text, true
	}
	if strings.TrimSpace(text) == "" {
		return "{}", true
	}
	result, err := c.choice.fixer.parse(c.choice.fixer.json, callStart(c.Name)+text+callEnd, parsers.Config{
		Tools:   c.choice.offer.Tools,
		Limits:  c.choice.fixer.policy.Limits,
		Options: parsers.Options{MinConfidence: c.choice.fixer.policy.MinConfidence},
	}, parsers.FinishStop)
	if err != nil {
		c.choice.fault.err = err
		return text, false
	}
	if len(result.ToolCalls) != 1 || result.Content != "" || result.ToolCalls[0].Name != c.Name {
		return text, false
	}
	call := &result.ToolCalls[0]
	c.repairs = len(call.Repairs)
	end := len(callStart(c.Name)) + len(text)
	if slices.ContainsFunc(call.Repairs, func(r parsers.Repair) bool { return r.Kind == parsers.RepairMissingCloser && r.Offset >= end }) {
		var schema string
		if i, declared := c.choice.offer.Tools.Index(c.Name); declared {
			schema = c.choice.offer.Tools.At(i).Parameters
		}
		if arguments, ok = complete.Close(text, schema); !ok {
			return text, false
		}
		return arguments, true
	}
	return call.Arguments, isArguments(call.Arguments)
}

// follows reports whether arguments can take the place of these: what has left begins them.
func (c *Call) follows(arguments string) bool {
	return strings.HasPrefix(arguments, c.text.String()[:c.passed])
}

// isArguments reports whether a text is JSON, and not a string with the arguments in it.
func isArguments(text string) bool {
	return json.Valid([]byte(text)) && !strings.HasPrefix(strings.TrimLeft(text, jsonedit.Space), `"`)
}

// blank reports whether arguments say nothing.
func blank(text string) bool {
	text = strings.TrimSpace(text)
	return text == "" || text == "null" || emptyObject(text)
}

// emptyObject reports whether a text is an object without members.
func emptyObject(text string) bool {
	return strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}") && strings.TrimSpace(text[1:max(len(text)-1, 1)]) == ""
}
