package parsers

// addText places text, in whole code points.
func (q *markupQueue) addText(at int, text []byte) {
	switch {
	case q.pending != nil:
		q.pending.recordText(at, text)
	case q.empty():
		q.placed.writeText(Span{at, at + len(text)}, text)
	default:
		q.queueText(at, text)
	}
}

// addDecoded places text that isn't the output's own bytes.
func (q *markupQueue) addDecoded(raw Span, text []byte) {
	it := item{kind: itemDecoded, span: raw}
	switch {
	case q.pending != nil:
		q.pending.record(it, text)
	case q.empty():
		q.placed.writeText(raw, text)
	default:
		q.passText(text)
		q.push(it, text)
		q.drain()
	}
}

// queueText is text behind undecided markup.
func (q *markupQueue) queueText(at int, text []byte) {
	q.passText(text)
	if last := &q.items[len(q.items)-1]; last.kind == itemText && last.span.End == at {
		last.span.End += len(text)
		if !q.stays(itemText) {
			q.bytes = append(q.bytes, text...)
			last.n += len(text)
		}
	} else {
		q.push(item{kind: itemText, span: Span{at, at + len(text)}}, text)
	}
	q.drain()
}

// passText notes that text comes between what waits and the next call.
func (q *markupQueue) passText(text []byte) {
	if !isWhite(text) {
		q.decide(isText, len(q.items))
		q.tail = false
	}
}
