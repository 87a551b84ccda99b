package parsers

// A Role says what becomes of markup once the collector knows which of the
// calls around it were accepted. Markup that does not count as markup is text.
type Role uint8

const (
	// RoleAlways is markup whether calls are accepted or not: a well-formed
	// empty section. In joined content it leaves a separator, as a call does.
	RoleAlways Role = iota
	// RoleReasoning opens a vendor's reasoning block, RoleReasoningEnd closes it.
	// Neither they nor anything between is ever content: Text and Decoded are
	// reasoning, other markup is syntax. Their text may be empty.
	RoleReasoning
	// RoleReasoningEnd closes what RoleReasoning opened.
	RoleReasoningEnd
	// RoleThought opens a thought in text, RoleThoughtEnd closes it: what is
	// between is reasoning. Their text may be empty: the prompt opened the
	// thought, or a call ended it. A closer with a text may follow that with no
	// thought open. Where reasoning isn't separated, both are text, and so is what
	// is between them. No call begins in a thought, except for Quoted calls.
	RoleThought
	// RoleThoughtEnd closes what RoleThought opened, and without a text, where a call begins,
	// what RoleReasoning opened.
	RoleThoughtEnd
	// RoleOpen is the shared opening of a group (section, wrapper, bracket,
	// fence line): markup if the first call after it, up to the group's
	// RoleClose, is accepted. Groups nest.
	RoleOpen
	// RoleClose is the shared closing of the innermost open group: markup if
	// the last call before it, in the group, is accepted. Its text may be
	// empty: the group ended without one.
	RoleClose
	// RoleLead is markup if the next thing, white space and other markup
	// apart, is an accepted call.
	RoleLead
	// RoleTrail is markup if the thing before it, ignoring white space and other
	// markup, is an accepted call.
	RoleTrail
	// RoleAdjacent is RoleTrail or else RoleLead: either neighbor will do.
	RoleAdjacent
	// RoleBetween is markup if both neighbors are accepted calls.
	RoleBetween
	// RoleFrame is a marker that parts the sections of a message: markup always.
	// In joined content an empty line parts what is around it.
	RoleFrame
	// RoleDocument is the syntax of a vendor's response document: markup
	// always, and nothing of it, its white space included, shows in the
	// content. Decoded texts with only this between them are joined by nothing.
	RoleDocument
)

// Bare reports whether markup of the role means something without a text, too.
func (r Role) Bare() bool {
	switch r {
	case RoleReasoning, RoleReasoningEnd, RoleThought, RoleThoughtEnd, RoleClose:
		return true
	}
	return false
}

// An Exclusive says whether a call is one of several that the model offered as
// alternatives to each other.
type Exclusive uint8

const (
	// NotExclusive calls stand for themselves.
	NotExclusive Exclusive = iota
	// Option calls share one acceptance: the first acceptable one of the
	// output is accepted at a cost, the rest are ReasonAlternative.
	Option
	// Alternate calls belong to the same group and are never accepted.
	Alternate
)

// Begin describes a call when its name and id are known.
type Begin struct {
	// At is the byte offset in the output at which the call's span starts.
	At   int
	Name string
	// ID is the native id; empty makes the collector make one.
	ID string
	// Format is the name of one of the family's formats. It must be a constant.
	Format string
	// Key is what named the call (tool_call, action, …), for counting drift:
	// one of a closed set, a constant; empty where a format has only one way.
	Key string
	// FreeText marks a call that has a penalty of 0.3: it must bear a declared name when
	// tools are given.
	FreeText bool
	// Declared marks a call that costs nothing and must bear a declared name
	// all the same when tools are given.
	Declared bool
	// Quoted marks a call that doesn't count where it is, in a quotation or a
	// thought: it is ReasonQuoted if it would be accepted elsewhere, else text.
	Quoted bool
	// Exclusive marks one of several options.
	Exclusive Exclusive
	// Mergeable marks a call that, when it equals an accepted call that was
	// started with Merges (name, and arguments as JSON values), is that call
	// written twice: it becomes markup. It is sent only once ended.
	Mergeable bool
	// Skipped marks a call that the server which offered the tool answers itself,
	// or no one: it is markup, and what it shares with calls, too.
	Skipped bool
	// Merges marks a call that may absorb one Mergeable call.
	Merges bool
	// Held marks a call that may be quoted in what failed before it: it is sent only once
	// it is certain that it isn't.
	Held bool
}

// End describes a call when it is whole.
type End struct {
	// Raw is the output from Begin.At to the end of the call, byte for byte;
	// valid only during the event.
	Raw []byte
	// Repairs are the edits that were made, in text order; the collector
	// copies them.
	Repairs []Repair
	// SecondReading: the text could also mean another call (has a confidence of 0.4 at most).
	SecondReading bool
	// Weak: no arguments key, arguments that are no object, or arguments that
	// were closed under AcceptIncomplete (has a penalty of 0.5).
	Weak bool
	// Followed: SecondReading and Flaw are because of what follows the call.
	Followed bool
	// Flaw, if set, says why the complete text is no call after all: it is reported as malformed.
	Flaw Flaw
	// FreeText: what follows showed that the call has a penalty of 0.3, as Begin.FreeText has it.
	FreeText bool
	// Watched says what may still become of the call, because of what follows it: Handler.Followed
	// comes before the next call ends.
	Watched Watch
	// Inner: what is around the call may quote it: Handler.Quoted comes before the next call ends.
	Inner bool
	// OnLine: what follows the call on its line may lower its confidence: Handler.OnLine comes before the next call ends.
	OnLine bool
	// Pending: a repair may still be added by Handler.Amend, up to the end of
	// the outermost open group.
	Pending bool
}

