package conformance

import (
	"github.com/toolparser/toolparser/parsers"
)

type resultCheck struct {
	Reporter
	suite *Suite
	in    input
	r     *parsers.Result
}

func (c *resultCheck) expect(ok bool, format string, args ...any) {
	c.Helper()
	if !ok {
		c.Errorf(format, args...)
		c.Logf("the output was %q", c.in.output)
	}
}

// slice is the part of the output that a span says, as far as it is there.
func (c *resultCheck) slice(s parsers.Span) string {
	n := len(c.in.output)
	return c.in.output[min(s.Start, n):min(s.End, n)]
}
