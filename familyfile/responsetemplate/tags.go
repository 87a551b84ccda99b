package responsetemplate

import (
	"encoding/json"
	"strings"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

// tags reads calls whose arguments are in tags.
func (i *importer) tags(f *field) {
	i.argsAre(f, "tag_pattern", "value_parser", "merge_duplicates")
	before := len(i.problems)
	i.values(f)
	t := &familyv1.Tags{Brackets: &familyv1.Brackets{Open: "<", Close: "</", End: ">"}, WrapperDue: true}
	parameter, trims := i.parameter(f)
	t.Parameter, t.TrimNewline = parameter, trims
	name := i.call(f, t)
	if len(i.problems) > before || !i.isNameAndContent(f, name) {
		return
	}
	if t.GetParameter().GetKey() != "" && t.GetCall().GetName() != nameBehind {
		i.refuse(f.key+".content_args.tag_pattern", "pairs of elements are declared only for calls whose name follows the tag")
		return
	}
	t.Format = i.format("tags", "A tag for every argument.", example(t))
	i.grammar.Tags = []*familyv1.Tags{t}
}

// Where a tag's name is that is in no attribute.
const (
	nameAssigned = "="
	nameBehind   = ">"
)

// values checks how values are read.
func (i *importer) values(f *field) {
	key := f.key + ".content_args."
	var merges bool
	if i.read(key+"merge_duplicates", f.args["merge_duplicates"], &merges, "boolean") && merges {
		i.refuse(key+"merge_duplicates", "a key that comes twice isn't made a list")
	}
	var parser struct {
		Name string
		Args map[string]bool
	}
	if f.args["value_parser"] == nil {
		return
	}
	if err := json.Unmarshal(f.args["value_parser"], &parser); err != nil {
		i.refuse(key+"value_parser", "only text, and JSON with allow_non_json, are declared")
		return
	}
	tolerant := parser.Name == "json" && len(parser.Args) == 1 && parser.Args["allow_non_json"]
	if !tolerant && (parser.Name != "text" || len(parser.Args) > 0) {
		i.refuse(key+"value_parser", "only text, and JSON with allow_non_json, are declared")
		return
	}
	i.note("%svalue_parser: the tool's schema types the values; without one, objects and arrays are JSON, all else is a string.", key)
}

// parameter reads the tag of an argument; trims reports whether white space around a value is dropped.
func (i *importer) parameter(f *field) (tag *familyv1.Tag, trims bool) {
	key := f.key + ".content_args.tag_pattern"
	if f.args["tag_pattern"] == nil {
		i.refuse(key, "it is missing; it says how an argument is written")
		return nil, false
	}
	p := i.pattern(key, f.args["tag_pattern"])
	if p == nil {
		return nil, false
	}
	tag = parameterTag(p.joined())
	if tag == nil {
		i.refuse(key, `arguments are declared as <parameter=KEY>VALUE</parameter>, <parameter name="KEY">VALUE</parameter>, or <k>KEY</k><v>VALUE</v>`)
		return nil, false
	}
	return tag, p.trims()
}

// trims reports whether white space is around the value.
func (p pattern) trims() bool {
	for n, one := range p {
		if one.kind == value && (n > 0 && p[n-1].kind == space || n+1 < len(p) && p[n+1].kind == space) {
			return true
		}
	}
	return false
}

// joined is the pattern without white space, literals in a row as one.
func (p pattern) joined() pattern {
	var joined pattern
	for _, one := range p.withoutSpace() {
		if n := len(joined); n > 0 && one.kind == literal && joined[n-1].kind == literal {
			joined[n-1].text += one.text
			continue
		}
		joined = append(joined, one)
	}
	return joined
}

// parameterTag is the tag that the pattern of an argument describes; nil if it is none.
func parameterTag(p pattern) *familyv1.Tag {
	if !p.is(literal, capture, literal, value, literal) || p[1].text != "key" || p[3].text != "value" {
		return nil
	}
	before, behind, closer := p[0].text, p[2].text, p[4].text
	if word, ok := wholeTag(before); ok {
		rest, isPair := strings.CutPrefix(behind, "</"+word+">")
		second, whole := wholeTag(trimSpace(rest))
		if !isPair || !whole || closer != "</"+second+">" {
			return nil
		}
		return &familyv1.Tag{Word: second, Key: word}
	}
	tag := nameTag(before, behind)
	if tag == nil || closer != "</"+tag.GetWord()+">" {
		return nil
	}
	return tag
}

// wholeTag is the word of an opening tag without attributes.
func wholeTag(text string) (word string, ok bool) {
	word, ok = strings.CutPrefix(text, "<")
	word, ended := strings.CutSuffix(word, ">")
	return word, ok && ended && isWord(word)
}

func isWord(text string) bool { return text != "" && !strings.ContainsAny(text, " \t\r\n<>=\"'/") }

// nameTag is the tag that a name is in, between these texts; nil if it is none.
func nameTag(before, behind string) *familyv1.Tag {
	inner, ok := strings.CutPrefix(before, "<")
	if !ok {
		return nil
	}
	if word, assigned := strings.CutSuffix(inner, "="); assigned && behind == ">" && isWord(word) {
		return &familyv1.Tag{Word: word, Name: nameAssigned}
	}
	word, attribute, ok := strings.Cut(inner, " ")
	attribute, quoted := strings.CutSuffix(trimSpace(attribute), `="`)
	if ok && quoted && behind == `">` && isWord(word) && isWord(attribute) {
		return &familyv1.Tag{Word: word, Name: attribute}
	}
	return nil
}

// call reads the tag of a call, and the wrapper around it, into t; it returns the name's
// group.
func (i *importer) call(f *field, t *familyv1.Tags) (captured string) {
	key := f.key + ".open_pattern"
	p := f.opens.joined()
	if !p.is(literal, capture, literal) && !p.is(literal, capture) {
		i.refuse(key, `calls are declared as <function=NAME>, <invoke name="NAME"> or <call>NAME, with a tag around them or none`)
		return ""
	}
	before := p[0].text
	behind := ""
	if len(p) == 3 {
		behind = p[2].text
	}
	last := strings.LastIndexByte(before, '<')
	if wrapper, ok := wholeTag(trimSpace(before[:max(last, 0)])); ok {
		t.Wrappers = []string{wrapper}
		before = before[last:]
	}
	if word, ok := wholeTag(before); ok && behind == "" {
		t.Call, t.Bare = &familyv1.Tag{Word: word, Name: nameBehind}, familyv1.Bare_BARE_NATIVE
	} else {
		t.Call = nameTag(before, behind)
	}
	if t.GetCall() == nil {
		i.refuse(key, `calls are declared as <function=NAME>, <invoke name="NAME"> or <call>NAME, with a tag around them or none`)
		return ""
	}
	word := t.GetCall().GetWord()
	if len(t.GetWrappers()) > 0 {
		word = t.GetWrappers()[0]
	}
	if closers := i.closers(f); len(closers) != 1 || closers[0] != "</"+word+">" {
		i.refuse(f.key+".close", "it must be </%s>, which closes what open_pattern opens", word)
	}
	return p[1].text
}

// example is a call in these tags.
func example(t *familyv1.Tags) string {
	call, parameter := t.GetCall(), t.GetParameter()
	var b strings.Builder
	for _, word := range t.GetWrappers() {
		b.WriteString("<" + word + ">\n")
	}
	b.WriteString(opening(call, exampleName) + "\n")
	if key := parameter.GetKey(); key != "" {
		b.WriteString("<" + key + ">" + exampleKey + "</" + key + ">\n<" + parameter.GetWord() + ">")
	} else {
		b.WriteString(opening(parameter, exampleKey))
	}
	b.WriteString(exampleText + "</" + parameter.GetWord() + ">\n</" + call.GetWord() + ">")
	for _, word := range t.GetWrappers() {
		b.WriteString("\n</" + word + ">")
	}
	return b.String()
}

// opening is the opening tag that holds the name.
func opening(tag *familyv1.Tag, name string) string {
	switch tag.GetName() {
	case nameAssigned:
		return "<" + tag.GetWord() + "=" + name + ">"
	case nameBehind:
		return "<" + tag.GetWord() + ">" + name
	}
	return "<" + tag.GetWord() + " " + tag.GetName() + `="` + name + `">`
}
