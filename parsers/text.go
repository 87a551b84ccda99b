package parsers

// addText places text, in whole code points, where no call is pending.
func (q *markupQueue) addText(at int, text []byte) {
	if q.empty() {
		q.placed.writeText(Span{at, at + len(text)}, text)
	} else {
		q.queueText(at, text)
	}
}

func (q *markupQueue) placeDecoded(raw Span, text []byte) {
	if q.empty() {
		q.placed.writeText(raw, text)
	} else {
		q.queueDecoded(raw, text)
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

func (q *markupQueue) queueDecoded(raw Span, text []byte) {
	q.passText(text)
	q.push(item{kind: itemDecoded, span: raw}, text)
	q.drain()
}

// passText notes that text comes between what waits and the next call.
func (q *markupQueue) passText(text []byte) {
	if !isWhite(text) {
		q.decide(isText, len(q.items))
		q.tail = false
	}
}
