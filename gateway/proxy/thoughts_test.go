package proxy_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/gateway/internal/apitest"
)

// --separate-reasoning changes nothing in a response whose text has no thought: what may be the start of one waits, and leaves as it came.
func TestSeparationChangesNothingElse(t *testing.T) {
	s := newStage(t)
	for _, r := range allRuns(t) {
		if strings.Contains(r.body, "hink") || r.policy != "" || r.end == endReset || strings.Contains(r.body, markArrives) {
			continue
		}
		plain := s.play(t, &r, s.proxy(t, r.policy), time.Second)
		separated := s.play(t, &r, s.proxy(t, "separate-reasoning"), time.Second)
		if diff := cmp.Diff(apitest.Stable(plain.raw), apitest.Stable(separated.raw)); diff != "" {
			t.Errorf("%s: -plain +separated\n%s", r.name, diff)
		}
	}
}
