package grammar

// PairTags returns how calls are written whose arguments are pairs of elements:
//
//	<call>NAME
//	<key>K</key>
//	<value>V</value>
//	</call>
//
// No wrapper is needed around a call. The call's own closer is a marker that may be missing. If the
// kind is SpecialTokens, calls count in thoughts, too.
func PairTags(format string, kind MarkerKind, call, key, value string) Tags {
	t := Tags{
		Format:     format,
		Brackets:   Brackets{Open: "<", Close: "</", End: ">"},
		Call:       Tag{Word: call, Name: NameBehind},
		Parameter:  Tag{Word: value, Key: key},
		JSONBody:   true,
		WrapperDue: true,
		Bare:       BareNative,
		InThought:  ThoughtDrafts,
	}
	if kind == SpecialTokens {
		t.InThought = ThoughtCounts
	}
	return t
}

// PairBlock returns the block for JSON in the place of the name and the pairs of PairTags, or of
// the pairs alone. A special token that no such JSON follows is a call that failed. Plain tags are
// UnfencedTags.
func PairBlock(format string, kind MarkerKind, call string) Block {
	if kind == PlainTags {
		kind = UnfencedTags
	}
	return Block{
		Format: format, Shape: MarkedCalls(), Kind: kind, Reported: kind == SpecialTokens, Body: BodyData,
		Markers: Element(call), Header: &Header{Format: format, Object: true},
	}
}

// Tokens returns the tags around calls, their arguments and the names of these arguments.
func (t *Tags) Tokens() []string {
	var tokens []string
	for _, word := range append(t.Wrappers[:len(t.Wrappers):len(t.Wrappers)], t.Call.Word, t.Parameter.Key, t.Parameter.Type, t.Parameter.Word) {
		if word != "" {
			tokens = append(tokens, t.Brackets.Open+word+t.Brackets.End, t.Brackets.Close+word+t.Brackets.End)
		}
	}
	return tokens
}
