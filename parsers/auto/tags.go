package auto

import (
	"cmp"
	"slices"

	"github.com/toolparser/toolparser/parsers/grammar"
)

// sharedTags are the tags that announce themselves. Where two tables have the same
// ones the first counts, and takes what either takes. A name behind its tag is recognized by
// what follows it, so such tags are first.
func sharedTags(tables []grammar.Tags) []grammar.Tags {
	slices.SortStableFunc(tables, func(a, b grammar.Tags) int { return cmp.Compare(nameAt(&a), nameAt(&b)) })
	var shared []grammar.Tags
	for _, t := range tables {
		if t.Spelling == grammar.Stripped {
			continue // without its tokens it announces nothing
		}
		i := slices.IndexFunc(shared, func(other grammar.Tags) bool { return same(&other, &t) })
		if i < 0 {
			shared = append(shared, t)
			continue
		}
		other := &shared[i]
		other.JSONBody = other.JSONBody || t.JSONBody
		if t.Literals == grammar.LiteralsNative {
			other.Literals = t.Literals
		}
	}
	return shared
}

// nameAt is where a call's name is: the surer, the less.
func nameAt(t *grammar.Tags) int {
	switch t.Call.Name {
	case grammar.NameBehind:
		return 0
	case grammar.NameAssigned: // an attribute may look like one that is damaged
		return 2
	}
	return 1
}

// same reports whether other has all the tags of t.
func same(other, t *grammar.Tags) bool {
	return other.Brackets == t.Brackets && other.Call.Word == t.Call.Word && other.Call.Name == t.Call.Name &&
		other.Parameter.Word == t.Parameter.Word && other.Parameter.Name == t.Parameter.Name && other.Parameter.Key == t.Parameter.Key &&
		(len(other.Wrappers) == 0) == (len(t.Wrappers) == 0) &&
		!slices.ContainsFunc(t.Wrappers, func(word string) bool { return !slices.Contains(other.Wrappers, word) })
}

// quoteInThoughts lets blocks whose opener is a wrapper's tag, too, count in thoughts only
// where the calls in that wrapper do. They don't count in fences, either.
func quoteInThoughts(tables []grammar.Tags, blocks []grammar.Block) {
	for _, t := range tables {
		if t.InThought != grammar.ThoughtQuotes {
			continue
		}
		for _, word := range t.Wrappers {
			for i := range blocks {
				if blocks[i].Own() && slices.Contains(blocks[i].Markers.Open, t.Brackets.Open+word+t.Brackets.End) {
					blocks[i].Kind = grammar.UnquotedTags
				}
			}
		}
	}
}
