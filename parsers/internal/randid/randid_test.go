package randid

import (
	"strings"
	"testing"
)

func TestBase62(t *testing.T) {
	id := Base62("call_", 24)
	if len(id) != len("call_")+24 || strings.Trim(strings.TrimPrefix(id, "call_"), base62) != "" {
		t.Errorf("Base62 made %q", id)
	}
	if id == Base62("call_", 24) {
		t.Errorf("Base62 made %q twice", id)
	}
}