// A Flaw is why a complete text is no call.
type Flaw uint8

const (
	// FlawNone: there is none.
	FlawNone Flaw = iota
	// FlawName: the name has signs in it, and isn't declared.
	FlawName
	// FlawNamedAgain: the arguments name the call again.
	FlawNamedAgain
	// FlawFollowed: an argument follows the call.
	FlawFollowed
	// FlawQuoted: what is around the call quotes it. The call is text.
	FlawQuoted
)

// A Watch says what may still become of a call that has ended.
type Watch uint8

const (
	// WatchNothing: what follows it changes nothing.
	WatchNothing Watch = iota
	// WatchDoubt: it may have a second reading.
	WatchDoubt
	// WatchAll: it may also be malformed.
	WatchAll
)

// Invalid describes what looked like a call and is none.
type Invalid struct {
	// At is the byte offset in the output at which it starts. If a call was
	// started and not ended, this withdraws it.
	At int
	// Raw is the output from At on, as far as it belongs to the failed call
	// by now; valid only during the event. Handler.InvalidText may add more.
	Raw []byte
	// Name, ID: as far as known.
	Name, ID string
	// Arguments is the part of Raw that held the arguments, as generated; nil if none.
	Arguments []byte
	// ArgumentsOpen: what InvalidText adds belongs to the arguments too.
	ArgumentsOpen bool
	Format        string
	Key           string
	// Reason says why it is none. ReasonUnspecified: the call that was started
	// never was one, and Raw is text; it isn't reported, and no InvalidText follows.
	Reason Reason
	// Message is for a person.
	Message string
	// FailedAt is the byte offset in the output that contradicts the format; 0 if there is none.
	FailedAt int
	// FreeText as in Begin.
	FreeText bool
	// Repairs are the edits that were made before it failed, or before it
	// turned out not to count; the collector copies them.
	Repairs []Repair
}

// A Handler receives what a parser has decided. Events come in text
// order, and their spans follow each other without gap or overlap: every byte
// of the output is given exactly once, in Text, Decoded, Markup, Invalid.Raw,
// InvalidText or End.Raw. Byte slices are valid only during the call.
//
// A parser reports no confidence. It reports what lowers one (FreeText, Repairs, SecondReading,
// Weak, Exclusive), and the penalties are the same for all families.
type Handler interface {
	// Text is output that is no part of a call, starting at byte offset at.
	Text(at int, text []byte)
	// Decoded is output whose content is not its own bytes: the text part of
	// a response document. raw is the span of the output, text what it says,
	// in whole code points.
	Decoded(raw Span, text []byte)
	// Markup is output that is part of how calls are written.
	Markup(at int, text []byte, role Role)
	// BeginCall opens a call. Exactly one EndCall or InvalidCall closes it.
	BeginCall(Begin)
	// Arguments is the next piece of the open call's arguments, as JSON text.
	Arguments(piece []byte)
	// RewindArguments voids the arguments after the first n bytes: they were
	// read anew and follow again.
	RewindArguments(n int)
	// EndCall closes the open call: it is whole.
	EndCall(End)
	// Call is a call that is all there: BeginCall, Arguments and EndCall at once.
	Call(b Begin, arguments []byte, e End)
	// InvalidCall closes the open call, if there is one, or reports one that never began.
	InvalidCall(Invalid)
	// InvalidText is more text of the call last reported invalid; nothing but
	// other InvalidText is between.
	InvalidText(text []byte)
	// Amend adds a repair to the call last ended by EndCall: what was missing
	// showed only after its end. Between the two may be anything but
	// another EndCall and, if the call was Pending, the end of all groups around it.
	Amend(Repair)
	// Followed says what follows the call last ended, if that call is Watched: whether the call has a second
	// reading because of it, and why the call is malformed, if it is.
	Followed(doubtful bool, flaw Flaw)
	// Quoted says whether what is around the call last ended quotes it, if that call is Inner.
	Quoted(yes bool)
	// OnLine says whether text follows the call last ended on its line, if that call is OnLine: it then has a penalty of
	// 0.3, as Begin.FreeText has it.
	OnLine(text bool)
}

// A Parser reads one model output and reports it as events. It holds back
// only what it can't decide yet, and it makes the same events however the
// output is cut, except that text and arguments come in other chunks. It is used by one goroutine.
type Parser interface {
	// Parse reads the next piece of the output, cut anywhere, even inside a
	// code point. The parser doesn't keep the slice.
	Parse(piece []byte)
	// Finish says that the output has ended. Everything held back is
	// decided. No other call follows, except Reset.
	Finish(reason FinishReason)
	// Reset makes the parser ready for another output.
	Reset(cfg *Config, h Handler)
}
