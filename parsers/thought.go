package parsers

// A thought says whether the text that is placed next is the model's reasoning.
type thought uint8

const (
	noThought thought = iota
	// textThought is one between RoleThought and RoleThoughtEnd, while
	// reasoning is separated; else it is no thought, but text.
	textThought
	// blockThought is one between RoleReasoning and RoleReasoningEnd. It is
	// never content.
	blockThought
)

// drafts say where the output is as to calls that ended a thought.
type drafts uint8

const (
	noDrafts     drafts = iota
	draftsRead          // they are being read
	draftsBehind        // behind the thought: they may be repeated
)

// thinks notes markup that says where calls are that end a thought: one that ends it
// without a text. It gives the role that this has.
func (c *collector) thinks(text []byte, role Role) Role {
	switch {
	case role == RoleReasoning:
		c.inBlock = true
	case role == RoleReasoningEnd:
		c.inBlock = false
	case role == RoleThoughtEnd && len(text) == 0:
		c.drafts = draftsRead
		if c.inBlock {
			c.inBlock, role = false, RoleReasoningEnd
		}
	case c.drafts == draftsRead && (role == RoleThoughtEnd || role == RoleThought || role == RoleFrame):
		c.drafts = draftsBehind
	}
	return role
}

// textual reports whether markup of this role is nothing but text.
func (c *collector) textual(role Role) bool {
	return !c.separate && (role == RoleThought || role == RoleThoughtEnd)
}

// openThought makes what follows reasoning.
func (c *collector) openThought(role Role) {
	switch role {
	case RoleThought:
		c.thought = textThought
		c.content.call()
		c.markup.left = false
	case RoleReasoning:
		c.thought = blockThought
		c.content.aside()
	default:
		return
	}
	c.reasoning.paragraph()
	c.aim()
}

// closeThought makes what follows content. A closer may be alone: behind a
// call that ended the thought.
func (c *collector) closeThought(role Role, text []byte) {
	switch role {
	case RoleThoughtEnd:
		if len(text) > 0 {
			c.content.call()
			c.markup.left = false
		}
	case RoleReasoningEnd:
	default:
		return
	}
	c.thought = noThought
	c.aim()
}

// aim notes whether text goes to the content as it is.
func (c *collector) aim() {
	c.direct = c.thought == noThought && c.content.tokens == nil
}

// put appends text to what it is part of.
func (c *collector) put(text []byte) {
	switch {
	case c.thought == noThought:
		c.content.write(text)
	case c.separate:
		c.reasoning.write(text)
	}
}

// putInvalid appends text of an invalid call, unless a person is to read the content.
func (c *collector) putInvalid(text []byte) {
	switch {
	case c.cfg.Options.ContentPolicy != ContentClean:
		c.put(text)
	case c.thought == noThought:
		c.content.call()
	default:
		c.reasoning.call()
	}
}

// putMarkup notes that markup was where the text is.
func (c *collector) putMarkup(text []byte, role Role) {
	switch c.thought {
	case noThought:
		c.content.markup(text, role)
	case textThought:
		c.reasoning.markup(text, role)
	}
}

// textKind is the kind of the segments of text.
func (c *collector) textKind() SegmentKind {
	if c.thought == noThought {
		return SegmentText
	}
	return SegmentReasoning
}
