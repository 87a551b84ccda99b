package proxy

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/toolparser/toolparser/gateway/httpfix"
)

// A liveBody is the body that the client gets of a streamed response: what of it has left is known, and
// the first of it can be looked at before the client gets it.
type liveBody struct {
	attempt   *attempt
	events    *httpfix.Stream
	out       []byte // what can leave
	done      bool   // out is the last there is
	delivered bool   // the client gets it
	annotated bool
}

// maxWait is how long the start of a response waits for its first content, so that another upstream can still be asked.
const maxWait = time.Second

// begin reads until something with content can leave, or all that there is, and finds why that isn't good. More
// than Config.MaxResponseBytes isn't kept back.
func (b *liveBody) begin(all bool) {
	var kept []byte
	var late <-chan time.Time
	held := b.signDue(all)
	for !b.done && (all || len(kept) == 0 || !b.events.Says()) && len(kept) < b.attempt.x.proxy.config.MaxResponseBytes {
		var inTime bool
		if b.out, b.done, inTime = b.events.NextBefore(cmp.Or(late, held)); !inTime {
			if late == nil && !b.events.Waits() { // for nothing that could be a call
				held = b.signDue(all)
				continue
			}
			break
		}
		kept = append(kept, b.out...)
		if b.attempt.kept = len(kept); !b.attempt.budget.allows() {
			break
		}
		if b.out = nil; !all && late == nil && len(kept) > 0 {
			timer := time.NewTimer(maxWait)
			defer timer.Stop()
			late = timer.C
		}
	}
	b.out = kept
	a := b.attempt
	switch {
	case a.failure != nil:
		a.failing, a.reason = true, a.failure.reason()
		a.failure = nil // an event reports it
	case b.events.Report().Failed, b.done && (len(b.out) == 0 || b.events.Report().Unended):
		a.failing, a.reason = true, ReasonError
	default:
		a.report = b.events.Report()
		a.reason = reasonOf(a.report)
	}
}

// signDue is when a client is to get a sign of life, which ends the chance of another upstream; nil if it gets none.
func (b *liveBody) signDue(all bool) <-chan time.Time {
	if after := b.attempt.x.proxy.config.KeepAlive; after > 0 && !all {
		return time.After(after)
	}
	return nil
}

// deliver gives the stream to the client. It reports whether the report is complete.
func (b *liveBody) deliver() (complete bool) {
	b.delivered = true
	if b.done {
		b.conclude()
	} else {
		b.attempt.x.proxy.signs.add(b)
	}
	return b.done
}

// Read implements io.Reader. It returns no error but io.EOF: an upstream that fails ends the
// stream in the way of its API.
func (b *liveBody) Read(p []byte) (int, error) {
	for len(b.out) == 0 && !b.done {
		b.advance()
	}
	if (b.done || b.events.Ended()) && !b.annotated {
		b.annotated = true
		if !b.done {
			b.attempt.report = b.events.Report()
		}
		if b.attempt.x.proxy.config.Annotate {
			b.out = beforeLastEvent(b.out, b.attempt.annotation())
		}
	}
	if len(b.out) == 0 {
		return 0, io.EOF
	}
	b.started()
	n := copy(p, b.out)
	b.out = b.out[n:]
	return n, nil
}

// advance takes what the upstream sends next, or that it has ended.
func (b *liveBody) advance() {
	b.attempt.kept = 0 // it has left
	b.out, b.done = b.events.Next()
	if b.done && b.delivered {
		b.conclude()
	}
}

// conclude ends the attempt of a stream that the client gets, all of which has come.
func (b *liveBody) conclude() {
	b.started()
	b.attempt.conclude(true)
}

// started notes when the first byte for the client is there.
func (b *liveBody) started() {
	if b.attempt.first == 0 && len(b.out) > 0 {
		b.attempt.first = time.Since(b.attempt.x.started)
	}
}

// Close implements io.Closer. The client may have left.
func (b *liveBody) Close() error {
	b.attempt.x.proxy.signs.remove(b)
	err := b.events.Close()
	if !b.done {
		b.done, b.out = true, nil // no one reads it
		if b.delivered {
			b.conclude()
		}
	}
	return err
}

// annotation is a comment in a stream with what the headers of a response report.
func (a *attempt) annotation() string {
	text := fmt.Sprintf("toolparser method=%s upstream=%s attempts=%d", a.report.Method, a.stop.upstream.name, a.x.attempts)
	if a.report.Calls > 0 {
		text += fmt.Sprintf(" confidence=%s format=%s", strconv.FormatFloat(a.report.Confidence, 'g', -1, 64), strings.Join(a.report.Formats, ","))
	}
	return a.live.events.Comment(text)
}

// beforeLastEvent inserts a text before the last event, which is complete.
func beforeLastEvent(events []byte, text string) []byte {
	body := bytes.TrimRight(events, "\r\n")
	at := 0
	for _, end := range []string{"\n\n", "\r\n\r\n", "\r\r"} {
		if i := bytes.LastIndex(body, []byte(end)); i >= 0 {
			at = max(at, i+len(end))
		}
	}
	return []byte(string(events[:at]) + text + string(events[at:]))
}
