package parsers

import (
	"slices"
	"strings"
)

// SpecialTokens says which parts of an output were special tokens to the tokenizer. Then the family's
// [Family.PreservedTokens] count only there, and text that spells one is text. A call in a format that
// opens with such a token counts only behind one. So nothing that a model quotes is a call of its own.
//
// The output must be valid UTF-8.
type SpecialTokens struct {
	// Spans are those of a complete output, in the order of the text, without overlap. Of a stream, each chunk
	// has its own: [Stream.FeedTokens]. Empty: there are none.
	Spans []Span
	// Constrained: a grammar constrained the output, so the model may have spelled its tokens in other ones.
	// Then spelled tokens count, too, as with a [ToolChoice] that demands a call.
	Constrained bool
	// Missing are those of the PreservedTokens that the tokenizer doesn't have: a model can only spell them. They count
	// wherever they are, unless the tokenizer has another token that opens their format.
	Missing []string
}

// maxSigns is how many bytes can stand for the first byte of a spelled token: those that no UTF-8 has.
const (
	maxSigns  = 8
	firstSign = 0xff - maxSigns + 1
)

// A tokenMask hides what spells a special token from the parser: another byte is in the place of its first one. What comes
// out of the parser gets that byte back. It also knows which formats count where.
type tokenMask struct {
	texts map[byte][]string // the tokens, by their first byte
	signs [256]byte         // what stands for a first byte; 0: nothing
	bytes [maxSigns]byte    // which first byte each stands for

	found   []foundToken
	formats map[string]*formatTokens

	held  []byte // what may be the beginning of a token
	spans []Span // of the output, from there on
	base  int    // the offset of held

	part foundToken // the beginning of a token that may go on in the next chunk
}

// A foundToken is a special token of the output.
type foundToken struct {
	at   int
	text string
}

// formatTokens are the tokens of a format that opens with one.
type formatTokens struct {
	opens, closes []string

	seen int  // of the found tokens
	at   int  // up to here they were asked for
	open bool // the last one opened something
}

// newTokenMask is the mask for an output; nil if spelled tokens count.
func newTokenMask(f *Family, cfg *Config) *tokenMask {
	if cfg.SpecialTokens == nil || cfg.SpecialTokens.Constrained || cfg.ToolChoice.Demands() {
		return nil
	}
	m := &tokenMask{texts: make(map[byte][]string), formats: make(map[string]*formatTokens)}
	n := 0
	for _, text := range f.PreservedTokens {
		if text == "" {
			continue
		}
		c := text[0]
		if m.signs[c] == 0 {
			if n == maxSigns {
				continue
			}
			m.signs[c], m.bytes[n] = byte(firstSign+n), c
			n++
		}
		m.texts[c] = append(m.texts[c], text)
	}
	m.addFormats(f)
	m.forget(cfg.SpecialTokens.Missing)
	return m
}

// forget has tokens that the tokenizer doesn't have count where they are spelled, if no other token opens their format.
func (m *tokenMask) forget(missing []string) {
	isMissing := func(token string) bool { return slices.Contains(missing, token) }
	ofFormats := make(map[string]bool) // the tokens of formats that one of the tokenizer's opens
	for name, t := range m.formats {
		if !slices.ContainsFunc(t.opens, func(token string) bool { return !isMissing(token) }) {
			delete(m.formats, name)
			continue
		}
		for _, token := range slices.Concat(t.opens, t.closes) {
			ofFormats[token] = true
		}
	}
	for c, texts := range m.texts {
		m.texts[c] = slices.DeleteFunc(texts, func(token string) bool { return isMissing(token) && !ofFormats[token] })
	}
}

// addFormats notes the tokens of the family's formats. A format counts behind its opener only if that is a special token.
func (m *tokenMask) addFormats(f *Family) {
	for i := range f.Signs.Markers {
		s := &f.Signs.Markers[i]
		token := m.begins(s.Text)
		if s.Format == "" || s.Argument || token == "" {
			continue
		}
		t := m.formats[s.Format]
		if t == nil {
			t = new(formatTokens)
			m.formats[s.Format] = t
		}
		if s.Opens {
			t.opens = append(t.opens, token)
		} else {
			t.closes = append(t.closes, token)
		}
	}
	for name, t := range m.formats {
		if len(t.opens) == 0 {
			delete(m.formats, name)
		}
	}
}

// begins is the longest token that the text begins with; "" if there is none.
func (m *tokenMask) begins(text string) (token string) {
	if text == "" {
		return ""
	}
	for _, t := range m.texts[text[0]] {
		if strings.HasPrefix(text, t) && len(t) > len(token) {
			token = t
		}
	}
	return token
}

// counts reports whether a call in the format counts that begins at offset at of the output.
func (m *tokenMask) counts(format string, at int) bool {
	if m == nil || m.formats[format] == nil {
		return true
	}
	t := m.formats[format]
	if at < t.at {
		t.seen, t.open = 0, false
	}
	t.at = at
	for ; t.seen < len(m.found) && m.found[t.seen].at <= at; t.seen++ {
		switch text := m.found[t.seen].text; {
		case slices.Contains(t.opens, text):
			t.open = true
		case slices.Contains(t.closes, text):
			t.open = false
		}
	}
	return t.open
}

// countsAt reports whether a call in the format counts that begins at offset at.
func (cfg *Config) countsAt(format string, at int) bool {
	return cfg.Counts(format) && cfg.mask.counts(format, at)
}

