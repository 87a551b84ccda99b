package proxy_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Whatever an upstream sends, and however that ends: its client is never worse off with the proxy than with a plain forwarder in the
// proxy's place, and never ends better than the upstream said. See comparison.
func TestNeverWorseThanAForwarder(t *testing.T) {
	s := newStage(t)
	for _, r := range allRuns(t) {
		t.Run(r.name, func(t *testing.T) {
			if wrong := s.compare(t, &r, 10*time.Second); len(wrong) > 0 {
				t.Error(strings.Join(wrong, "\n"))
			}
		})
	}
}

// allRuns are the runs of all scripts, and of the cases that the APIs have for themselves.
func allRuns(t *testing.T) []run {
	t.Helper()
	list := suiteRuns(t)
	for _, script := range scripts(t) {
		list = append(list, script.runs(t)...)
	}
	return list
}

// compare plays a run with the forwarder and with the proxy, and returns what is wrong with the latter.
// wait is how long the upstream waits for its client to have what it sent.
func (s *stage) compare(t *testing.T, r *run, wait time.Duration) (wrong []string) {
	t.Helper()
	c := &comparison{run: r, forwarder: s.play(t, r.withComments(), s.forwarder.URL, wait), proxy: s.play(t, r, s.proxy(t, r.policy), wait)}
	c.all()
	if len(c.wrong) > 0 {
		c.wrong = append(c.wrong, fmt.Sprintf("with the forwarder: %s\n%s\n%s\nwith the proxy: %s\n%s\n%s", c.forwarder, c.forwarder.detail, c.forwarder.raw, c.proxy, c.proxy.detail, c.proxy.raw))
	}
	return c.wrong
}

// withComments is the run with the comments that an upstream sends as data sent as comments. Every SDK fails on the former, and a
// client that fails has nothing to compare with.
func (r *run) withComments() *run {
	sent := *r
	sent.body = strings.ReplaceAll(r.body, "data: : ", ": ")
	return &sent
}

// A comparison compares what a client ends with behind the proxy with what it ends with behind a forwarder, which says only
// what the upstream said.
type comparison struct {
	*run
	forwarder, proxy *outcome
	wrong            []string
}

func (c *comparison) error(format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Sprintf(format, args...))
}

func (c *comparison) all() {
	f, p := c.forwarder, c.proxy
	if c.end == endReset { // it may take bytes along that were sent before
		if p.ended == finished && !f.done {
			c.error("the client ends with %q, not with %q", p.ended, f.ended)
		}
		return
	}
	if f.status != p.status && !(f.ended == failed && p.ended == failed) {
		c.error("the status is %d, not %d", p.status, f.status)
	}
	c.kinds()
	switch {
	case p.ended == f.ended:
	case f.ended == doneOnly && p.ended == finished: // [DONE] is the upstream's end, and an end has a reason
	default:
		c.error("the client ends with %q, not with %q", p.ended, f.ended)
	}
	if p.done && !f.done && f.ended != finished {
		c.error("the client gets an end that the upstream didn't send")
	}
	if f.done && !p.done {
		c.error("the client doesn't get the upstream's end")
	}
	if len(f.fails) == 0 && len(p.fails) > 0 {
		c.error("the client fails: %s", strings.Join(p.fails, ", "))
	}
	if p.late && !f.late {
		c.error("what the upstream sent arrives late")
	}
	for i := range f.order() {
		if p.choices[i] == nil {
			p.choice(i)
		}
	}
	for i := range p.order() {
		c.choice(f.choice(i), p.choices[i])
	}
	switch {
	case c.want == asItCame:
		if diff := cmp.Diff(f.raw, p.raw); diff != "" {
			c.error("the body doesn't leave as it came: %s", diff)
		}
	case c.want != "":
		if diff := cmp.Diff(c.want, p.String()); diff != "" {
			c.error("-want +got\n%s", diff)
		}
	}
}

// kinds compares the types of the bodies.
func (c *comparison) kinds() {
	f, p := c.forwarder, c.proxy
	switch {
	case c.header == "" && p.kind != "none" && p.status == f.status: // net/http guesses one for a plain forwarder
		c.error("the Content-Type is %q, the upstream sent none", p.kind)
	case c.header != "" && f.kind != p.kind && p.status == f.status:
		c.error("the Content-Type is %q, not %q", p.kind, f.kind)
	}
}

