package openai

import (
	"strconv"
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/internal/sse"
)

// separate moves the thought at the start of each content to the reasoning, unless there is one.
func (r *Request) separate(f *gateway.Fixer, body string, root jsonedit.Value) string {
	edits, served := jsonedit.New(body), root.Member("model").Str
	for choice := range root.Member("choices").Items() {
		m := readMessage(choice.Member("message"))
		if m.thought() != "" || len(m.texts) == 0 {
			continue
		}
		if thought, rest, ok := f.SplitThought(&r.Offer, served, m.texts[0].Str); ok {
			m.replace(edits, thought, jsonedit.Quote(rest))
		}
	}
	return edits.String()
}

// thoughts moves the thoughts at the start of contents to the reasoning, before a stream takes its events. Those that
// may be the start of one wait.
type thoughts struct {
	stream  *Stream
	byIndex map[int64]*thought
	order   []*thought
	queue   []*separated
	last    *separated // the last event with choices

	undecided int // contents that may be the start of a thought
	held      int // bytes of the queue, and of contents that wait
}

// A thought is that of one choice.
type thought struct {
	*gateway.Thought
	index    int64
	text     jsonedit.Joiner
	finished bool // it has a finish_reason
}

// A separated is an event that waits.
type separated struct {
	frame   sse.Frame
	choices jsonedit.Value
	edits   *jsonedit.Text
	texts   []separatedText
}

type separatedText struct {
	of   *thought
	node jsonedit.Value
}

// take takes one event.
func (t *thoughts) take(frame sse.Frame) {
	root, ok := jsonedit.Parse(frame.Data)
	body := root.Holder("choices")
	e := &separated{frame: frame, choices: body.Member("choices"), edits: jsonedit.New(frame.Data)}
	switch {
	case !frame.HasData: // a comment
		t.stream.take(frame)
		return
	case strings.TrimSpace(frame.Data) == sse.Done:
		t.endAll()
	case !ok || root.Member("error").IsObject():
		t.release()
	case e.choices.Raw == "[]": // what comes now shows that a finish_reason was the last one
		t.end(func(own *thought) bool { return own.finished })
	}
	t.queue = append(t.queue, e)
	t.held += len(frame.Raw)
	i, served := 0, body.Member("model").Str
	for node := range e.choices.Items() {
		if node.IsObject() {
			t.last = e
			own := t.of(indexOf(node, i), served)
			t.change(own, func() { t.separate(e, node, own) })
			i++
		}
	}
	if t.undecided == 0 {
		t.send()
	}
}

// change counts what a change of a thought makes of it.
func (t *thoughts) change(own *thought, f func()) {
	wasUndecided, held := own.Undecided(), own.Held()
	f()
	t.held += own.Held() - held
	switch isUndecided := own.Undecided(); {
	case isUndecided && !wasUndecided:
		t.undecided++
	case wasUndecided && !isUndecided:
		t.undecided--
	}
}

// of is the thought of the choice with an index.
func (t *thoughts) of(index int64, served string) *thought {
	own := t.byIndex[index]
	if own == nil {
		own = &thought{index: index, Thought: t.stream.fixer.NewThought(&t.stream.request.Offer, served)}
		t.byIndex[index] = own
		t.order = append(t.order, own)
	}
	return own
}

// separate takes what an event says about a choice.
func (t *thoughts) separate(e *separated, node jsonedit.Value, own *thought) {
	m := readMessage(node.Member("delta"))
	if m.thought() != "" || len(m.calls) > 0 || len(m.texts) > 1 {
		own.Skip()
	}
	if own.Over() {
		return
	}
	var piece string
	if len(m.texts) == 1 {
		piece = own.text.Join(m.texts[0])
		e.texts = append(e.texts, separatedText{own, m.texts[0]})
	}
	waited := !own.Found()
	thought, rest := own.Feed(piece)
	own.finished = own.finished || node.Member("finish_reason").Str != ""
	if !own.Found() {
		return
	}
	if waited {
		t.empty(own)
	}
	if own.Over() {
		m.replace(e.edits, thought, own.text.Quote(rest))
	} else {
		m.replace(e.edits, thought, `""`)
	}
}

// empty takes the text from the events that wait, which had the start of the thought, and white space before it.
func (t *thoughts) empty(own *thought) {
	for _, e := range t.queue[:len(t.queue)-1] {
		for _, text := range e.texts {
			if text.of == own && text.node.Str != "" {
				e.edits.Set(text.node, "null")
			}
		}
	}
}

// replace gives the message the thought, and what is left of its first text, which is JSON.
func (m *message) replace(edits *jsonedit.Text, thought, rest string) {
	if len(m.texts) > 0 && m.texts[0].Str != "" {
		if rest == `""` && m.content.Type == jsonedit.String {
			rest = "null"
		}
		edits.Set(m.texts[0], rest)
	}
	if thought == "" {
		return
	}
	name := "reasoning_content"
	if other := "reasoning"; !m.object.Member(name).Exists() && m.object.Member(other).Exists() {
		name = other
	}
	edits.Put(m.object, name, m.object.Member(name), jsonedit.Quote(thought))
}

// release sends the events that wait, though their choices may still start with a thought.
func (t *thoughts) release() {
	for _, own := range t.order {
		if own.Undecided() {
			t.change(own, own.Skip)
		}
	}
	t.send()
}

// send sends the events that wait.
func (t *thoughts) send() {
	for _, e := range t.queue {
		t.held -= len(e.frame.Raw)
		frame := e.frame
		if e.edits.Edited() {
			frame = frame.Changed(e.edits.String())
			t.stream.report.Changed = true
		}
		t.stream.take(frame)
	}
	t.queue = nil
}

// endAll ends all contents.
func (t *thoughts) endAll() {
	if t != nil {
		t.end(func(*thought) bool { return true })
	}
}

// end ends the contents that are wanted. What is left of a thought that was cut off leaves in an event that is made.
func (t *thoughts) end(wanted func(*thought) bool) {
	for _, own := range t.order {
		if !wanted(own) {
			continue
		}
		var thought string
		t.change(own, func() {
			first, _ := own.Feed(own.text.Left())
			last, _ := own.End()
			thought = first + last
		})
		if thought != "" {
			edits := jsonedit.New(t.last.frame.Data)
			edits.Set(t.last.choices, `[{"index":`+strconv.FormatInt(own.index, 10)+`,"delta":{"reasoning_content":`+jsonedit.Quote(thought)+`},"finish_reason":null}]`)
			made := t.last.frame.Changed(edits.String())
			t.queue = append(t.queue, &separated{frame: made, edits: jsonedit.New("")})
			t.held += len(made.Raw)
			t.stream.report.Changed = true
		}
	}
	t.release()
}

// waits is how many bytes wait.
func (t *thoughts) waits() int {
	if t == nil {
		return 0
	}
	return t.held
}
