package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolparser/toolparser/parsers"
)

// lineFamily is a family of another program: a tool call is a line of its own,
// "!NAME ARGUMENTS".
func lineFamily() *parsers.Family {
	return &parsers.Family{
		Name:          "line",
		Aliases:       []string{"lines"},
		ModelPatterns: []string{"*acme-*"},
		Description:   "Calls are lines that begin with an exclamation mark.",
		Formats: []parsers.Format{{
			Name:        lineFormat,
			Description: "An exclamation mark, the name, a space, the arguments.",
			Example:     `!get_time {"zone": "UTC"}`,
		}},
		PreservedTokens: []string{"<|line|>"},
		NewParser:       func() parsers.Parser { return new(lineParser) },
		NewID: func(name string, prior int, taken func(string) bool) string {
			for taken(fmt.Sprintf("%s-%d", name, prior)) {
				prior++
			}
			return fmt.Sprintf("%s-%d", name, prior)
		},
		SpaceJoins: true,
	}
}

const lineFormat = "line/command"

// A lineParser holds a line that begins with '!' until it has ended.
type lineParser struct {
	h      parsers.Handler
	at     int // offset of the next byte
	inLine bool
	held   []byte
}

// Reset makes the parser ready for an output.
func (p *lineParser) Reset(_ *parsers.Config, h parsers.Handler) {
	*p = lineParser{h: h, held: p.held[:0]}
}

// Parse reads the next piece.
func (p *lineParser) Parse(piece []byte) {
	for len(piece) > 0 {
		n := bytes.IndexByte(piece, '\n') + 1
		if n == 0 {
			n = len(piece)
		}
		p.part(piece[:n])
		piece = piece[n:]
	}
}

// part reads a line or a part of one, which ends where the line does.
func (p *lineParser) part(part []byte) {
	if len(p.held) == 0 && (p.inLine || part[0] != '!') {
		p.h.Text(p.at, part)
	} else {
		p.held = append(p.held, part...)
	}
	p.at += len(part)
	p.inLine = !bytes.HasSuffix(part, []byte("\n"))
	if !p.inLine {
		p.endLine()
	}
}

// endLine decides what a held line is.
func (p *lineParser) endLine() {
	line := bytes.TrimSuffix(p.held, []byte("\n"))
	if len(line) == 0 {
		return
	}
	start := p.at - len(p.held)
	name, arguments, _ := strings.Cut(string(line[1:]), " ")
	if name == "panic" {
		panic("the line was " + string(line))
	}
	if json.Valid([]byte(arguments)) {
		p.h.BeginCall(parsers.Begin{At: start, Name: name, Format: lineFormat, Key: "bang"})
		p.h.Arguments([]byte(arguments))
		p.h.EndCall(parsers.End{Raw: line, Repairs: repairsOf(name, start)})
	} else {
		p.h.InvalidCall(parsers.Invalid{
			At: start, Raw: line, Name: name, Arguments: []byte(arguments),
			Format: lineFormat, Key: "bang", Reason: parsers.ReasonMalformed, Message: "arguments are no JSON",
		})
	}
	if len(line) < len(p.held) {
		p.h.Text(p.at-1, p.held[len(line):])
	}
	p.held = p.held[:0]
}

// repairsOf lets a test have a repaired call.
func repairsOf(name string, start int) []parsers.Repair {
	if name != "repaired" {
		return nil
	}
	return []parsers.Repair{{Kind: parsers.RepairTrailingComma, Offset: start}}
}

// Finish ends the output.
func (p *lineParser) Finish(parsers.FinishReason) { p.endLine() }
