package parsers

// placeMarkup is Markup where no call is pending.
func (c *collector) placeMarkup(at int, text []byte, role Role) {
	q := &c.markup
	it := item{kind: itemMarkup, role: role, span: Span{at, at + len(text)}}
	switch {
	case role == RoleOpen:
		q.groups = append(q.groups, group{opening: len(q.items)})
		q.push(it, text)
	case role == RoleClose:
		c.closeGroup(it, text)
	case thoughtRole(role):
		c.placeThought(it, text)
	case len(text) == 0:
	case role == RoleTrail || role == RoleBetween:
		c.placeAfterCall(it, text)
	case role == RoleLead:
		q.await(it, text)
	case role == RoleAdjacent:
		if q.empty() && q.left {
			c.writeMarkup(it.span, text, role)
		} else {
			q.await(it, text)
		}
	default:
		c.placeCertain(it, text)
	}
}

// placeAfterCall places markup that is text without an accepted call before it.
func (c *collector) placeAfterCall(it item, text []byte) {
	q := &c.markup
	switch {
	case !q.leftCalled():
		c.wholeText(it.span.Start, text)
	case it.role == RoleBetween:
		q.await(it, text)
	default:
		c.placeCertain(it, text)
	}
}

// placeCertain places markup that needs nothing from the right.
func (c *collector) placeCertain(it item, text []byte) {
	if c.markup.empty() {
		c.writeMarkup(it.span, text, it.role)
	} else {
		c.markup.push(it, text)
	}
}

// closeGroup closes the innermost open group.
func (c *collector) closeGroup(it item, text []byte) {
	q := &c.markup
	g := q.groups[len(q.groups)-1]
	if len(q.groups) > 1 {
		q.groups = q.groups[:len(q.groups)-1]
		c.endGroup(g)
	}
	if g.called && g.last && len(text) > 0 {
		c.placeCertain(it, text)
	} else if len(text) > 0 {
		c.wholeText(it.span.Start, text)
	}
	c.drain()
}

// endGroup tells the group around it, or its opening, what was in a group.
func (c *collector) endGroup(g group) {
	q := &c.markup
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
func (c *collector) closeGroups() {
	for len(c.markup.groups) > 1 {
		c.closeGroup(item{}, nil)
	}
	c.markup.decide(isText, len(c.markup.items))
	c.drain()
}

// called places what is before a call that has just been decided.
func (c *collector) called(accepted bool) {
	q := &c.markup
	q.decide(verdictOf(accepted), len(q.items))
	for i := len(q.groups) - 1; i >= 0 && !q.groups[i].called; i-- {
		g := &q.groups[i]
		if g.called = true; g.opening >= 0 {
			q.items[g.opening].right = verdictOf(accepted)
			g.opening = -1
		}
	}
	q.groups[len(q.groups)-1].last = accepted
	c.drain()
	q.left = accepted
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
func (c *collector) placeThought(it item, text []byte) {
	if c.markup.empty() {
		c.writeMarkup(it.span, text, it.role)
		return
	}
	if it.role == RoleThought || it.role == RoleThoughtEnd {
		c.passText(text)
	}
	c.markup.push(it, text)
	c.drain()
}
