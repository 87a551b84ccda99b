package parsers

import (
	"strconv"
	"time"

	"github.com/toolparser/toolparser/parsers/internal/randid"
)

// IDs say how ids are made of calls that have none, as data.
type IDs struct {
	// Prefix stands before the random or counted part; at most 32 bytes.
	Prefix string
	// Random is how many random letters and digits follow, from 8 to 48; 0 is 24.
	Random int
	// Counted: a number follows instead, which counts on from the calls earlier
	// in the conversation.
	Counted bool
	// Timed: the milliseconds since 1970 in base 36, and '_', stand before the
	// random part.
	Timed bool
}

// DefaultIDs are those of most families.
var DefaultIDs = IDs{Prefix: "call_", Random: defaultRandom}

const defaultRandom = 24

// New makes an id, as [Family.NewID] does.
func (s *IDs) New(_ string, prior int, taken func(id string) bool) string {
	if s.Counted {
		for taken(s.Prefix + strconv.Itoa(prior)) {
			prior++
		}
		return s.Prefix + strconv.Itoa(prior)
	}
	prefix, random := s.Prefix, s.Random
	if s.Timed {
		prefix += strconv.FormatInt(time.Now().UnixMilli(), 36) + "_"
	}
	if random == 0 {
		random = defaultRandom
	}
	return randid.Base62(prefix, random)
}
