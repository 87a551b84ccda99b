package gen

import (
	"math/rand/v2"
	"strings"

	"github.com/toolparser/toolparser/bench/quote"
)

// stringDamages break how a string is written.
var stringDamages = []damage{
	{
		Kind:  Kind{"quotes_all", "all inner quotes unescaped", Recoverable},
		apply: func(d *draft) bool { return d.rewrite(quotesRaw, hasQuote) },
	},
	{
		Kind:  Kind{RawCode, "raw code: quotes and newlines", Recoverable},
		apply: func(d *draft) bool { return d.rewrite(quote.Raw, isCode) },
	},
	{
		Kind: Kind{"quote_one", "one inner quote unescaped", Recoverable},
		apply: func(d *draft) bool {
			return d.rewriteSome(func(s string) func(rune, int) bool {
				inner := innerQuotes(s)
				n := inner[d.r.IntN(len(inner))]
				return func(r rune, i int) bool { return r == '"' && i == n }
			}, func(s string) bool { return len(innerQuotes(s)) > 0 })
		},
	},
	{
		Kind: Kind{"quote_pair", "one pair of quotes unescaped", Recoverable},
		apply: func(d *draft) bool {
			return d.rewriteSome(func(s string) func(rune, int) bool {
				n := 2 * d.r.IntN(strings.Count(s, `"`)/2)
				return func(r rune, i int) bool { return r == '"' && (i == n || i == n+1) }
			}, func(s string) bool { return strings.Count(s, `"`) > 1 })
		},
	},
	{
		Kind:    Kind{"quote_german", "„…\" closed by an ASCII quote", Recoverable},
		prepare: closeGerman,
		apply: func(d *draft) bool {
			return d.rewriteSome(func(s string) func(rune, int) bool {
				german := germanQuotes(s)
				return func(r rune, i int) bool { return r == '"' && german[i] }
			}, func(s string) bool { return len(germanQuotes(s)) > 0 })
		},
	},
	{
		Kind: Kind{"newlines_raw", "raw newlines only", Recoverable},
		apply: func(d *draft) bool {
			return d.rewrite(quote.Except(func(r rune, _ int) bool { return r == '\n' || r == '\r' }),
				func(s string) bool { return strings.ContainsAny(s, "\r\n") })
		},
	},
	{
		Kind: Kind{"controls_raw", "raw tabs, control characters", Recoverable},
		apply: func(d *draft) bool {
			raw := func(r rune, _ int) bool { return r < ' ' && r != '\n' && r != '\r' }
			return d.rewrite(quote.Except(raw), func(s string) bool {
				return strings.ContainsFunc(s, func(r rune) bool { return raw(r, 0) })
			})
		},
	},
	{
		Kind: Kind{"backslashes_raw", "unescaped backslashes", Recoverable},
		apply: func(d *draft) bool {
			return d.rewrite(quote.Except(func(r rune, _ int) bool { return r == '\\' }),
				func(s string) bool { return strings.Contains(s, `\`) })
		},
	},
	{
		Kind: Kind{"two_strings", "two strings with raw quotes", Recoverable},
		fits: withTwo,
		apply: func(d *draft) bool {
			at := d.find(func(_ int, t token) bool { return t.target && hasQuote(t.text) })
			if len(at) < 2 {
				return false
			}
			for _, i := range at {
				d.tokens[i].write = quotesRaw
				// On one line, nothing tells a raw backslash from an escape.
				if isCode(d.tokens[i].text) && d.r.IntN(2) == 0 {
					d.tokens[i].write = quote.Raw
				}
			}
			return true
		},
	},
}

func hasQuote(s string) bool { return strings.Contains(s, `"`) }
func isCode(s string) bool   { return hasQuote(s) && strings.Contains(s, "\n") }

// innerQuotes are the numbers of the quotes in s that aren't at its ends. There, a quote that isn't escaped writes the same text as
// a string without it whose own quote is written twice.
func innerQuotes(s string) (numbers []int) {
	n := 0
	for i, r := range s {
		if r == '"' {
			if 0 < i && i < len(s)-1 {
				numbers = append(numbers, n)
			}
			n++
		}
	}
	return numbers
}

// quotesRaw writes s as JSON does, but for its quotes.
var quotesRaw = quote.Except(func(r rune, _ int) bool { return r == '"' })

// rewriteSome leaves unescaped, in one target string of which ok holds, what raw says of it.
func (d *draft) rewriteSome(raw func(s string) func(r rune, i int) bool, ok func(s string) bool) bool {
	i, found := d.pick(func(_ int, t token) bool { return t.target && ok(t.text) })
	if found {
		d.tokens[i].write = quote.Except(raw(d.tokens[i].text))
	}
	return found
}

// closeGerman makes the model close its German quotations with ASCII quotes.
func closeGerman(args *object, _ *rand.Rand) bool {
	found := false
	args.walk(func(n node) node {
		t, ok := n.(text)
		if ok && t.target && strings.Contains(t.s, "„") {
			found = true
			t.s = strings.ReplaceAll(t.s, "“", `"`)
			return t
		}
		return n
	})
	return found
}

// germanQuotes are the numbers of the ASCII quotes in s that close a „.
func germanQuotes(s string) map[int]bool {
	found := map[int]bool{}
	open, n := false, 0
	for _, r := range s {
		switch r {
		case '„':
			open = true
		case '"':
			if open {
				found[n] = true
			}
			open = false
			n++
		}
	}
	return found
}

// walk replaces the values in o, innermost last.
func (o *object) walk(f func(n node) node) {
	for i, m := range o.members {
		o.members[i].val = walk(m.val, f)
	}
}

func walk(n node, f func(n node) node) node {
	switch v := n.(type) {
	case *object:
		v.walk(f)
	case array:
		for i := range v {
			v[i] = walk(v[i], f)
		}
	}
	return f(n)
}