// Reasons that say that the model was done, in all APIs, in lower case. A word that isn't here says that the response was cut off.
var completeReasons = []string{
	"stop", "tool_calls", "tool_call", "function_call", "eos", "eos_token", "end_turn", "tool_use", "stop_sequence", "complete", "completed", "pause_turn", "refusal",
}

// choice compares a choice.
func (c *comparison) choice(f, p *said) {
	if p.role != f.role && (p.role != "" || p.text != "") { // a message of Responses that was only a call is no message any more
		c.error("the role is %q, not %q", p.role, f.role)
	}
	ended := f.reason != "" || c.forwarder.ended == doneOnly || c.forwarder.ended == finished
	complete := slices.Contains(completeReasons, strings.ToLower(f.reason)) || f.reason == "" && ended
	added := c.calls(f, p, ended, complete)
	c.reason(f, p, complete)
	changed := added || c.filledOrSame(f)
	c.text("text", f.text, p.text, changed && ended)
	c.text("thought", f.thought, p.thought, changed && ended)
}

// reason compares what a choice ended with.
func (c *comparison) reason(f, p *said, complete bool) {
	calls := slices.Contains([]string{"tool_calls", "function_call", "tool_use"}, p.reason) && len(p.calls) > 0
	switch {
	case p.reason == f.reason, slices.Contains(f.reasons, p.reason), complete && calls:
	case p.reason == "" && c.proxy.ended == c.forwarder.ended && (c.proxy.ended == failed || c.proxy.ended == cutOff): // it came too early, and nothing ends the response
	case f.reason == "" && c.forwarder.ended == doneOnly && (p.reason == "stop" || p.reason == "end_turn") && len(p.calls) == 0:
	default:
		c.error("the reason is %q, not %q", p.reason, f.reason)
	}
}

// text compares a text. Where calls are found in it, the rest stays, in order.
func (c *comparison) text(what, f, p string, called bool) {
	switch {
	case f == p:
	case strings.Contains(c.policy, "separate-reasoning"):
	case !called:
		c.error("the %s is %q, not %q", what, p, f)
	case !isRest(p, f):
		c.error("the %s %q isn't what is left of %q", what, p, f)
	}
}

// isRest reports whether a text is left of another one, in which nothing but white space was added.
func isRest(rest, text string) bool {
	for _, r := range rest {
		i := strings.IndexRune(text, r)
		if i < 0 {
			if strings.ContainsRune(" \n", r) {
				continue
			}
			return false
		}
		text = text[i:]
	}
	return true
}

// calls compares the calls, and reports whether some were found in the text. ended says that the upstream ended the response, complete
// that its reason isn't one of those for which it may be cut off.
func (c *comparison) calls(f, p *said, ended, complete bool) (added bool) {
	used := make([]bool, len(p.calls))
	for i, call := range f.calls {
		at := slices.IndexFunc(p.calls, func(other *made) bool { return other.name == call.name && other.args == call.args })
		for j, other := range p.calls {
			if !used[j] && other.name == call.name && (other.id == call.id || other.args == call.args || call.id == "") {
				at = j
				break
			}
		}
		if at < 0 || used[at] {
			if len(c.forwarder.fails) == 0 && !slices.ContainsFunc(f.calls[:i], call.again) {
				c.error("the call %v is lost", *call)
			}
			continue
		}
		used[at] = true
		if other := p.calls[at]; other.id != call.id && call.id != "" && !c.twoIDs(other) {
			c.error("a call has the id %q, not %q", other.id, call.id)
		}
		c.arguments(call, p.calls[at], complete)
	}
	for j, call := range p.calls {
		if used[j] {
			continue
		}
		added = true
		switch {
		case len(c.forwarder.fails) > 0 && strings.Contains(joined(f.calls), call.args): // the client takes two calls for one
		case !ended:
			c.error("the upstream didn't end the response, and the client gets the call %v", *call)
		case len(c.forwarder.fails) > 0: // what the client makes of it isn't what was meant
		case !strings.Contains(c.forwarder.raw+f.text+f.thought, call.name):
			c.error("the call %v is made up", *call)
		case !json.Valid([]byte(call.args)):
			c.error("the call %v isn't whole", *call)
		}
	}
	return added
}

