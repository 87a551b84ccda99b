package httpfix

import (
	"strings"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// A spent stream is what is left of one whose fix was given up: nothing of what it held. It implements gateway.Stream.
type spent struct {
	report gateway.Report
	// comment is what ends a comment, event an event that reports an error, with placeholder as its message.
	comment, event string
}

const placeholder = "toolparser-placeholder"

func newSpent(s gateway.Stream, fault error) *spent {
	left := &spent{report: s.Report(), comment: strings.TrimPrefix(s.Comment(""), ": "), event: s.ErrorEvent(placeholder)}
	left.report.Fault = fault
	return left
}

// Report implements gateway.Stream.
func (s *spent) Report() gateway.Report { return s.report }

// Comment implements gateway.Stream.
func (s *spent) Comment(text string) string { return ": " + text + s.comment }

// ErrorEvent implements gateway.Stream.
func (s *spent) ErrorEvent(message string) string {
	quoted := jsonedit.Quote(message)
	return strings.Replace(s.event, placeholder, quoted[1:len(quoted)-1], 1)
}

// What follows is as for a stream that holds nothing.

func (*spent) Write(p []byte) []byte { return p }
func (*spent) End() []byte           { return nil }
func (*spent) Abort() []byte         { return nil }
func (*spent) Rest() string          { return "" }
func (*spent) Says() bool            { return true }
func (*spent) Waits() bool           { return false }
func (*spent) Sign() []byte          { return nil }
func (*spent) Held() int             { return 0 }
func (*spent) Events() int           { return 0 }
func (*spent) Done() bool            { return false }
func (*spent) Ended() bool           { return false }
