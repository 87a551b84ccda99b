package engine

import (
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// A table is a family's grammar with its hooks. It is compiled once, for all
// its parsers.
type table struct {
	*grammar.Grammar
	hooks []Hooks
	ids   bool // ids are made as the family's IDs say

	once     sync.Once
	compiled *triggers
}

func (t *table) triggers() *triggers {
	t.once.Do(func() { t.compiled = newTriggers(t) })
	return t.compiled
}

// triggers are the bytes at which text stops to look closer, by what is quoted.
type triggers struct {
	plain, lines, think, fence, inline, json stops
	fenceOpening                             stops     // fence, on its opening line
	lineBegin                                [256]bool // plain, where the marker for a line's start may be
	tells                                    tells
	tags                                     [256]bool // markers other than words begin with these
	body                                     [256]bool // in a message these may end it
	ends                                     [256]bool // markers other than words, and closers of thoughts, begin with these
	header, frameWord                        [256]bool // what a word of a header ends at
	thoughtLabel, thoughtInfo                [256]bool // what ends the label of a fence in a thought, and words behind it
	markers                                  []Marker
	begin                                    [256][]*Marker  // the markers that begin with the byte
	sieves                                   [256]*sieve     // which of these may be there, by the bytes that follow; nil: none
	seconds                                  [256]*[256]bool // what may be behind a letter, or a first byte of a code point, that means something; nil: anything
	turnEnds                                 []*Marker       // the markers that may end a turn
	starts                                   []Marker        // openers of thoughts and blocks, at the start of the output only
	line                                     *Marker         // the marker that counts at a line start; nil: none
}

func newTriggers(g *table) *triggers {
	t := new(triggers)
	for _, s := range []*stops{&t.plain, &t.think, &t.fence} {
		s.in = fence.Begins
	}
	t.inline.in[fence.Code], t.inline.in['\n'] = true, true
	for _, s := range []*stops{&t.plain, &t.think, &t.inline, &t.fence} {
		s.in['<'] = true
	}
	t.tags['<'] = true
	if g.JSON != nil || g.Lead != nil {
		for _, c := range "{[}]" {
			t.plain.in[c] = true
		}
	}
	if g.Python != nil && g.Python.Calls == grammar.PythonLists {
		t.plain.in['['], t.plain.in[']'] = true, true
	}
	if g.Options {
		for _, c := range "pP\n" {
			t.plain.in[c] = true
		}
	}
	blocks, blockStarts := blockMarkers(g.Blocks)
	// Markers of calls are looked for before openers of thoughts. Openers are looked for
	// before tokens, since a longer opener may begin with a token. Closers are last.
	openers, closers, starts := thoughtMarkers(g.Grammar)
	for _, m := range slices.Concat(
		frameMarkers(g), treeMarkers(g.Trees), pythonMarkers(g.Grammar), tagMarkers(g), blocks, resultMarkers(g.Results),
		namedMarkers(g), answerMarkers(g.Answer), functionTagMarkers(g.FunctionTags), recipientMarkers(g.Recipients),
		g.hookMarkers(), openers, besideMarkers(g.Tokens),
	) {
		if m.Line {
			t.line = &m
			t.plain.in['\n'] = true
			continue
		}
		t.markers = append(t.markers, m)
	}
	t.markers = append(append(t.markers, turnEndMarkers(g.TurnEnds)...), closers...)
	t.starts = append(starts, blockStarts...)
	for i := range t.markers {
		t.markers[i].seeSecond()
		if m := &t.markers[i]; m.Ends == place.EndsBlock || m.closes != 0 || m.frame != 0 {
			t.turnEnds = append(t.turnEnds, m)
		}
		c := t.markers[i].first()
		t.begin[c] = append(t.begin[c], &t.markers[i])
		t.plain.in[c] = true
		t.think.in[c] = t.think.in[c] || !t.markers[i].Word
		t.tags[c] = t.tags[c] || t.markers[i].tag()
		t.ends[c] = t.ends[c] || t.tags[c] || t.markers[i].closes != 0
		t.inline.in[c], t.fence.in[c] = t.inline.in[c] || t.ends[c], t.fence.in[c] || t.ends[c]
	}
	if g.Recipients != nil { // quotation hides it, so t.inline and t.fence don't know it
		t.tags[g.Recipients.Open[0]] = true
	}
	for i := range g.Trees {
		t.tags[g.Trees[i].Delimiter[0]] = true
	}
	t.body, t.header = t.tags, t.tags
	for _, c := range " \n\t\r" {
		t.header[c] = true
	}
	for c, ends := range t.header {
		t.frameWord[c] = ends && !isLetter(byte(c)) || c == '{'
	}
	t.thoughtLabel, t.thoughtInfo = *labelEnds, *infoEnds
	for _, m := range closers {
		t.thoughtLabel[m.first()], t.thoughtInfo[m.first()] = true, true
	}
	if g.CallsInMessages() {
		t.body[g.Frames.Messages.To[0]] = true
	}
	t.json = t.plain
	t.json.in['\n'] = true
	for c := range t.seconds {
		t.sieves[c] = newSieve(byte(c), t.begin[c])
		if isLetter(byte(c)) || c >= utf8.RuneSelf && len(t.begin[c]) > 0 {
			t.seconds[c] = t.secondsOf(byte(c), g.Options)
		} else {
			t.seconds[c] = fence.Second(byte(c))
		}
	}
	t.lines, t.lineBegin = t.json, t.plain.in
	t.fenceOpening = t.fence
	t.fenceOpening.in['\n'] = true // behind that line, a newline ends nothing in a fence, and what counts at a line start doesn't count
	for _, s := range []*stops{&t.plain, &t.lines, &t.think, &t.fence, &t.fenceOpening, &t.inline, &t.json} {
		s.look(&t.seconds)
	}
	t.plain.passCode()
	t.lines.passCode()
	for _, s := range []*stops{&t.plain, &t.lines, &t.think} {
		s.few = t.fewIn(&s.in)
	}
	lineSeconds := t.seconds
	if t.line != nil {
		t.lineBegin[t.line.first()], lineSeconds[t.line.first()] = true, nil
	}
	t.tells = tells{
		body:      tellsOf(&t.body, &t.seconds),
		lineBegin: tellsOf(&t.lineBegin, &lineSeconds),
	}
	return t
}

// tells are the [parsers.Tells] of the tables of bytes with the same names.
type tells struct{ body, lineBegin parsers.Tells }

// secondsOf are the bytes that may be behind a byte that means something: the byte begins
// markers, or is that of the word "option". Nil: any may.
func (t *triggers) secondsOf(c byte, options bool) *[256]bool {
	var seconds [256]bool
	for _, m := range t.begin[c] {
		behind := m.behind(c)
		if behind == nil {
			return nil
		}
		for d, may := range behind {
			seconds[d] = seconds[d] || may
		}
	}
	if options && c|0x20 == optionWord[1] {
		seconds['t'], seconds['T'] = true, true
	}
	return &seconds
}

// seeSecond notes the second byte of a marker that is a text, and whether nothing but
// the text counts.
func (m *Marker) seeSecond() {
	if m.Match == nil && len(m.Text) > 1 {
		m.second.is = m.Text[1]
	}
	if m.Match == nil && m.look == nil {
		m.text = m.Text
	}
}
