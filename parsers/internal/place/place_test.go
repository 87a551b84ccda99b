package place

import "testing"

// A failed call ends before a marker that begins a call, or that ends JSON before it.
func TestMarkStops(t *testing.T) {
	for _, c := range []struct {
		mark Mark
		want bool
	}{
		{Mark{}, false}, {Mark{Opens: true}, false}, {Mark{Begins: true}, true},
		{Mark{Ends: EndsBlock}, true}, {Mark{Ends: EndsArguments}, true}, {Mark{Ends: EndsMessage}, true}, {Mark{Ends: EndsOutput}, true},
	} {
		if got := c.mark.Stops(); got != c.want {
			t.Errorf("%+v stops: %v", c.mark, got)
		}
	}
}
