package grammar

import "slices"

// A Block is JSON between two markers: an object that is a call, several of
// them, or an array of some.
//
//	<tool_call>
//	{"name": "f", "arguments": {}}
//	</tool_call>
//
// The markers are part of the call. The opener means something only if JSON
// follows it, white space, more openers and the line of a fence apart.
type Block struct {
	// Format is the name of the calls' format.
	Format string
	// Shape says which objects between the markers are calls.
	Shape *Shape
	// Markers are around the JSON. Close may be empty.
	Markers Markers
	// Kind says what the markers are, and so where they count.
	Kind MarkerKind
	// Quoted are places where calls between PlainTags don't count.
	Quoted []Place
	// Named: models write the name of a declared tool before arguments alone, with a '>'
	// behind it, <function> tags around it, or brackets around the arguments: a marker is
	// missing.
	Named bool
	// Header, if set, says how a name may stand behind the opener, before
	// arguments alone.
	Header *Header
	// Reported: an opener behind which nothing of the kind stands is a call
	// that failed. Else it is text.
	Reported bool
	// Body says what is between the markers.
	Body Body
	// Data: well-formed JSON that is no call is content. Else it is a call that failed.
	Data bool
	// Closer says where a missing closer is damage.
	Closer Closer
	// Stray: the markers are none of the family's. They cost as much as none,
	// and what stands between is a call, or text.
	Stray bool
}

// A Header stands between a block's opener and the arguments of a call:
//
//	[TOOL_CALLS]NAME[CALL_ID]ID[ARGS]{"k": "v"}
//
// White space around its parts says nothing.
type Header struct {
	// Format is the name of the calls' format.
	Format string
	// Separator ends the header; it may lack before an object, and is "" where there
	// is none. ID, if there is one, stands before the call's id.
	Separator, ID string
	// Object: an object must follow. Else a header that nothing follows is a call
	// without arguments, and one that something else follows a call that failed.
	Object bool
}

// A MarkerKind says what a block's markers are.
type MarkerKind uint8

const (
	// SpecialTokens count anywhere, in thoughts and quotation too.
	SpecialTokens MarkerKind = iota
	// StartTokens are SpecialTokens that count at the start of the output only. They may
	// begin with anything.
	StartTokens
	// PlainTags are plain text, in any case. In a fence that begins with one, and in a
	// thought that ends after the calls, they count with a penalty.
	PlainTags
	// PlainWord is an opener that is a word of running text: case counts, and what turns
	// out to be no call after it is prose.
	PlainWord
)

// A Place is a part of the output that quotes what is in it.
type Place uint8

const (
	// InFences is a Markdown fence.
	InFences Place = iota
	// InThoughts is a thought.
	InThoughts
)

// A Body says what is between a block's markers.
type Body uint8

const (
	// BodyAny is an object or an array, or what models write in its place: several
	// objects, and a fence around them.
	BodyAny Body = iota
	// BodyOne is one object or array, without anything else. Of the markers only the
	// closer may be missing.
	BodyOne
	// BodyList is BodyOne, and an array that follows the opener directly.
	BodyList
	// BodySeveral is several objects, normally, or BodyAny.
	BodySeveral
	// BodyFenced is JSON in a fence, normally, or BodyAny.
	BodyFenced
)

// A Closer says where a missing closer is damage.
type Closer uint8

const (
	// CloserDue: after whatever the opener announced.
	CloserDue Closer = iota
	// CloserStops: the closer is a stop token, which servers remove. It is due, but not at
	// the end of the output.
	CloserStops
	// CloserDueAfterObjects: not after an array.
	CloserDueAfterObjects
	// CloserOptional: nowhere.
	CloserOptional
)

// Lacks reports whether a body without a closer behind it lacks one.
func (b *Block) Lacks(array bool) bool {
	return b.Closer < CloserDueAfterObjects || b.Closer == CloserDueAfterObjects && !array
}

// Plain reports whether the markers are plain tags.
func (b *Block) Plain() bool { return b.Kind == PlainTags }

// Exact reports whether nothing but one object or array is between the markers.
func (b *Block) Exact() bool { return b.Body == BodyOne || b.Body == BodyList }

// Quotes reports whether calls in a place don't count.
func (b *Block) Quotes(in Place) bool { return slices.Contains(b.Quoted, in) }

// Announces reports whether what stands between the markers must be a call.
func (b *Block) Announces() bool { return !b.Stray && b.Kind != PlainWord }

// StrayBlocks are tags that models write around a call of the shape where the
// family has none, or has others; the family's own words are none of them.
func StrayBlocks(format string, shape *Shape, own ...string) []Block {
	var blocks []Block
	for _, word := range [...]string{"tools", "tool", "function_call", "response", "json", "xml"} {
		if slices.Contains(own, word) {
			continue
		}
		blocks = append(blocks, Block{
			Format: format, Shape: shape, Kind: PlainTags, Stray: true, Closer: CloserOptional,
			Markers: Element(word),
		})
	}
	return blocks
}
