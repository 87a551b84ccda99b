package bytetable

import "testing"

func TestIndex(t *testing.T) {
	var table [256]bool
	table['<'], table[0xff] = true, true
	for _, c := range []struct {
		text string
		from int
		want int
	}{
		{"", 0, 0}, {"<", 0, 0}, {"abc", 0, 3}, {"abc<", 0, 3}, {"abcd<", 0, 4}, {"abcdefg\xff<", 0, 7},
		{"<abcd<", 1, 5}, {"<abcd", 1, 5}, {"abcd", 4, 4},
	} {
		if got := Index([]byte(c.text), c.from, &table); got != c.want {
			t.Errorf("%q from %d: got %d, want %d", c.text, c.from, got, c.want)
		}
	}
}
