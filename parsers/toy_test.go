package parsers

import (
	"bytes"
	"strings"
)

// The toy family makes every event of a Handler by a byte or two of output, so
// that a test reads as what it is about:
//
//	{NAME/ID/FLAGS|ARGUMENTS}  a call; /ID and /FLAGS may be left out
//	!                          in the arguments: the call is malformed from here to }
//	&                          in the arguments: they are read anew from here
//	[ ]                        RoleOpen, RoleClose
//	( )                        the same, without a text: the byte before or behind is text
//	^ ; ~ ,                    RoleLead, RoleTrail, RoleAdjacent, RoleBetween
//	@ # %                      RoleAlways, RoleDocument, RoleReasoning that is all of the block
//	` '                        RoleReasoning, RoleReasoningEnd
//	< >                        RoleThought, RoleThoughtEnd
//	_ =                        the same, without a text: the byte before or behind is text
//	+                          Decoded, as "plus\n"
//	$                          text, and before it Amend of the last call
//
// Flags: f FreeText, o Option, a Alternate, m Mergeable, M Merges, p Pending,
// w Weak, s SecondReading, r a repair, x format toy/other, q Quoted. A call cut off is incomplete.
// Under Config.ReasoningOpen the output begins in a thought.
type toyParser struct {
	h      Handler
	cfg    *Config
	at     int
	state  toyState
	raw    []byte // of the call
	start  int
	begin  Begin
	end    End
	args   int // where the arguments start in raw
	nested int
}

type toyState uint8

const (
	toyOutside toyState = iota
	toyHeader
	toyArguments
	toyBroken
)

var toyMarkup = map[byte]Role{
	'[': RoleOpen, ']': RoleClose, '(': RoleOpen, ')': RoleClose,
	'^': RoleLead, ';': RoleTrail, '~': RoleAdjacent, ',': RoleBetween,
	'@': RoleAlways, '#': RoleDocument, '%': RoleReasoning, '`': RoleReasoning, '\'': RoleReasoningEnd,
	'<': RoleThought, '>': RoleThoughtEnd, '_': RoleThought, '=': RoleThoughtEnd,
}

// toyFamily is a new one; its ids are made like kimi's.
func toyFamily() *Family {
	return &Family{
		Name:             "toy",
		PreservedTokens:  []string{"TOK", "TOKEN", "€€"},
		ReasoningMarkers: []ReasoningMarkers{{"<", ">"}, {"STAYTOK", "€é"}},
		NewParser:        func() Parser { return new(toyParser) },
		IDs:              &IDs{Named: true, Counted: true},
	}
}

func (p *toyParser) Reset(cfg *Config, h Handler) {
	*p = toyParser{h: h, cfg: cfg, raw: p.raw[:0]}
}

func (p *toyParser) Parse(piece []byte) {
	if p.at == 0 && p.cfg.ReasoningOpen {
		p.h.Markup(0, nil, RoleThought)
	}
	for len(piece) > 0 {
		n := p.step(piece)
		p.at += n
		piece = piece[n:]
	}
}

func (p *toyParser) step(piece []byte) int {
	switch p.state {
	case toyHeader:
		return p.header(piece[0])
	case toyArguments:
		return p.argument(piece)
	case toyBroken:
		return p.broken(piece)
	}
	return p.outside(piece)
}

func (p *toyParser) outside(piece []byte) int {
	n := bytes.IndexAny(piece, "{[]()^;~,@#%+$`'<>_=")
	switch {
	case n < 0:
		n = len(piece)
		fallthrough
	case n > 0:
		p.h.Text(p.at, piece[:n])
		return n
	}
	switch b := piece[0]; b {
	case '{':
		p.state, p.start, p.raw = toyHeader, p.at, append(p.raw[:0], b)
	case '+':
		p.h.Decoded(Span{p.at, p.at + 1}, []byte("plus\n"))
	case '$':
		p.h.Amend(Repair{Kind: RepairMissingMarker, Offset: p.at})
		p.h.Text(p.at, piece[:1])
	case '(', '_':
		p.h.Text(p.at, piece[:1])
		p.h.Markup(p.at+1, nil, toyMarkup[b])
	case ')', '=':
		p.h.Markup(p.at, nil, toyMarkup[b])
		p.h.Text(p.at, piece[:1])
	case '%':
		p.h.Markup(p.at, piece[:1], RoleReasoning)
		p.h.Markup(p.at+1, nil, RoleReasoningEnd)
	default:
		p.h.Markup(p.at, piece[:1], toyMarkup[b])
	}
	return 1
}

func (p *toyParser) header(b byte) int {
	p.raw = append(p.raw, b)
	if b == '|' {
		p.state, p.args, p.nested = toyArguments, len(p.raw), 0
		p.start = p.at + 1 - len(p.raw)
		p.readHeader(strings.Split(string(p.raw[1:len(p.raw)-1]), "/"))
		p.h.BeginCall(p.begin)
	}
	return 1
}

func (p *toyParser) readHeader(fields []string) {
	fields = append(fields, "", "")
	flag := func(f string) bool { return strings.Contains(fields[2], f) }
	p.begin = Begin{
		At: p.start, Name: fields[0], ID: fields[1], Format: "toy/call",
		FreeText: flag("f"), Quoted: flag("q"), Mergeable: flag("m"), Merges: flag("M"),
	}
	if flag("x") {
		p.begin.Format = "toy/other"
	}
	switch {
	case flag("o"):
		p.begin.Exclusive = Option
	case flag("a"):
		p.begin.Exclusive = Alternate
	}
	p.end = End{SecondReading: flag("s"), Weak: flag("w"), Pending: flag("p")}
	if flag("r") {
		p.end.Repairs = []Repair{{Kind: RepairTrailingComma, Offset: p.start}}
	}
}

func (p *toyParser) argument(piece []byte) int {
	if n := bytes.IndexAny(piece, "{}!&"); n != 0 {
		if n < 0 {
			n = len(piece)
		}
		p.raw = append(p.raw, piece[:n]...)
		p.h.Arguments(piece[:n])
		return n
	}
	p.raw = append(p.raw, piece[0])
	switch b := piece[0]; {
	case b == '&':
		p.h.RewindArguments(0)
		p.args = len(p.raw)
	case b == '!':
		p.fail(ReasonMalformed)
		p.state = toyBroken
	case b == '}' && p.nested == 0:
		p.end.Raw = p.raw
		p.h.EndCall(p.end)
		p.state = toyOutside
	default:
		p.nested += int('|') - int(b) // '{' and '}' are next to '|' in ASCII
		p.h.Arguments(piece[:1])
	}
	return 1
}

func (p *toyParser) fail(reason Reason) {
	p.h.InvalidCall(Invalid{
		At: p.start, Raw: p.raw, Name: p.begin.Name, ID: p.begin.ID, FreeText: p.begin.FreeText,
		Arguments: p.raw[p.args:], ArgumentsOpen: true, Repairs: p.end.Repairs,
		Format: p.begin.Format, Reason: reason, Message: "broken",
	})
}

func (p *toyParser) broken(piece []byte) int {
	n := bytes.IndexByte(piece, '}') + 1
	if n == 0 {
		p.h.InvalidText(piece)
		return len(piece)
	}
	p.h.InvalidText(piece[:n])
	p.state = toyOutside
	return n
}

func (p *toyParser) Finish(FinishReason) {
	switch p.state {
	case toyHeader:
		p.h.Text(p.start, p.raw)
	case toyArguments:
		p.fail(ReasonIncomplete)
	}
}