// feed hides what spells a token in the next chunk, whose special tokens are at the spans. It returns what is certain, and
// keeps the rest; last: there is no rest.
func (m *tokenMask) feed(chunk string, spans []Span, last bool) string {
	text, _ := m.feedChunks(chunk, spans, last, nil) // nothing interrupts it
	return text
}

// feedChunks is feed, which calls proceed, unless it is nil, whenever it has looked at another ChunkBytes. It ends with the
// error of proceed.
func (m *tokenMask) feedChunks(text string, spans []Span, last bool, proceed func() error) (string, error) {
	start := m.base + len(m.held)
	for _, s := range spans {
		if 0 <= s.Start && s.Start < s.End && s.End <= len(text) {
			m.spans = append(m.spans, Span{start + s.Start, start + s.End})
		}
	}
	if len(text) <= ChunkBytes || proceed == nil {
		return string(m.hide(text, last)), nil
	}
	ready := make([]byte, 0, len(text))
	for len(text) > ChunkBytes {
		ready = append(ready, m.hide(text[:ChunkBytes], false)...)
		text = text[ChunkBytes:]
		if err := proceed(); err != nil {
			return "", err
		}
	}
	return string(append(ready, m.hide(text, last)...)), nil
}

// hide is what is certain of the next chunk, whose spans are known.
func (m *tokenMask) hide(chunk string, last bool) []byte {
	b := append(m.held, chunk...)
	i := 0
	for i < len(b) {
		if len(m.spans) > 0 && m.spans[0].Start <= m.base+i {
			i = m.pass(b, i)
			continue
		}
		n, more := m.spelled(b[i:])
		if more && !last {
			break
		}
		if n > 0 {
			b[i] = m.signs[b[i]]
		}
		i++
	}
	m.held, m.base = append(m.held[:0:0], b[i:]...), m.base+i
	return b[:i]
}

// pass passes over the special token at index i of b, which begins at the base.
func (m *tokenMask) pass(b []byte, i int) (end int) {
	s := m.spans[0]
	end = min(s.End-m.base, len(b))
	if s.Start < m.base+i || end <= i { // it overlaps the last one
		m.spans = m.spans[1:]
		return i
	}
	if m.find(s.Start, b[i:end]); s.End-m.base > end {
		m.spans[0].Start = m.base + end // its rest is in the next chunk
	} else {
		m.spans = m.spans[1:]
	}
	return end
}

// find notes the special token at an offset. Several that follow each other and are one token of the family together are
// parts of it, as it was divided between chunks.
func (m *tokenMask) find(at int, text []byte) {
	if m.part.text != "" && m.part.at+len(m.part.text) == at {
		if whole := append([]byte(m.part.text), text...); len(m.tokensFrom(whole)) > 0 {
			at, text = m.part.at, whole
		}
	}
	m.part = foundToken{}
	for _, token := range m.tokensFrom(text) {
		if m.part.text = token[:len(text)]; len(token) == len(text) {
			m.found = append(m.found, foundToken{at, token})
			m.part.text = ""
			return
		}
		m.part.at = at
	}
}

// tokensFrom are the tokens that begin with the text.
func (m *tokenMask) tokensFrom(text []byte) (tokens []string) {
	for _, token := range m.texts[text[0]] {
		if len(text) <= len(token) && token[:len(text)] == string(text) {
			tokens = append(tokens, token)
		}
	}
	return tokens
}

// spelled is the length of the token that b spells; more: it may spell a token.
func (m *tokenMask) spelled(b []byte) (n int, more bool) {
	if m.signs[b[0]] == 0 {
		return 0, false
	}
	for _, text := range m.texts[b[0]] {
		k := min(len(text), len(b))
		switch {
		case string(b[:k]) != text[:k]:
		case k == len(text):
			return k, false
		default:
			more = true
		}
	}
	return 0, more
}

// shown is a text as the model wrote it.
func (m *tokenMask) shown(text string) string {
	i := strings.IndexFunc(text, func(r rune) bool { return r == '\uFFFD' })
	if i < 0 {
		return text
	}
	b := []byte(text)
	for i, c := range b {
		if c >= firstSign && m.bytes[c-firstSign] != 0 {
			b[i] = m.bytes[c-firstSign]
		}
	}
	return string(b)
}

// show shows the texts of a result.
func (m *tokenMask) show(r *Result) {
	if m == nil || r == nil {
		return
	}
	r.Content, r.Reasoning = m.shown(r.Content), m.shown(r.Reasoning)
	for i := range r.ToolCalls {
		c := &r.ToolCalls[i]
		c.ID, c.Name, c.Arguments = m.shown(c.ID), m.shown(c.Name), m.shown(c.Arguments)
	}
	for _, c := range r.InvalidToolCalls {
		c.ID, c.Name, c.Arguments, c.Message = m.shown(c.ID), m.shown(c.Name), m.shown(c.Arguments), m.shown(c.Message)
	}
}

// showDelta shows the texts of a delta.
func (m *tokenMask) showDelta(d *Delta) {
	if m == nil {
		return
	}
	d.Content, d.Reasoning = m.shown(d.Content), m.shown(d.Reasoning)
	for i := range d.ToolCalls {
		c := &d.ToolCalls[i]
		c.ID, c.Name, c.Arguments = m.shown(c.ID), m.shown(c.Name), m.shown(c.Arguments)
	}
	for i := range d.Withdrawn {
		d.Withdrawn[i].Message = m.shown(d.Withdrawn[i].Message)
	}
}
