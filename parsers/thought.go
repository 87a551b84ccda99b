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

// drafting follows the calls that end a thought.
type drafting struct {
	at      drafts
	inBlock bool // a reasoning block was opened and not closed
}

// note notes markup that says where calls are that end a thought: one that ends it
// without a text. It gives the role that this has.
func (d *drafting) note(text []byte, role Role) Role {
	switch {
	case role == RoleReasoning:
		d.inBlock = true
	case role == RoleReasoningEnd:
		d.inBlock = false
	case role == RoleThoughtEnd && len(text) == 0:
		d.at = draftsRead
		if d.inBlock {
			d.inBlock, role = false, RoleReasoningEnd
		}
	case d.at == draftsRead && (role == RoleThoughtEnd || role == RoleThought || role == RoleFrame):
		d.at = draftsBehind
	}
	return role
}

// textual reports whether markup of this role is nothing but text.
func (g *given) textual(role Role) bool {
	return !g.separate && (role == RoleThought || role == RoleThoughtEnd)
}

// openThought makes what follows reasoning.
func (p *placed) openThought(role Role) {
	switch role {
	case RoleThought:
		p.thought = textThought
		p.content.call()
		p.left = false
	case RoleReasoning:
		p.thought = blockThought
		p.content.aside()
	default:
		return
	}
	if p.given.separate {
		p.reasoning.paragraph()
	}
	p.aim()
}

// closeThought makes what follows content. A closer may be alone: behind a
// call that ended the thought.
func (p *placed) closeThought(role Role, text []byte) {
	switch role {
	case RoleThoughtEnd:
		if len(text) > 0 {
			p.content.call()
			p.left = false
		}
	case RoleReasoningEnd:
	default:
		return
	}
	p.thought = noThought
	p.aim()
}

// aim notes whether text goes to the content as it is.
func (p *placed) aim() {
	p.direct = p.thought == noThought && p.content.tokens == nil
}

// put appends text to what it is part of.
func (p *placed) put(text []byte) {
	switch {
	case p.thought == noThought:
		p.content.write(text)
	case p.given.separate:
		p.reasoning.write(text)
	}
}

// putInvalid appends text of an invalid call, unless a person is to read the content.
func (p *placed) putInvalid(text []byte) {
	switch {
	case p.given.cfg.Options.ContentPolicy != ContentClean:
		p.put(text)
	case p.thought == noThought:
		p.content.call()
	case p.given.separate:
		p.reasoning.call()
	}
}

// putMarkup notes that markup was where the text is.
func (p *placed) putMarkup(text []byte, role Role) {
	switch p.thought {
	case noThought:
		p.content.markup(text, role)
	case textThought:
		p.reasoning.markup(text, role)
	}
}

// textKind is the kind of the segments of text.
func (p *placed) textKind() SegmentKind {
	if p.thought == noThought {
		return SegmentText
	}
	return SegmentReasoning
}
