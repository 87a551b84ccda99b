package argcheck

import (
	"cmp"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/toolparser/toolparser/internal/logthin"
)

// A Violation says what is wrong at one place of arguments.
type Violation struct {
	// Pointer leads to the place: a JSON pointer (RFC 6901).
	Pointer string
	Message string
}

// leaves tells the violations that have no further causes, by their place in
// the arguments, the first n.
func leaves(e *jsonschema.ValidationError, n int) []Violation {
	var first []*jsonschema.ValidationError
	eachLeaf(e, func(leaf *jsonschema.ValidationError) {
		at, _ := slices.BinarySearchFunc(first, leaf, func(a, b *jsonschema.ValidationError) int {
			return cmp.Or(slices.Compare(a.InstanceLocation, b.InstanceLocation), -1) // after its equals
		})
		if at < n {
			first = slices.Insert(first[:min(len(first), n-1)], at, leaf)
		}
	})
	told := make([]Violation, len(first))
	for i, leaf := range first {
		told[i] = violation(leaf)
	}
	return told
}

func eachLeaf(e *jsonschema.ValidationError, f func(*jsonschema.ValidationError)) {
	if len(e.Causes) == 0 || isChoice(e.ErrorKind) {
		f(e)
		return
	}
	for _, cause := range e.Causes {
		eachLeaf(cause, f)
	}
}

// isChoice reports whether one branch of the keyword would have done: the causes are
// those of every branch, most of them irrelevant.
func isChoice(k jsonschema.ErrorKind) bool {
	switch k.(type) {
	case *kind.AnyOf, *kind.OneOf:
		return true
	default:
		return false
	}
}

var english = message.NewPrinter(language.English)

func violation(e *jsonschema.ValidationError) Violation {
	clipKind(e.ErrorKind)
	text := e.ErrorKind.LocalizedString(english)
	for i, cause := range e.Causes { // those of a choice
		text += [...]string{": ", "; "}[min(i, 1)] + firstLeaf(cause).ErrorKind.LocalizedString(english)
		if len(text) > maxMessageBytes {
			break
		}
	}
	return Violation{
		Pointer: jsonPointer(e.InstanceLocation),
		Message: logthin.Clip(text, maxMessageBytes),
	}
}

// clipKind shortens the texts that a message would quote whole.
func clipKind(k jsonschema.ErrorKind) {
	switch k := k.(type) {
	case *kind.Pattern:
		k.Got = logthin.Clip(k.Got, maxMessageBytes)
	case *kind.PropertyNames:
		k.Property = logthin.Clip(k.Property, maxMessageBytes)
	}
}

func firstLeaf(e *jsonschema.ValidationError) *jsonschema.ValidationError {
	for len(e.Causes) > 0 {
		e = e.Causes[0]
	}
	return e
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// jsonPointer is RFC 6901's notation of a path. Of one that is longer than
// maxPointerBytes it leads to the last place that isn't.
func jsonPointer(path []string) string {
	var b strings.Builder
	for _, token := range path {
		if b.Len()+1+len(token) > maxPointerBytes {
			break
		}
		b.WriteByte('/')
		b.WriteString(pointerEscapes.Replace(token))
	}
	return b.String()
}
