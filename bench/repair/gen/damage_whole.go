package gen

import (
	"strings"

	"github.com/toolparser/toolparser/bench/quote"
)

// wholeDamages write the complete call in another language than JSON.
var wholeDamages = []damage{
	{
		Kind:  Kind{"python_repr", "Python repr", Recoverable},
		style: &pythonStyle,
		apply: func(d *draft) bool {
			d.rewriteAll(quote.Python)
			pythonLiterals(d)
			return true
		},
	},
	{
		Kind: Kind{"single_quotes", "single quotes, apostrophes escaped", Recoverable},
		apply: func(d *draft) bool {
			d.rewriteAll(quote.Single(true))
			return true
		},
	},
	{
		Kind: Kind{"apostrophes_raw", "single quotes, apostrophes raw", Recoverable},
		apply: func(d *draft) bool {
			if _, ok := d.pick(func(_ int, t token) bool { return t.target && strings.Contains(t.text, "'") }); !ok {
				return false
			}
			d.rewriteAll(quote.Single(false))
			return true
		},
	},
	{
		Kind: Kind{"smart_quotes", "smart quotes as delimiters", Recoverable},
		apply: func(d *draft) bool {
			d.rewriteAll(quote.Smart)
			return true
		},
	},
	{
		Kind: Kind{"double_encoded", "double-encoded arguments", Recoverable},
		apply: func(d *draft) bool {
			start, end, ok := d.argsRange()
			if !ok {
				return false
			}
			inner := write(d.tokens[start : end+1])
			encoded := token{kind: str, text: inner, write: quote.JSON}
			d.tokens = append(append(d.tokens[:start:start], encoded), d.tokens[end+1:]...)
			return true
		},
	},
}

// mixedDamages are two or three kinds at once, as a model that writes one
// writes the other.
var mixedDamages = []damage{
	{
		Kind: Kind{"mixed_light", "two or three light kinds at once", Recoverable},
		apply: func(d *draft) bool {
			light := []func(d *draft) bool{trailingComma, comments, oddSpace, pythonLiterals, rawNewlines}
			d.r.Shuffle(len(light), func(i, j int) { light[i], light[j] = light[j], light[i] })
			done, want := 0, 2+d.r.IntN(2)
			for _, f := range light {
				if done < want && f(d) {
					done++
				}
			}
			return done >= 2
		},
	},
	{
		Kind: Kind{"keys_and_comma", "unquoted keys and a missing comma", Recoverable},
		apply: func(d *draft) bool {
			_, ok := missingComma(d, func(i int, _ token) bool { return d.keyBehind(i) > 0 })
			return ok && unquotedKeys(d)
		},
	},
	{
		Kind: Kind{"quotes_and_comma", "raw code and a trailing comma", Recoverable},
		apply: func(d *draft) bool {
			return d.rewrite(quote.Raw, isCode) && trailingComma(d)
		},
	},
	{
		Kind: Kind{"quotes_and_literals", "raw quotes and Python literals", Recoverable},
		fits: withLiterals,
		apply: func(d *draft) bool {
			return d.rewrite(quotesRaw, hasQuote) && pythonLiterals(d)
		},
	},
	{
		Kind: Kind{"quotes_and_comment", "raw quotes and a comment", Recoverable},
		apply: func(d *draft) bool {
			return d.rewrite(quotesRaw, hasQuote) && comments(d)
		},
	},
}

func rawNewlines(d *draft) bool {
	return d.rewrite(quote.Except(func(r rune, _ int) bool { return r == '\n' }),
		func(s string) bool { return strings.Contains(s, "\n") })
}
