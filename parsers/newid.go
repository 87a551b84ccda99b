package parsers

import (
	"strconv"
	"time"

	"github.com/toolparser/toolparser/parsers/internal/randid"
)

// IDs say how ids are made of calls that have none, as data.
type IDs struct {
	// Prefix is before all the rest; at most 32 bytes.
	Prefix string
	// Random is how many random letters and digits follow, from 8 to 48; 0 is 24.
	Random int
	// Hex: the random ones are hexadecimal digits.
	Hex bool
	// Counted: a number follows instead, which counts on from the calls earlier
	// in the conversation: the first that makes an id which the result doesn't have.
	Counted bool
	// Named: the call's name and ':' are before the number, which is the first that
	// no id of the result ends in, whatever the name.
	Named bool
	// Timed: the milliseconds since 1970 in base 36, and '_', are before the
	// random part.
	Timed bool
}

// DefaultIDs are those of most families.
var DefaultIDs = IDs{Prefix: "call_", Random: defaultRandom}

const defaultRandom = 24

// append appends an id of a call of this name to b, with the number n if it is counted.
func (s *IDs) append(b []byte, name string, n int) []byte {
	b = append(b, s.Prefix...)
	if s.Named {
		b = append(append(b, name...), ':')
	}
	if s.Counted {
		return strconv.AppendInt(b, int64(n), 10)
	}
	if s.Timed {
		b = append(strconv.AppendInt(b, time.Now().UnixMilli(), 36), '_')
	}
	random := s.Random
	if random == 0 {
		random = defaultRandom
	}
	if s.Hex {
		return randid.Hex(b, random)
	}
	return randid.Base62(b, random)
}
