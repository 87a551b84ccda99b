package responsetemplate

import (
	"slices"
	"strings"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// The call of the examples.
const (
	exampleName = "get_weather"
	exampleKey  = "city"
	exampleText = "Oslo"
)

// calls reads how calls are written.
func (i *importer) calls(f *field) {
	switch f.content {
	case "json":
		if m, ok := i.markers(f); ok {
			i.block(f, m)
		} else {
			i.named(f)
		}
	case "xml-inline":
		i.tags(f)
	default:
		i.refuse(f.key+".content", "%q isn't how calls are declared; json and xml-inline are", f.content)
	}
}

// block reads calls that are JSON between two markers.
func (i *importer) block(f *field, m markers) {
	i.argsAre(f)
	closers := i.closers(f)
	shape, example := i.shape(f)
	if shape == nil {
		return
	}
	i.lead(f, m.lead)
	b := &familyv1.Block{Shape: shape, Markers: &familyv1.Markers{Open: m.open, Close: closers}, Reported: isSpecial(m.open)}
	if !isSpecial(m.open) {
		b.Kind = familyv1.MarkerKind_MARKER_KIND_PLAIN_TAGS
	}
	if len(closers) == 0 {
		b.Closer = familyv1.Closer_CLOSER_OPTIONAL
		closers = []string{""}
	}
	b.Format = i.format("json", "JSON between "+strings.Join(m.open, " or ")+" and what closes it.", m.open[0]+example+closers[0])
	i.preserved(append(slices.Clone(m.open), closers...)...)
	i.grammar.Blocks, i.grammar.ObjectCalls = []*familyv1.Block{b}, true
}

// named reads calls whose name is before their arguments.
func (i *importer) named(f *field) {
	closers := i.closers(f)
	p := f.opens
	switch {
	case !p.is(literal, capture, literal) && !p.is(literal, capture):
		if p != nil {
			i.refuse(f.key+".open_pattern", "calls begin with a literal, and a name may follow it, before another literal")
		} else {
			i.refuse(f.key+".open", "it is missing; calls that nothing announces can't be imported")
		}
		return
	case len(closers) == 0:
		i.refuse(f.key+".close", "it is missing; what ends a call must be known")
		return
	case !i.isNameAndContent(f, p.withoutSpace()[1].text):
		return
	}
	if p.is(literal, capture) {
		i.tree(f, p.withoutSpace()[0].text, closers)
		return
	}
	i.argsAre(f)
	p = p.withoutSpace()
	begin, separator := p[0].text, p[2].text
	switch {
	case !endsMarker(begin):
		i.refuse(f.key+".open_pattern", "%q isn't a marker alone; a name follows a marker directly", begin)
		return
	case !grammar.BeginsMarker([]rune(separator)[0]):
		i.refuse(f.key+".open_pattern", "%q begins with %q, which can't end a name; a marker such as <sep> can", separator, []rune(separator)[0])
		return
	}
	i.grammar.Named = []*familyv1.Named{{
		Format: i.format("named", "A name and JSON arguments between markers.",
			begin+exampleName+separator+`{"`+exampleKey+`": "`+exampleText+`"}`+closers[0]),
		Shell: &familyv1.Shell{Call: &familyv1.Markers{Open: []string{begin}, Close: closers}, Separator: []string{separator}},
	}}
	i.preserved(append([]string{begin, separator}, closers...)...)
}

// endsMarker reports whether the text ends as markers do.
func endsMarker(text string) bool {
	return strings.HasSuffix(text, ">") || strings.HasSuffix(text, "]")
}

// tree reads calls whose arguments are keys and values with a delimiter of their own.
func (i *importer) tree(f *field, opener string, closers []string) {
	i.argsAre(f, "unquoted_keys", "string_delims")
	var bare bool
	var delimiters [][]string
	i.read(f.key+".content_args.unquoted_keys", f.args["unquoted_keys"], &bare, "boolean")
	i.read(f.key+".content_args.string_delims", f.args["string_delims"], &delimiters, "list of pairs of strings")
	open, word := opener, ""
	if n := strings.LastIndexAny(opener, ">]"); n >= 0 {
		open, word = opener[:n+1], opener[n+1:]
	}
	switch {
	case !bare || len(delimiters) == 0:
		i.refuse(f.key+".open_pattern", "no literal ends the name; that is declared only with content_args unquoted_keys and string_delims")
		return
	case len(delimiters) != 1 || len(delimiters[0]) != 2 || delimiters[0][0] != delimiters[0][1]:
		i.refuse(f.key+".content_args.string_delims", "the same text is at both ends of a string")
		return
	case word == "":
		i.refuse(f.key+".open_pattern", "no word may be between the marker and the name, as in <call>call:NAME")
		return
	case len(closers) > 1:
		i.refuse(f.key+".close", "one marker closes such a call")
		return
	}
	d := delimiters[0][0]
	i.grammar.Trees = []*familyv1.Tree{{
		Format: i.format("tree", "A name, and keys and values between braces.",
			opener+exampleName+"{"+exampleKey+":"+d+exampleText+d+"}"+closers[0]),
		Markers: &familyv1.Markers{Open: []string{open}, Close: closers}, Word: word, Delimiter: d,
	}}
	i.preserved(open, closers[0], d)
}
