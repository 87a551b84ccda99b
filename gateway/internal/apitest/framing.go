package apitest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/gateway"
)

// FramingAndCuts checks that a stream is fixed in the same way with each line end, with a byte order mark and without one,
// and cut at each byte, within a line end, the mark and a code point, too. Its lines end in LF; it has calls and characters of several bytes.
func FramingAndCuts(t *testing.T, r gateway.Request, upstream string) {
	t.Helper()
	f := Fixer(t, gateway.Policy{})
	fixed, report := Pipe(r, f, upstream)
	want := Stable(fixed)
	if report.Method != gateway.Parsed || !strings.Contains(want, "Tromsø 😀") || !strings.Contains(want, "Blåbær 🫐") {
		t.Fatalf("the stream has no call, or no such text: %s", want)
	}
	for name, end := range map[string]string{"LF": "\n", "CRLF": "\r\n", "CR": "\r"} {
		for _, mark := range []string{"", "\ufeff"} {
			t.Run(name+" "+strings.Repeat("with a mark", len(mark)/3), func(t *testing.T) {
				framed := func(text string) string { return mark + strings.ReplaceAll(text, "\n", end) }
				stream, want := framed(upstream), framed(want)
				check := func(pieces ...string) {
					t.Helper()
					got, _ := Pipe(r, f, pieces...)
					if diff := cmp.Diff(want, Stable(got)); diff != "" {
						t.Fatalf("cut at %d: -want +got\n%s", len(pieces[0]), diff)
					}
				}
				for _, n := range []int{1, 2, 3, 5} {
					check(Pieces(stream, n)...)
				}
				for i := 1; i < len(stream); i++ {
					check(stream[:i], stream[i:])
				}
			})
		}
	}
}
