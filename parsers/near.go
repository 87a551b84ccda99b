package parsers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Auto is the name of the family that reads, as any other does, what announces itself.
const Auto = "auto"

const (
	// nearNames is how many names an error suggests at most: more aren't read.
	nearNames = 3
	// leastLikeness is the least likeness, in percent, of a name that is suggested for another.
	leastLikeness = 40
	// leastShare is how much of a name, in percent, a model's id must hold, and leastCommon
	// in bytes.
	leastShare  = 66
	leastCommon = 3
	// comparedBytes bounds how much of what a caller wrote is compared.
	comparedBytes = 256
)

// unknownName is the error for a name that no family has.
func (r *Registry) unknownName(name string) error {
	folded := plain(clip(name))
	return r.notFound(fmt.Sprintf("no family is named %q", name), r.nearest(leastLikeness, func(f *Family) (best suggestion) {
		for _, other := range f.names() {
			if n := likeness(folded, plain(other)); n > best.likeness {
				best = suggestion{other, n}
			}
		}
		if best.text != f.Name {
			best.text += " of " + f.Name
		}
		return best
	}))
}

// unknownModel is the error for a model whose id no family's pattern matches.
func (r *Registry) unknownModel(model string) error {
	id := plain(clip(model))
	return r.notFound(fmt.Sprintf("no family is for model %q", model), r.nearest(leastShare, func(f *Family) (best suggestion) {
		best.text = f.Name
		for _, name := range f.names() {
			// An id says more than a name: what counts is how much of the name it holds.
			name = plain(name)
			if n := longestCommon(id, name); n >= leastCommon {
				best.likeness = max(best.likeness, 100*n/len(name))
			}
		}
		return best
	}))
}

// notFound wraps ErrNotFound: what is wrong, and what can be done.
func (r *Registry) notFound(problem string, near []string) error {
	if last := len(near) - 1; last > 0 {
		near = append(near[:last-1], near[last-1]+" or "+near[last])
	}
	if len(near) > 0 {
		problem += " (did you mean " + strings.Join(near, ", ") + "?)"
	}
	if r.byName[Auto] != nil {
		problem += `; the family "` + Auto + `" reads every format that announces itself`
	}
	return fmt.Errorf(`%w: %s; "toolparser infer-template" makes a family from a model's chat template`, ErrNotFound, problem)
}

// A suggestion is a name, and how near it is, in percent.
type suggestion struct {
	text     string
	likeness int
}

// nearest are the names that are nearest, one of a family, and near at all.
func (r *Registry) nearest(least int, suggest func(*Family) suggestion) []string {
	var all []suggestion
	for _, f := range r.families {
		if s := suggest(f); s.likeness >= least {
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b suggestion) int { return cmp.Compare(b.likeness, a.likeness) })
	names := make([]string, min(len(all), nearNames))
	for i := range names {
		names[i] = all[i].text
	}
	return names
}

func clip(text string) string { return text[:min(len(text), comparedBytes)] }

// plain is a name in lower case, without what separates its parts: it is written with or
// without.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("_-. ", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// longestCommon is the length of the longest text that both hold.
func longestCommon(a, b string) (longest int) {
	ends := make([]int, len(b)+1) // how long the common text is that ends before a byte of b
	for i := range a {
		for j := len(b); j > 0; j-- {
			if ends[j] = 0; a[i] == b[j-1] {
				ends[j] = ends[j-1] + 1
			}
			longest = max(longest, ends[j])
		}
	}
	return longest
}

// likeness is Dice's coefficient, in percent: a name that is much longer isn't near.
func likeness(a, b string) int {
	pairs, common := pairsOf(a), 0
	for pair, count := range pairsOf(b) {
		common += min(count, pairs[pair])
	}
	return 200 * common / max(len(a)+len(b), 1)
}

// pairsOf counts the pairs of neighboring bytes of a name; its first byte has none before it.
func pairsOf(name string) map[[2]byte]int {
	pairs := make(map[[2]byte]int)
	var before byte
	for _, c := range []byte(name) {
		pairs[[2]byte{before, c}]++
		before = c
	}
	return pairs
}
