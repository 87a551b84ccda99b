package parsers

// wholeText is Text in whole code points.
func (c *collector) wholeText(at int, text []byte) {
	switch {
	case c.pending != nil:
		c.pending.recordText(at, text)
	case c.markup.empty():
		c.writeText(Span{at, at + len(text)}, text)
	default:
		c.queueText(at, text)
	}
}

func (c *collector) placeDecoded(raw Span, text []byte) {
	if c.markup.empty() {
		c.writeText(raw, text)
	} else {
		c.queueDecoded(raw, text)
	}
}

// wholeInvalidText is text, in whole code points, of the last invalid call.
func (c *collector) wholeInvalidText(at int, text []byte) {
	last := len(c.invalid) - 1
	c.invalid[last].Span.End = at + len(text)
	c.segment(SegmentInvalidToolCall, Span{at, at + len(text)}, last)
	c.putInvalid(text)
}

// queueText is text behind undecided markup.
func (c *collector) queueText(at int, text []byte) {
	q := &c.markup
	c.passText(text)
	if last := &q.items[len(q.items)-1]; last.kind == itemText && last.span.End == at {
		last.span.End += len(text)
		if !q.stays(itemText) {
			q.bytes = append(q.bytes, text...)
			last.n += len(text)
		}
	} else {
		q.push(item{kind: itemText, span: Span{at, at + len(text)}}, text)
	}
	c.drain()
}

func (c *collector) queueDecoded(raw Span, text []byte) {
	c.passText(text)
	c.markup.push(item{kind: itemDecoded, span: raw}, text)
	c.drain()
}

// passText notes that text comes between what waits and the next call.
func (c *collector) passText(text []byte) {
	if !isWhite(text) {
		c.markup.decide(isText, len(c.markup.items))
		c.markup.tail = false
	}
}
