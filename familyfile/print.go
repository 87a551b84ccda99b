package familyfile

import (
	"fmt"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

// Print writes a declaration as a file in the text format of protobuf, the same at
// every time, with comments on what isn't plain from the names.
func Print(d *familyv1.FamilyDeclaration) []byte {
	p := &printer{told: map[protoreflect.FullName]bool{}}
	p.line(0, "# proto-file: toolparser/family/v1/family.proto")
	p.line(0, "# proto-message: FamilyDeclaration")
	p.message(0, d.ProtoReflect())
	return []byte(p.String())
}

// width is that of a line, as far as one can be broken.
const width = 100

type printer struct {
	strings.Builder
	told map[protoreflect.FullName]bool // the comments that were written
}

func (p *printer) line(depth int, text string) {
	p.WriteString(strings.Repeat("  ", depth) + text + "\n")
}

func (p *printer) message(depth int, m protoreflect.Message) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		if fd := fields.Get(i); m.Has(fd) {
			p.comment(depth, fd)
			p.field(depth, fd, m.Get(fd))
		}
	}
}

// comment is written once a file.
func (p *printer) comment(depth int, fd protoreflect.FieldDescriptor) {
	if text := p.due(fd); text != "" {
		p.told[fd.FullName()] = true
		p.line(depth, "# "+text)
	}
}

// due is the field's comment, if it has one that wasn't written.
func (p *printer) due(fd protoreflect.FieldDescriptor) string {
	if p.told[fd.FullName()] {
		return ""
	}
	return comments[fd.FullName().Parent().Name()+"."+fd.Name()]
}

func (p *printer) field(depth int, fd protoreflect.FieldDescriptor, v protoreflect.Value) {
	switch {
	case fd.Message() == nil:
		p.scalars(depth, fd, v)
	case fd.IsList():
		for i := range v.List().Len() {
			p.nested(depth, fd, v.List().Get(i).Message())
		}
	default:
		p.nested(depth, fd, v.Message())
	}
}

// nested writes a message: on a line if it is short and plain.
func (p *printer) nested(depth int, fd protoreflect.FieldDescriptor, m protoreflect.Message) {
	if line, ok := p.oneLine(fd, m); ok && 2*depth+len(line) <= width {
		p.line(depth, line)
		return
	}
	p.line(depth, string(fd.Name())+" {")
	p.message(depth+1, m)
	p.line(depth, "}")
}

// oneLine is a message without messages in it, whose fields need no comment.
func (p *printer) oneLine(fd protoreflect.FieldDescriptor, m protoreflect.Message) (line string, ok bool) {
	parts := []string{string(fd.Name()), "{"}
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		fd := fields.Get(i)
		if !m.Has(fd) {
			continue
		}
		if fd.Message() != nil || p.due(fd) != "" {
			return "", false
		}
		parts = append(parts, string(fd.Name())+": "+list(scalarsOf(fd, m.Get(fd))))
	}
	return strings.Join(append(parts, "}"), " "), true
}

// scalars writes a field that is no message: a list, or a text of several lines, in
// several if one is too short.
func (p *printer) scalars(depth int, fd protoreflect.FieldDescriptor, v protoreflect.Value) {
	values := scalarsOf(fd, v)
	name := string(fd.Name()) + ":"
	line := name + " " + list(values)
	switch {
	case 2*depth+len(line) <= width:
		p.line(depth, line)
	case fd.IsList():
		p.line(depth, name+" [")
		p.wrapped(depth+1, values)
		p.line(depth, "]")
	case fd.Kind() == protoreflect.StringKind && strings.Contains(v.String(), "\n"):
		p.line(depth, name)
		for line := range strings.Lines(v.String()) {
			p.line(depth+1, quoted(line))
		}
	default:
		p.line(depth, line)
	}
}

// wrapped writes values with commas between them, as many in a line as it takes.
func (p *printer) wrapped(depth int, values []string) {
	line := ""
	for i, value := range values {
		if i < len(values)-1 {
			value += ","
		}
		if line != "" && 2*depth+len(line)+1+len(value) > width {
			p.line(depth, line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + value)
	}
	p.line(depth, line)
}

// list is one value, or several in brackets.
func list(values []string) string {
	if len(values) == 1 {
		return values[0]
	}
	return "[" + strings.Join(values, ", ") + "]"
}

func scalarsOf(fd protoreflect.FieldDescriptor, v protoreflect.Value) (values []string) {
	if !fd.IsList() {
		return []string{scalar(fd, v)}
	}
	for i := range v.List().Len() {
		values = append(values, scalar(fd, v.List().Get(i)))
	}
	return values
}

func scalar(fd protoreflect.FieldDescriptor, v protoreflect.Value) string {
	switch {
	case fd.Kind() == protoreflect.StringKind:
		return quoted(v.String())
	case fd.Enum() != nil:
		if value := fd.Enum().Values().ByNumber(v.Enum()); value != nil {
			return string(value.Name())
		}
		return strconv.Itoa(int(v.Enum()))
	}
	return fmt.Sprint(v.Interface())
}

// quoted is a text in quotes, in those that need the fewer escapes.
func quoted(text string) string {
	q := strconv.Quote(text)
	if !strings.Contains(text, `"`) || strings.Contains(text, "'") {
		return q
	}
	return "'" + strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`) + "'"
}

// comments are what a reader of a file may want to know of a field.
var comments = map[protoreflect.Name]string{
	"FamilyDeclaration.model_patterns":   "The models that it is for where no family is named: '*' matches anything.",
	"FamilyDeclaration.other_models":     "Not for these.",
	"FamilyDeclaration.formats":          "Each format has an example: a whole output with one call. It is parsed when the file is read.",
	"FamilyDeclaration.preserved_tokens": "The detokenizer must keep these (vLLM: skip_special_tokens=False).",
	"FamilyDeclaration.space_joins":      "What was removed always becomes a space.",
	"FamilyDeclaration.framed":           "The complete message is in marked sections.",
	"Grammar.json":                       "Objects in text and in fences.",
	"Grammar.penalty":                    "Where a call without markers costs 0.3 of its confidence. In running text its tool must be declared then.",
	"Grammar.object_calls":               "A call is an object with a name and arguments: a tool's definition is none.",
	"Grammar.turn_ends":                  "Next to a call these are markup, and they end a block.",
	"Grammar.results":                    "A tool's result that the model made up is content.",
	"Block.kind":                         "Plain tags are ordinary text, and no special tokens. In plain tags, upper and lower case are the same.",
	"Block.shape":                        "Which objects are calls; family.proto describes the standard shapes, BASE_….",
	"Tags.bare":                          "A call without a wrapper:",
	"Tags.in_thought":                    "A call in a thought:",
}
