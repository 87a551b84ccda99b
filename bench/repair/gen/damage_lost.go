package gen

import (
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"github.com/toolparser/toolparser/bench/quote"
)

// truncations end the output inside the call.
var truncations = []damage{
	{Kind: Kind{CutInString, "cut off inside a string", Truncated}, apply: cutTarget},
	{
		Kind: Kind{"cut_in_raw_code", "cut off inside raw code", Truncated},
		apply: func(d *draft) bool {
			for i, t := range d.tokens {
				if t.target && isCode(t.text) {
					d.tokens[i].write = quote.Raw
				}
			}
			return cutTarget(d)
		},
	},
	{
		Kind: Kind{"cut_after_string", "cut off after the last string", Truncated},
		apply: func(d *draft) bool {
			_, end, _ := d.argsRange()
			i := end
			for i >= 0 && d.tokens[i].kind != str {
				i--
			}
			return d.cutAfter(i)
		},
	},
	{
		Kind: Kind{"cut_after_comma", "cut off after a comma or colon", Truncated},
		apply: func(d *draft) bool {
			start, end, _ := d.argsRange()
			i, ok := d.pick(func(i int, t token) bool { return i > start && i < end && (t.kind == comma || t.kind == colon) })
			return ok && d.cutAfter(i)
		},
	},
	{
		Kind: Kind{"cut_after_number", "cut off after a number", Truncated},
		fits: withNumbers,
		apply: func(d *draft) bool {
			i, ok := d.pick(func(_ int, t token) bool {
				return t.kind == literal && strings.ContainsAny(t.text[:1], "0123456789")
			})
			return ok && d.cutAfter(i)
		},
	},
	{
		Kind: Kind{"cut_in_key", "cut off inside a key", Truncated},
		apply: func(d *draft) bool {
			start, end, _ := d.argsRange()
			i, ok := d.pick(func(i int, t token) bool { return i > start && i < end && t.kind == key })
			return ok && d.cutInside(i)
		},
	},
}

// cutTarget ends the output inside a string that holds a snippet: after its
// opening quote and before its closing one.
func cutTarget(d *draft) bool {
	i, ok := d.pick(func(_ int, t token) bool { return t.target && len(t.text) > 1 })
	return ok && d.cutInside(i)
}

func (d *draft) cutInside(i int) bool {
	whole := d.tokens[i].String()
	n := 1 + d.r.IntN(len(whole)-2)
	for !utf8.RuneStart(whole[n]) {
		n--
	}
	d.tokens = append(d.tokens[:i], token{kind: inserted, text: whole[:max(n, 1)]})
	d.cut = true
	return true
}

func (d *draft) cutAfter(i int) bool {
	d.tokens = d.tokens[:i+1]
	d.cut = true
	return i >= 0
}

// beyondDamages lose what can't be made up, or are of a language that repair doesn't read.
var beyondDamages = []damage{
	{
		Kind:  Kind{"brace_missing_in_text", "brace missing in running text", Beyond},
		fits:  func(s *shape, _ *layout) bool { return s.ending == endText },
		apply: missingBrace,
	},
	{
		Kind: Kind{"brace_swallows_name", "brace missing after the arguments", Beyond},
		fits: func(s *shape, _ *layout) bool { return s.name == "llama3/json arguments first" },
		apply: func(d *draft) bool {
			_, end, ok := d.argsRange()
			d.remove(end)
			return ok
		},
	},
	{
		Kind: Kind{"closing_quote_missing", "closing quote missing", Beyond},
		apply: func(d *draft) bool {
			return d.rewrite(func(s string) string { return strings.TrimSuffix(quote.JSON(s), `"`) }, any2)
		},
	},
	{
		Kind: Kind{"comma_and_key_quotes", "comma missing before an unquoted key", Beyond},
		apply: func(d *draft) bool {
			i, ok := missingComma(d, func(i int, _ token) bool { return d.keyBehind(i) > 0 && d.tokens[d.prev(i)].kind == str })
			if ok {
				d.tokens[i].kind = comma
				d.tokens[d.keyBehind(i)].write = nil
			}
			return ok
		},
	},
	{
		Kind:  Kind{"triple_quotes", "Python's triple quotes", Beyond},
		apply: func(d *draft) bool { return d.rewrite(func(s string) string { return `"""` + s + `"""` }, isCode) },
	},
	{
		Kind:  Kind{"backticks", "backticks as delimiters", Beyond},
		apply: func(d *draft) bool { return d.rewrite(func(s string) string { return "`" + s + "`" }, hasQuote) },
	},
	{
		Kind: Kind{"concatenated", "strings joined by +", Beyond},
		apply: func(d *draft) bool {
			return d.rewrite(concatenation, func(s string) bool { return strings.Contains(s, "\n") })
		},
	},
	{
		Kind: Kind{"unquoted_value", "unquoted value", Beyond},
		apply: func(d *draft) bool {
			i, ok := d.pick(func(_ int, t token) bool { return t.kind == str && !t.target })
			if ok {
				d.tokens[i].write = nil
			}
			return ok
		},
	},
	{
		Kind:    Kind{"expression", "expression for a number", Beyond},
		fits:    withNumbers,
		prepare: func(args *object, r *rand.Rand) bool { return replaceNumber(args, r, expressions) },
		apply:   func(*draft) bool { return true },
	},
	{
		Kind: Kind{"raw_code_no_brace", "raw code, last brace missing", Beyond},
		fits: notInText,
		apply: func(d *draft) bool {
			return d.rewrite(quote.Raw, isCode) && missingBrace(d)
		},
	},
}

// expressions are where a value is due, and are none.
var expressions = []string{"1/6", "<line>", "2+2", "len(text)"}

func any2(s string) bool { return len(s) > 1 }

// concatenation writes each line of s as a string of its own.
func concatenation(s string) string {
	var parts []string
	for line := range strings.Lines(s) {
		parts = append(parts, quote.JSON(line))
	}
	return strings.Join(parts, " + ")
}

// undecidableDamages leave a text with two sensible readings.
var undecidableDamages = []damage{
	{
		Kind: Kind{"apostrophes_escaped", `\' in a " string`, Undecidable},
		apply: func(d *draft) bool {
			w := quote.Escaping{Open: `"`, Close: `"`, Escapes: func(r rune, i int) bool { return quote.Needed(r, i) || r == '\'' }}.Quote
			return d.rewrite(w, func(s string) bool { return strings.Contains(s, "'") })
		},
	},
	{
		Kind: Kind{"raw_code_escaped", "raw code but for doubled backslashes", Undecidable},
		apply: func(d *draft) bool {
			w := func(s string) string { return quote.Raw(strings.ReplaceAll(s, `\`, `\\`)) }
			return d.rewrite(w, func(s string) bool { return isCode(s) && strings.Contains(s, `\`) })
		},
	},
}
