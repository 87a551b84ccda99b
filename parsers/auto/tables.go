package auto

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
)

// addFrames adds the sections that the table's messages are put into.
func (u *union) addFrames(g *grammar.Grammar) {
	f := g.Frames
	if f == nil {
		return
	}
	if u.Frames == nil {
		u.Frames = new(grammar.Frames)
	}
	all := u.Frames
	all.Ends, all.ThoughtEnds = addNew(all.Ends, f.Ends...), addNew(all.ThoughtEnds, f.ThoughtEnds...)
	all.Sections = addOther(all.Sections, f.Sections, func(a, b grammar.FrameSection) bool { return a.Open == b.Open })
	if f.Lead != "" && all.Lead == "" {
		all.Lead, all.Led = f.Lead, led(g)
	}
	if f.Messages != nil {
		u.framed = append(u.framed, f.Messages)
	}
}

// led are the markers that the table's lead is before.
func led(g *grammar.Grammar) []string {
	var markers []string
	for _, s := range g.Frames.Sections {
		markers = append(markers, s.Open)
	}
	for _, b := range g.Blocks {
		markers = append(markers, b.Markers.Open...)
	}
	return markers
}

// sharedMessages are messages of all kinds, whose bodies are JSON or in tags. Those of
// the family that is known for them say what is usual: it takes them without their tokens, too.
func sharedMessages(kinds []*grammar.Messages) *grammar.Messages {
	if len(kinds) == 0 {
		return nil
	}
	known := slices.IndexFunc(kinds, func(m *grammar.Messages) bool { return m.Stripped != "" })
	shared := *kinds[max(known, 0)]
	shared.Stripped = "" // without its tokens a header announces nothing
	for _, m := range kinds {
		if shared.Body == nil && m.Body != nil {
			shared.Body = m.Body
		}
		shared.Words = addNew(slices.Clone(shared.Words), m.Words...)
	}
	return &shared
}

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

// bracketed is JSON between brackets that several models write, and no family.
func bracketed() grammar.Block {
	return grammar.Block{
		Format: formatBracketed, Shape: grammar.BlockCalls(), Markers: grammar.Between("[TOOL_CALL]", "[/TOOL_CALL]"), Kind: grammar.UnquotedTags,
	}
}

// sharedBlocks are the blocks that announce themselves, each opener in the first one
// that has it. Behind special tokens one with a header takes what the rest do: it is first.
func sharedBlocks(blocks []grammar.Block) []grammar.Block {
	slices.SortStableFunc(blocks, func(a, b grammar.Block) int { return cmp.Compare(headed(&a), headed(&b)) })
	var shared []grammar.Block
	for _, b := range blocks {
		if b.Stray() || b.Word() && b.Body != grammar.BodyList {
			continue // a word, and a tag that no one is known for, announce nothing
		}
		b = alone(b)
		for i := range shared {
			giveUp(&b, &shared[i])
		}
		if len(b.Markers.Open) > 0 {
			shared = append(shared, b)
		}
	}
	return shared
}

func headed(b *grammar.Block) int {
	if b.Header != nil && !b.Plain() {
		return 0
	}
	return 1
}

// alone is the block with parts of its own, without the formats that its shape has in text.
func alone(b grammar.Block) grammar.Block {
	b.Markers.Open = slices.Clone(b.Markers.Open)
	s := *b.Shape
	s.Format, s.FencedFormat = "", ""
	b.Shape = &s
	return b
}

// giveUp leaves the block's openers to another one that has them, and takes its header, if
// it has none. Behind special tokens that takes what either takes: whoever writes them
// writes it by default.
func giveUp(b, other *grammar.Block) {
	before := len(b.Markers.Open)
	b.Markers.Open = slices.DeleteFunc(b.Markers.Open, func(text string) bool {
		return slices.ContainsFunc(other.Markers.Open, func(taken string) bool {
			return strings.EqualFold(grammar.Written(taken), grammar.Written(text))
		})
	})
	if len(b.Markers.Open) == before {
		return
	}
	if other.Header == nil {
		other.Header = b.Header
	}
	if b.Plain() || other.Plain() {
		return
	}
	other.Closer = max(other.Closer, b.Closer)
	other.Shape.Python = other.Shape.Python || b.Shape.Python
	other.Shape.StringArguments = other.Shape.StringArguments || b.Shape.StringArguments
	other.Markers.Close = addNew(slices.Clone(other.Markers.Close), b.Markers.Close...)
}

// textCalls is what a call in text may look like: all that models write.
func textCalls() *grammar.Shape {
	s := grammar.OwnCalls(formatInline, formatFenced)
	inner := s.Field([]byte("tool_call")).Shape
	use := &grammar.Shape{Fields: append(grammar.CallFields("name"), grammar.Field{Key: "toolUseId", Holds: grammar.HoldsID})}
	s.Fields = append(s.Fields,
		grammar.Field{Key: "functionCall", Shape: inner},
		grammar.Field{Key: "toolUse", Shape: use},
	)
	needArguments(s)
	return s
}

// needArguments lets a name alone be no call: so lists of tools are written.
func needArguments(s *grammar.Shape) {
	s.NoArguments = grammar.NoCall
	for _, f := range s.Fields {
		if f.Shape != nil {
			needArguments(f.Shape)
		}
	}
}

// addNew appends those that aren't there yet.
func addNew(list []string, more ...string) []string {
	return addOther(list, more, func(a, b string) bool { return a == b })
}

// addOther appends those that aren't the same as one that is there.
func addOther[T any](list, more []T, same func(a, b T) bool) []T {
	for _, one := range more {
		if !slices.ContainsFunc(list, func(other T) bool { return same(other, one) }) {
			list = append(list, one)
		}
	}
	return list
}
