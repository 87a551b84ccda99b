package chattemplate

import (
	"fmt"
	"strings"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

// Where the name of a tag is that is in no attribute.
const (
	nameAssigned = "="
	nameBehind   = ">"
	nameIsWord   = "<"
)

// A tagged is a call in tags, cut where its name, an argument's key and its value are.
type tagged struct {
	before, toKey, toValue, behind string
}

// cutTagged cuts a call at its name, and at a key and a value after it.
func cutTagged(text, name, key, value string) (c tagged, ok bool) {
	var rest string
	if c.before, rest, ok = strings.Cut(text, name); !ok {
		return c, false
	}
	if c.toKey, rest, ok = strings.Cut(rest, key); !ok {
		return c, false
	}
	c.toValue, c.behind, ok = strings.Cut(rest, value)
	return c, ok
}

// A tagOpening is the opening tag that ends where a name begins.
type tagOpening struct {
	tag    *familyv1.Tag
	lead   string // what is before it
	open   string // its bracket
	behind string // what ends it, after the name
}

// tagBefore reads the opening tag at the end of a text.
func tagBefore(text string) (o tagOpening, ok bool) {
	at := strings.LastIndexAny(text, "<[")
	if at < 0 {
		return o, false
	}
	inner, closer := text[at+1:], closing(text[at])
	o.lead, o.tag = text[:at], new(familyv1.Tag)
	switch {
	case inner == "":
		o.tag.Name, o.behind = nameIsWord, closer
	case strings.HasSuffix(inner, `="`):
		word, attribute, found := strings.Cut(inner[:len(inner)-2], " ")
		if !found || attribute == "" || strings.ContainsAny(attribute, spaces+`"=`) {
			return o, false
		}
		inner, o.tag.Name, o.behind = word, attribute, `"`
	case strings.HasSuffix(inner, "="):
		inner, o.tag.Name, o.behind = inner[:len(inner)-1], nameAssigned, closer
	case strings.HasSuffix(strings.TrimRight(inner, spaces), closer):
		inner = strings.TrimRight(inner, spaces)
		inner, o.tag.Name = inner[:len(inner)-1], nameBehind
	default:
		return o, false
	}
	o.tag.Word = wordAtEnd(inner)
	o.open = text[at:at+1] + strings.TrimSuffix(inner, o.tag.GetWord())
	return o, o.tag.GetWord() != "" || o.tag.GetName() == nameIsWord
}

func closing(open byte) string {
	if open == '[' {
		return "]"
	}
	return ">"
}

// wordAtEnd is the word that a text ends with.
func wordAtEnd(text string) string {
	n := len(text)
	for n > 0 && (isNameByte(text[n-1]) && text[n-1] < 0x80 || strings.IndexByte(":.-", text[n-1]) >= 0) {
		n--
	}
	return text[n:]
}

// tags reads calls whose arguments are in tags of their own.
func (i *inference) tags(one string) error {
	refusal := fmt.Errorf("calls are written as %.200q, which no shared grammar says", one)
	i.tagLead = tagLead(one)
	c, ok := cutTagged(i.withoutLead(one), firstName, firstKey, firstText)
	if !ok {
		return refusal
	}
	call, ok := tagBefore(c.before)
	if !ok || call.tag.GetName() == nameIsWord {
		return refusal
	}
	toKey, ok := strings.CutPrefix(c.toKey, call.behind)
	if ok && call.behind == `"` {
		toKey, ok = strings.CutPrefix(strings.TrimLeft(toKey, " "), closing(call.open[0]))
	}
	parameter, found := tagBefore(toKey)
	if !ok || !found || parameter.open != call.open {
		return refusal
	}
	end := closing(call.open[0])
	t := &familyv1.Tags{
		Brackets:   &familyv1.Brackets{Open: call.open, Close: call.open[:1] + "/" + call.open[1:], End: end},
		Call:       call.tag,
		Parameter:  parameter.tag,
		WrapperDue: true,
	}
	rest, ok := i.value(t, parameter, c)
	if !ok || !i.behindName(t, parameter.lead) {
		return refusal
	}
	for _, word := range []string{t.GetGroup(), call.tag.GetWord()} {
		if word == "" {
			continue
		}
		if rest, ok = strings.CutPrefix(strings.TrimLeft(rest, spaces), t.GetBrackets().GetClose()+word+end); !ok {
			return refusal
		}
	}
	i.wrap(t, call.lead, rest)
	suffixed(t)
	if i.tagLead != "" {
		b := t.GetBrackets()
		b.Open, b.Close, b.Affix = i.tagLead+" "+b.GetOpen(), i.tagLead+" "+b.GetClose(), familyv1.Affix_AFFIX_GAPPED
		i.declaration.PreservedTokens = append(i.declaration.PreservedTokens, i.tagLead)
	}
	t.Format = i.format("tags", "A tag for every argument.")
	i.grammar.Tags = []*familyv1.Tags{t}
	return nil
}

// tagLead is a token that is before every tag of a call, as part of it.
func tagLead(text string) string {
	before, behind, _ := strings.Cut(text, firstName)
	at := max(strings.LastIndexByte(before, '<'), 0)
	lead := before[strings.LastIndexAny(before[:at], spaces)+1 : at]
	toKey, behindKey, _ := strings.Cut(behind, firstKey)
	if lead == "" || !strings.Contains(toKey, lead+"<") || !strings.Contains(behindKey, lead+"</") {
		return ""
	}
	return lead
}

// withoutLead is a text of tags without that token.
func (i *inference) withoutLead(text string) string {
	if i.tagLead == "" {
		return text
	}
	return strings.ReplaceAll(text, i.tagLead, "")
}

// behindName reads what is between the name and the first argument: nothing, or a tag.
func (i *inference) behindName(t *familyv1.Tags, text string) bool {
	all := markersIn(text)
	if len(all) == 0 {
		return true
	}
	word, ok := wordOf(t.GetBrackets(), all[0])
	if len(all) > 1 || !ok {
		return false
	}
	if t.GetCall().GetName() == nameBehind {
		t.Call.Separator = word
	} else {
		t.Group = word
	}
	return true
}

// wordOf is the word of a tag in these brackets.
func wordOf(b *familyv1.Brackets, marker string) (string, bool) {
	inner, ok := strings.CutPrefix(marker, b.GetOpen())
	inner, ended := strings.CutSuffix(inner, b.GetEnd())
	return inner, ok && ended && inner != "" && wordAtEnd(inner) == inner
}

// value reads what is around a value; rest is what is after its closing tag.
func (i *inference) value(t *familyv1.Tags, parameter tagOpening, c tagged) (rest string, ok bool) {
	b := t.GetBrackets()
	before := c.toValue
	word := parameter.tag.GetWord()
	switch parameter.tag.GetName() {
	case nameBehind: // <k>KEY</k><v>VALUE</v>
		before, ok = strings.CutPrefix(strings.TrimLeft(before, spaces), b.GetClose()+word+b.GetEnd())
		before, c.toValue = strings.TrimLeft(before, spaces), before
		n := strings.Index(before, b.GetEnd())
		if !ok || n < 0 {
			return "", false
		}
		t.Parameter = &familyv1.Tag{Key: word}
		if word, ok = wordOf(b, before[:n+1]); !ok {
			return "", false
		}
		t.Parameter.Word, before = word, before[n+1:]
	case nameIsWord:
		word = firstKey
		fallthrough
	default:
		before, ok = strings.CutPrefix(before, parameter.behind)
		if ok && parameter.behind == `"` {
			before, ok = i.attribute(t, before)
		}
		if !ok {
			return "", false
		}
	}
	t.TrimNewline = strings.HasPrefix(before, "\n") && strings.HasPrefix(c.behind, "\n") || i.instructsLines(t)
	if i.writes("abool", "True") {
		t.Literals = familyv1.Literals_LITERALS_NATIVE
	}
	t.Verbatim = i.verbatim(before, b.GetClose()+word+b.GetEnd())
	if t.GetVerbatim() == nil && strings.TrimSpace(before) != "" {
		return "", false
	}
	_, rest, ok = strings.Cut(c.behind, b.GetClose()+word+b.GetEnd())
	return rest, ok
}

// instructsLines reports whether the prompt shows a value on lines of its own: templates may
// tell the model to write it so, and don't do it themselves.
func (i *inference) instructsLines(t *familyv1.Tags) bool {
	b, p := t.GetBrackets(), t.GetParameter()
	_, rest, ok := strings.Cut(i.prompt, b.GetOpen()+p.GetWord())
	inside, rest, closed := strings.Cut(rest, b.GetEnd())
	return ok && closed && p.GetKey() == "" && p.GetWord() != "" && len(inside) < maxMarker && strings.HasPrefix(rest, "\n")
}

// markupText is a value that tags can't hold as it is.
const markupText = "<" + firstText + ">"

// verbatim finds the markers that are around a value, or around one that looks like markup;
// before is what is before a plain one.
func (i *inference) verbatim(before, closer string) *familyv1.Markers {
	text, err := i.said(&turn{calls: []probeCall{{firstName, firstID, map[string]any{firstKey: markupText}}}})
	head, behind, ok := strings.Cut(i.withoutLead(text), markupText)
	behind, _, closed := strings.Cut(behind, closer)
	open, end := strings.TrimSpace(head[strings.LastIndexByte(head, '>')+1:]), strings.TrimSpace(behind)
	if err != nil || !ok || !closed || end == "" || strings.TrimSpace(before) != "" && open != strings.TrimSpace(before) {
		return nil
	}
	return between(open, end)
}

// typesTurn is a turn with arguments of several types.
func typesTurn() *turn { return &samples[typedSample].turn }

// writes reports whether the template writes a value as this text.
func (i *inference) writes(key, value string) bool {
	text, err := i.said(typesTurn())
	_, rest, ok := strings.Cut(text, key)
	return err == nil && ok && strings.Contains(rest, value)
}

// attribute reads what is between the quote after a key and the tag's end: nothing,
// or an attribute that says the value's type. It is what differs for a number.
func (i *inference) attribute(t *familyv1.Tags, text string) (rest string, ok bool) {
	end := t.GetBrackets().GetEnd()
	inside, rest, ok := strings.Cut(text, end)
	if inside = strings.TrimSpace(inside); !ok || inside == "" {
		return rest, ok
	}
	name, value, ok := strings.Cut(inside, `="`)
	value, ended := strings.CutSuffix(value, `"`)
	if !ok || !ended || strings.ContainsAny(name+value, spaces+`"`) {
		return "", false
	}
	t.Parameter.Type = name
	switch value {
	case "true":
		t.Typing = familyv1.Typing_TYPING_BY_FLAG
	case "string":
		t.Typing = familyv1.Typing_TYPING_BY_NAME
	default:
		return "", false
	}
	return rest, true
}

// wrap reads what is around calls: a wrapper, and more.
func (i *inference) wrap(t *familyv1.Tags, before, behind string) {
	first, last := markersIn(before), markersIn(behind)
	b := t.GetBrackets()
	if n := len(first); n > 0 && len(last) > 0 {
		word, ok := wordOf(b, first[n-1])
		if ok && last[0] == b.GetClose()+word+b.GetEnd() {
			t.Wrappers = []string{word}
			if i.isSpecial(first[n-1]) {
				t.InThought = familyv1.InThought_IN_THOUGHT_COUNTS
			}
			i.preserve(first[n-1], last[0])
			i.closers = append(i.closers, last[0])
			first, last = first[:n-1], last[1:]
		}
	}
	if len(t.GetWrappers()) == 0 {
		t.Bare = familyv1.Bare_BARE_NATIVE
	}
	if len(last) > len(first) {
		i.turnEnds(last[len(first):])
		last = last[:len(first)]
	}
	i.surroundings(surround{section: first, end: last})
	if word := t.GetCall().GetWord(); t.GetCall().GetName() == nameBehind {
		i.preserve(b.GetOpen()+word+b.GetEnd(), b.GetClose()+word+b.GetEnd())
	}
}

// suffixed takes a suffix off the words, ':' and another word, that all of them have.
func suffixed(t *familyv1.Tags) {
	words := []*string{&t.Call.Word, &t.Call.Separator, &t.Parameter.Word, &t.Parameter.Key, &t.Group}
	for n := range t.Wrappers {
		words = append(words, &t.Wrappers[n])
	}
	_, suffix, ok := strings.Cut(t.GetCall().GetWord(), ":")
	for _, word := range words {
		ok = ok && (*word == "" || strings.HasSuffix(*word, ":"+suffix))
	}
	if !ok {
		return
	}
	for _, word := range words {
		*word = strings.TrimSuffix(*word, ":"+suffix)
	}
	t.Brackets.Affix = familyv1.Affix_AFFIX_SUFFIXED
}