// again reports whether the upstream sent a call a second time, with the same arguments but for their white space.
func (m *made) again(other *made) bool {
	return other.id == m.id && other.name == m.name && compacted(other.args) == compacted(m.args)
}

// compacted is JSON without white space, and other text as it is.
func compacted(text string) string {
	var b bytes.Buffer
	if json.Compact(&b, []byte(text)) != nil {
		return text
	}
	return b.String()
}

// twoIDs reports whether the Responses API gave a call its id next to another one: a call has the one that came first.
func (c *comparison) twoIDs(call *made) bool {
	return c.api == "responses" && call.id != "" && strings.Contains(c.forwarder.raw, `"call_id":"`+call.id+`"`)
}

// joined are the arguments of calls, one after another.
func joined(calls []*made) (text string) {
	for _, call := range calls {
		text += call.args
	}
	return text
}

// filledOrSame reports whether the text holds one of the calls, too: then it may be removed there.
func (c *comparison) filledOrSame(f *said) bool {
	return slices.ContainsFunc(f.calls, func(call *made) bool { return strings.Contains(f.text+f.thought, call.name) })
}

// arguments compares the arguments of a call.
func (c *comparison) arguments(f, p *made, complete bool) {
	text := strings.TrimSpace(f.args)
	blank := text == "" || text == "null" || strings.ReplaceAll(text, " ", "") == "{}"
	switch {
	case f.args == p.args:
	case blank && complete && json.Valid([]byte(p.args)): // the text may have them
	case json.Valid([]byte(text)) && !strings.HasPrefix(text, `"`):
		c.error("the arguments %q aren't the upstream's, %q", p.args, f.args)
	case !json.Valid([]byte(p.args)):
		if !c.repeats(f, p) {
			c.error("the arguments %q aren't JSON, and not the upstream's, %q", p.args, f.args)
		}
	case len(c.forwarder.fails) > 0 && strings.Contains(f.args, p.args): // the client takes two calls for one
	case p.args != "" && strings.HasSuffix(text, p.args): // the upstream sends them again, whole
	case p.args != "" && strings.HasPrefix(text, p.args) && compacted(text[len(p.args):]) == compacted(p.args): // so it does, with other white space
	case !complete:
		c.error("the upstream says that the arguments %q were cut off, and the client gets %q", f.args, p.args)
	case strings.HasPrefix(p.args, text) && !c.certain(f, p):
		c.error("the arguments %q, which may have been cut off, become %q", f.args, p.args)
	}
}

// repeats reports whether the upstream repeats arguments, and the client gets them once.
func (c *comparison) repeats(f, p *made) bool {
	return p.args != "" && strings.HasPrefix(f.args, p.args) || strings.HasSuffix(f.args, p.args)
}

// certain reports whether an end may be made for arguments: one brace is missing, their last value can't go on, and they have all
// properties of the tool, which are the same in all of these requests or all in the arguments.
func (c *comparison) certain(f, p *made) bool {
	text := strings.TrimSpace(f.args)
	if p.args != f.args+"}" && p.args != text+"}" || !strings.ContainsAny(text[len(text)-1:], `"}]el`) {
		return false
	}
	for _, property := range properties(c.ask, f.name) {
		if !strings.Contains(f.args, `"`+property+`"`) {
			return false
		}
	}
	return true
}

// properties are those of a tool of a request.
func properties(ask, tool string) (names []string) {
	type schema struct{ Properties map[string]any }
	type function struct {
		Name        string
		Parameters  schema
		InputSchema schema `json:"input_schema"`
	}
	var request struct {
		Tools []struct {
			function
			Function function
		}
	}
	if json.Unmarshal([]byte(ask), &request) != nil {
		return nil
	}
	for _, t := range request.Tools {
		for _, f := range []function{t.function, t.Function} {
			if f.Name != tool {
				continue
			}
			for name := range f.Parameters.Properties {
				names = append(names, name)
			}
			for name := range f.InputSchema.Properties {
				names = append(names, name)
			}
		}
	}
	return names
}
