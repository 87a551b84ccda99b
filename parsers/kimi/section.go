package kimi

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
)

// A parser is an engine, and the section that it is in.
type parser struct {
	*engine.Engine
	h       parsers.Handler
	section section
	call    tokenCall
	tags    tagCall
	bare    strippedCall
	begin   sectionStart
}

func newParser() parsers.Parser {
	p := new(parser)
	p.Engine = engine.New(newGrammar(p))
	p.call.p, p.tags.p, p.begin.p, p.bare.p = p, p, p, p
	p.call.after, p.call.resolve = p.call.afterArguments, p.call.resolveByArguments
	p.bare.after = p.bare.afterArguments
	return p
}

// Reset implements [parsers.Parser].
func (p *parser) Reset(cfg *parsers.Config, h parsers.Handler) {
	p.h, p.section = h, section{}
	p.Engine.Reset(cfg, h)
}

// Finish implements [parsers.Parser].
func (p *parser) Finish(reason parsers.FinishReason) {
	p.Engine.Finish(reason)
	p.leaveSection()
}

// A section is what is known of the section that is open.
type section struct {
	kind    sectionKind
	lacking int  // where its begin marker is missing; -1 once that was counted, or isn't so
	called  bool // a call ended in it
	lastEnd int  // where that call ended
	cut     bool // by the end of the output, and accepted all the same
	free    bool // its calls cost 0.3
}

type sectionKind uint8

const (
	noSection sectionKind = iota
	tokenSection
	xtmlSection
)

// enterSection opens a group for the section. JSON in text is content from here on.
func (p *parser) enterSection(s section) {
	p.leaveSection()
	p.section = s
	p.DisableJSON()
}

// leaveSection closes the section that lacks its end.
func (p *parser) leaveSection() {
	switch {
	case p.section.kind == noSection:
	case p.section.cut || p.CutOff():
		p.closeSection(p.Mark, -1)
	default:
		p.closeSection(p.Mark, p.section.lastEnd)
	}
}

// closeSection closes the section whose end marker, if there is one, reaches
// up to end. lacking is where it is missing; -1: it isn't.
func (p *parser) closeSection(end, lacking int) {
	if p.section.called && lacking >= 0 {
		p.h.Amend(missingMarker(lacking))
	}
	p.Markup(end, parsers.RoleClose)
	p.section = section{}
}

// forsakeSection closes a section that text follows instead of its first call.
func (p *parser) forsakeSection() {
	if p.section.kind != noSection && !p.section.called {
		p.closeSection(p.Mark, -1)
	}
}

func missingMarker(at int) parsers.Repair {
	return parsers.Repair{Kind: parsers.RepairMissingMarker, Offset: at}
}

// inSection makes sure that the call that begins at offset at is in a section.
func (p *parser) inSection(kind sectionKind, at int) {
	if p.section.kind == kind {
		return
	}
	p.enterSection(section{kind: kind, lacking: at})
	p.h.Markup(at, nil, parsers.RoleOpen)
}

// beginRepairs are what the section's begin adds to its first call.
func (s *section) beginRepairs(repairs []parsers.Repair) []parsers.Repair {
	if s.lacking >= 0 {
		return append(repairs, missingMarker(s.lacking))
	}
	return repairs
}

// callEnded notes that a call of the section ended at the position.
func (p *parser) callEnded() {
	p.section.lacking = -1
	p.section.called, p.section.lastEnd = true, p.Pos
}

func (p *parser) openSection(e *engine.Engine, at int) engine.Candidate {
	return p.startSection(section{kind: tokenSection, lacking: -1}, at, at+len(sectionBegin))
}

func (p *parser) openSingularSection(e *engine.Engine, at int) engine.Candidate {
	return p.startSection(section{kind: tokenSection, lacking: at}, at, at+len(singularSectionBegin))
}

func (p *parser) openTools(e *engine.Engine, at int) engine.Candidate {
	end := tagEnd(e, at)
	return p.startSection(section{kind: xtmlSection, lacking: -1}, at, end)
}

// sectionStart waits for what follows a section's begin marker: a section that
// is empty is markup, one that text follows is text and opens nothing.
type sectionStart struct {
	p     *parser
	next  section
	end   int // of the marker
	space int // up to here only white space follows
}

func (p *parser) startSection(s section, at, end int) engine.Candidate {
	s.free = p.Penalized(at)
	p.begin.next, p.begin.end, p.begin.space = s, end, end
	return &p.begin
}

// Step implements [engine.Candidate].
func (s *sectionStart) Step(e *engine.Engine) bool {
	at, more := e.Space(s.space)
	s.space = at
	if more {
		return false
	}
	n := s.emptyEnd(e, at)
	if n < 0 {
		return false
	}
	if n > 0 {
		s.p.enterSection(s.next)
		e.Seek(at + n)
		e.Markup(at+n, parsers.RoleAlways)
		s.p.section = section{}
		return true
	}
	follower, more := e.Follows(s.end)
	if more {
		return false
	}
	e.Seek(s.end)
	switch follower {
	case engine.FollowedByOpening:
		e.Markup(s.end, parsers.RoleLead)
	case engine.FollowedByLine: // a call's begin may have been taken out
		if e.Config.Tools.Given() {
			s.open(e)
			e.LineBegins()
		}
	case engine.FollowedByCall:
		s.open(e)
	}
	return true
}

// open opens the section.
func (s *sectionStart) open(e *engine.Engine) {
	s.p.enterSection(s.next)
	e.Markup(s.end, parsers.RoleOpen)
}

// emptyEnd is the length of the end marker at offset at that makes the section
// a well-formed empty one.
func (s *sectionStart) emptyEnd(e *engine.Engine, at int) int {
	final := e.Final
	switch {
	case s.next.lacking >= 0:
		return 0
	case s.next.kind == xtmlSection:
		return closeTag("tools")(e.Rest(at), final)
	}
	return engine.MatchText(sectionEnd, e.Rest(at), final)
}

func (p *parser) endSection(e *engine.Engine, at int) engine.Candidate {
	return p.endOf(tokenSection, at+len(sectionEnd), -1)
}

func (p *parser) endSingularSection(e *engine.Engine, at int) engine.Candidate {
	return p.endOf(tokenSection, at+len(singularSectionEnd), at)
}

func (p *parser) closeTools(e *engine.Engine, at int) engine.Candidate {
	end := tagEnd(e, at)
	return p.endOf(xtmlSection, end, -1)
}

// endOf ends the section, if there is one of this kind; else the marker is text.
func (p *parser) endOf(kind sectionKind, end, lacking int) engine.Candidate {
	if p.section.kind != kind {
		return nil
	}
	p.Seek(end)
	p.closeSection(end, lacking)
	return done{}
}

// done is the candidate that has nothing left to read.
type done struct{}

// Step implements [engine.Candidate].
func (done) Step(*engine.Engine) bool { return true }

// stray leaves a marker that belongs to nothing in the text.
func stray(*engine.Engine, int) engine.Candidate { return nil }
