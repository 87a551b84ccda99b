package gen

import (
	"math/rand/v2"
	"strings"
)

// tokenDamages break what is between the strings.
var tokenDamages = []damage{
	{Kind: Kind{"trailing_comma", "trailing comma", Recoverable}, apply: trailingComma},
	{
		Kind: Kind{"missing_comma", "missing comma", Recoverable},
		apply: func(d *draft) bool {
			i, ok := d.pick(func(_ int, t token) bool { return t.kind == comma })
			if ok {
				d.remove(i)
			}
			return ok
		},
	},
	{
		Kind: Kind{"missing_brace", "last brace missing", Recoverable},
		fits: notInText, apply: missingBrace,
	},
	{
		Kind: Kind{"missing_closers", "all closers missing in a block", Recoverable},
		fits: closedByBlock,
		apply: func(d *draft) bool {
			d.tokens = d.tokens[:d.last(token.value)+1]
			return true
		},
	},
	{
		Kind: Kind{"extra_closer", "extra closer", Recoverable},
		apply: func(d *draft) bool {
			closer := []string{"}", "]"}[d.r.IntN(2)]
			d.insert(len(d.tokens), token{kind: inserted, text: closer})
			return true
		},
	},
	{
		Kind: Kind{"doubled_braces", "outer braces doubled", Recoverable},
		apply: func(d *draft) bool {
			if d.tokens[0].kind != openObject {
				return false
			}
			d.insert(0, token{kind: inserted, text: "{"})
			d.insert(len(d.tokens), token{kind: inserted, text: "}"})
			return true
		},
	},
	{Kind: Kind{"comments", "comments", Recoverable}, apply: comments},
	{
		Kind:  Kind{"unquoted_keys", "unquoted keys", Recoverable},
		apply: unquotedKeys,
	},
	{Kind: Kind{"python_literals", "Python literals", Recoverable}, fits: withLiterals, apply: pythonLiterals},
	{
		Kind: Kind{"non_finite", "NaN, Infinity", Recoverable},
		fits: withNumbers,
		prepare: func(args *object, r *rand.Rand) bool {
			return replaceNumber(args, r, []string{"NaN", "Infinity", "-Infinity"})
		},
		apply: func(*draft) bool { return true },
	},
	{Kind: Kind{"odd_space", "no-break spaces, BOM between tokens", Recoverable}, apply: oddSpace},
}

// trailingComma adds a comma before one closer or, now and then, before all.
func trailingComma(d *draft) bool {
	at := d.find(func(i int, t token) bool { return t.closes() && d.prev(i) >= 0 && !d.tokens[d.prev(i)].opens() })
	all := d.r.IntN(4) == 0
	chosen := d.r.IntN(len(at))
	for n := len(at) - 1; n >= 0; n-- {
		if all || n == chosen {
			d.insert(d.prev(at[n])+1, token{kind: inserted, text: ","})
		}
	}
	return true
}

func unquotedKeys(d *draft) bool {
	for _, i := range d.find(func(_ int, t token) bool { return t.kind == key }) {
		d.tokens[i].write = nil
	}
	return true
}

// missingComma removes one of the commas that chosen tells, and leaves a space there.
func missingComma(d *draft, chosen func(i int, t token) bool) (at int, ok bool) {
	i, ok := d.pick(chosen)
	if ok {
		d.tokens[i] = token{kind: inserted, text: " "}
	}
	return i, ok
}

// keyBehind is the index of the key behind the comma that the i-th token is; -1: it is none.
func (d *draft) keyBehind(i int) int {
	if d.tokens[i].kind != comma {
		return -1
	}
	for i++; d.tokens[i].kind == space; i++ {
	}
	if d.tokens[i].kind != key {
		return -1
	}
	return i
}

func missingBrace(d *draft) bool {
	d.remove(d.last(token.closes))
	return true
}

var commentTexts = []string{
	"// the new text\n", "/* content */", "// it's \"quoted\"\n", "/* {\"a\": 1}, */", "// path, then mode\n",
}

// comments adds one or two comments where a line can hold them: after an opener or a comma.
func comments(d *draft) bool {
	for range 1 + d.r.IntN(2) {
		i, _ := d.pick(func(_ int, t token) bool { return t.opens() || t.kind == comma })
		d.insert(i+1, token{kind: inserted, text: " " + commentTexts[d.r.IntN(len(commentTexts))]})
	}
	return true
}

func pythonLiterals(d *draft) bool {
	names := map[string]string{"true": "True", "false": "False", "null": "None"}
	changed := false
	for i, t := range d.tokens {
		if name, ok := names[t.text]; ok && t.kind == literal {
			d.tokens[i].text = name
			changed = true
		}
	}
	return changed
}

var oddSpaces = []string{"\u00a0", "\u3000", "\u2009", "\ufeff", "\u00a0\u00a0", "\u202f", "\u2003"}

// oddSpace adds one to three such spaces between tokens.
func oddSpace(d *draft) bool {
	for range 1 + d.r.IntN(3) {
		i := 1 + d.r.IntN(len(d.tokens)-1)
		d.insert(i, token{kind: space, text: oddSpaces[d.r.IntN(len(oddSpaces))]})
	}
	return true
}

// replaceNumber replaces one number among the arguments.
func replaceNumber(args *object, r *rand.Rand, by []string) bool {
	isNumber := func(n node) bool {
		l, ok := n.(lit)
		return ok && strings.Contains("0123456789-", string(l[:1]))
	}
	total := 0
	args.walk(func(n node) node {
		if isNumber(n) {
			total++
		}
		return n
	})
	if total == 0 {
		return false
	}
	chosen, i := r.IntN(total), 0
	args.walk(func(n node) node {
		if isNumber(n) {
			if i++; i-1 == chosen {
				return lit(by[r.IntN(len(by))])
			}
		}
		return n
	})
	return true
}
