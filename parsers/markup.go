package parsers

// placeMarkup places markup where no call is pending.
func (q *markupQueue) placeMarkup(at int, text []byte, role Role) {
	it := item{kind: itemMarkup, role: role, span: Span{at, at + len(text)}}
	switch {
	case role == RoleOpen:
		q.groups = append(q.groups, group{opening: len(q.items)})
		q.push(it, text)
	case role == RoleClose:
		q.closeGroup(it, text)
	case thoughtRole(role):
		q.placeThought(it, text)
	case len(text) == 0:
	case role == RoleTrail || role == RoleBetween:
		q.placeAfterCall(it, text)
	case role == RoleLead:
		q.await(it, text)
	case role == RoleAdjacent:
		if q.empty() && q.placed.left {
			q.placed.writeMarkup(it.span, text, role)
		} else {
			q.await(it, text)
		}
	default:
		q.placeCertain(it, text)
	}
}

// placeAfterCall places markup that is text without an accepted call before it.
func (q *markupQueue) placeAfterCall(it item, text []byte) {
	switch {
	case !q.leftCalled():
		q.addText(it.span.Start, text)
	case it.role == RoleBetween:
		q.await(it, text)
	default:
		q.placeCertain(it, text)
	}
}

// placeCertain places markup that needs nothing from the right.
func (q *markupQueue) placeCertain(it item, text []byte) {
	if q.empty() {
		q.placed.writeMarkup(it.span, text, it.role)
	} else {
		q.push(it, text)
	}
}

// closeGroup closes the innermost open group.
func (q *markupQueue) closeGroup(it item, text []byte) {
	g := q.groups[len(q.groups)-1]
	if len(q.groups) > 1 {
		q.groups = q.groups[:len(q.groups)-1]
		q.endGroup(g)
	}
	if g.called && g.last && len(text) > 0 {
		q.placeCertain(it, text)
	} else if len(text) > 0 {
		q.addText(it.span.Start, text)
	}
	q.drain()
}

// endGroup tells the group around it, or its opening, what was in a group.
func (q *markupQueue) endGroup(g group) {
	if g.called {
		outer := &q.groups[len(q.groups)-1]
		outer.called, outer.last = true, g.last
		return
	}
	opening := &q.items[g.opening]
	opening.right = isText
	if !isWhite(q.text(opening)) {
		q.decide(isText, g.opening)
	}
}

// closeGroups ends the output: what still waits, waits for nothing.
func (q *markupQueue) closeGroups() {
	for len(q.groups) > 1 {
		q.closeGroup(item{}, nil)
	}
	q.decide(isText, len(q.items))
	q.drain()
}

// called places what is before a call that has just been decided.
func (q *markupQueue) called(accepted bool) {
	q.decide(verdictOf(accepted), len(q.items))
	for i := len(q.groups) - 1; i >= 0 && !q.groups[i].called; i-- {
		g := &q.groups[i]
		if g.called = true; g.opening >= 0 {
			q.items[g.opening].right = verdictOf(accepted)
			g.opening = -1
		}
	}
	q.groups[len(q.groups)-1].last = accepted
	q.drain()
	q.placed.left = accepted
}

// thoughtRole reports whether the role opens or closes a thought.
func thoughtRole(role Role) bool {
	switch role {
	case RoleThought, RoleThoughtEnd, RoleReasoning, RoleReasoningEnd:
		return true
	}
	return false
}

// placeThought is placeMarkup for what opens or closes a thought. For what waits
// for a call the markers in a text are text.
func (q *markupQueue) placeThought(it item, text []byte) {
	if q.empty() {
		q.placed.writeMarkup(it.span, text, it.role)
		return
	}
	if it.role == RoleThought || it.role == RoleThoughtEnd {
		q.passText(text)
	}
	q.push(it, text)
	q.drain()
}
