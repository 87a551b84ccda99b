package bounds_test

import (
	"math"
	"testing"
	"time"

	"github.com/toolparser/toolparser/internal/bounds"
)

func TestBounds(t *testing.T) {
	for got, want := range map[string]string{
		bounds.NotNegative(0) + bounds.NotNegative(1.5) + bounds.NotNegative(time.Second): "",
		bounds.NotNegative(-time.Second):                             " -1s: want 0 or more",
		bounds.NotNegative(math.NaN()):                               " NaN: want 0 or more",
		bounds.NotNegative(math.Inf(1)):                              " +Inf: want 0 or more",
		bounds.Share(0) + bounds.Share(0.5) + bounds.Share(1) + "ok": "ok",
		bounds.Share(1.5):                                            " 1.5: want a number from 0 to 1, or 0 for the default",
		bounds.Name(`Müller "a\b"`) + bounds.Name("") + "fine":       "fine",
		bounds.Name("M\xfcller"):                                     ` "M\xfcller": want UTF-8 without control characters`,
		bounds.Name("a\x00"):                                         ` "a\x00": want UTF-8 without control characters`,
		bounds.Name("a\u009b31m"):                                    ` "a\u009b31m": want UTF-8 without control characters`,
		bounds.Share(math.NaN()):                                     " NaN: want a number from 0 to 1, or 0 for the default",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
