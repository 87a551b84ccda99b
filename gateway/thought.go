package gateway

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
)

// A Thought takes the thought from the start of a content, where the markers of the model's family enclose it:
// Policy.SeparateReasoning. White space around the markers goes.
type Thought struct {
	markers []parsers.ReasoningMarkers
	state   thoughtState
	closer  string
	begun   bool   // a part of the thought was returned
	blank   []byte // white space that a marker may follow
	wait    string // behind it, what may be a part of a marker
}

type thoughtState uint8

const (
	thoughtUnknown thoughtState = iota // the content may start with one
	thoughtOpen
	thoughtEnded // white space may follow
	thoughtOver
)

// thinkTags are what most models write.
var thinkTags = []parsers.ReasoningMarkers{{Open: "<think>", Close: "</think>"}}

// newThought looks for a thought in what a family reads; nil if the policy doesn't ask for it.
func (f *Fixer) newThought(family *parsers.Family) *Thought {
	if !f.policy.SeparateReasoning {
		return nil
	}
	t := &Thought{markers: family.ReasoningMarkers}
	if len(t.markers) == 0 {
		t.markers = thinkTags
	}
	return t
}

// SplitThought takes the thought from the start of a complete content. ok is false if there is none. served is the
// model that the upstream says it served.
func (f *Fixer) SplitThought(offer *Offer, served, content string) (thought, rest string, ok bool) {
	t := f.newThought(f.familyOf(served, offer.Model))
	if t == nil {
		return "", content, false
	}
	thought, rest = t.Feed(content)
	lastThought, lastRest := t.End()
	return thought + lastThought, rest + lastRest, t.Found()
}

// Found reports whether the content starts with a thought, as far as is known.
func (t *Thought) Found() bool { return t.closer != "" }

// Over reports whether nothing that follows is part of a thought, or next to its markers.
func (t *Thought) Over() bool { return t.state == thoughtOver }

// Held is how many bytes wait.
func (t *Thought) Held() int { return len(t.blank) + len(t.wait) }

// Feed takes the next piece of the content, cut anywhere, and returns what is certain of the thought, and of the
// content without it.
func (t *Thought) Feed(piece string) (thought, rest string) {
	t.wait += piece
	if t.state == thoughtUnknown {
		t.open()
	}
	if t.state == thoughtOpen {
		thought = t.think()
	}
	if t.state == thoughtEnded {
		if t.wait = strings.TrimLeft(t.wait, space); t.wait != "" {
			t.state = thoughtOver
		}
	}
	if t.state == thoughtOver {
		rest = string(t.blank) + t.wait
		t.blank, t.wait = nil, ""
	}
	return thought, rest
}

// End ends the content, and returns what is left.
func (t *Thought) End() (thought, rest string) {
	switch left := string(t.blank) + t.wait; t.state {
	case thoughtUnknown:
		rest = left
	case thoughtOpen:
		thought = strings.TrimRight(left, space)
	}
	t.state, t.blank, t.wait = thoughtOver, nil, ""
	return thought, rest
}

// open finds the opening marker, or that there is none.
func (t *Thought) open() {
	t.skipBlank()
	mayOpen := t.wait == ""
	for _, m := range t.markers {
		marker := strings.TrimLeft(m.Open, space)
		if own, ok := strings.CutPrefix(t.wait, marker); ok {
			t.state, t.closer, t.blank, t.wait = thoughtOpen, m.Close, nil, own
			return
		}
		mayOpen = mayOpen || strings.HasPrefix(marker, t.wait)
	}
	if !mayOpen {
		t.state = thoughtOver
	}
}

// skipBlank moves white space to blank.
func (t *Thought) skipBlank() {
	left := strings.TrimLeft(t.wait, space)
	t.blank = append(t.blank, t.wait[:len(t.wait)-len(left)]...)
	t.wait = left
}

// think returns what is certain of the thought: neither a part of the closing marker, nor white space before it.
func (t *Thought) think() (thought string) {
	if !t.begun {
		t.wait = strings.TrimLeft(t.wait, space)
	}
	own, rest, closed := strings.Cut(t.wait, t.closer)
	t.wait = rest
	if closed {
		t.state = thoughtEnded
	} else {
		for n := min(len(t.closer)-1, len(own)); n > 0; n-- {
			if strings.HasSuffix(own, t.closer[:n]) {
				own, t.wait = own[:len(own)-n], t.closer[:n]
				break
			}
		}
	}
	if thought = strings.TrimRight(own, space); thought != "" {
		blank := string(t.blank)
		t.blank = append(t.blank[:0], own[len(thought):]...)
		thought, t.begun = blank+thought, true
	} else if t.begun {
		t.blank = append(t.blank, own...)
	}
	if closed {
		t.blank = nil
	}
	return thought
}
