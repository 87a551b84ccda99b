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
	// Header, if set, says how a name may stand behind the opener, before
	// arguments alone.
	Header *Header
	// Reported: an opener behind which nothing of the kind stands is a call
	// that failed. Else it is text.
	Reported bool
	// Body says what is between the markers.
	Body Body
	// Closer says where a missing closer is damage.
	Closer Closer
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
	// thought that ends after the calls, they count with a penalty. Models write the name of a
	// declared tool before arguments alone, with a '>' behind it, <function> tags around it, or
	// brackets around the arguments: a marker is missing.
	PlainTags
	// UnfencedTags are PlainTags that don't count in fences.
	UnfencedTags
	// UnquotedTags are PlainTags that don't count in fences and in thoughts.
	UnquotedTags
	// PlainWord is an opener that is a word of running text: case counts, and what turns
	// out to be no call after it is prose.
	PlainWord
	// StrayTags are PlainTags that are none of the family's. They cost as much as none, and
	// what stands between is a call, or text.
	StrayTags
	// StrayWord is a PlainWord to which this applies.
	StrayWord
)

// A Body says what is between a block's markers.
type Body uint8

const (
	// BodyAny is an object or an array, or what models write in its place: several
	// objects, and a fence around them.
	BodyAny Body = iota
	// BodyOne is one object or array, without anything else. Of the markers only the
	// closer may be missing. Well-formed JSON that is no call is a call that failed.
	BodyOne
	// BodyData is BodyOne, where such JSON is content.
	BodyData
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
func (b *Block) Plain() bool { return b.Own() || b.Kind == StrayTags }

// Own reports whether the markers are plain tags of the family.
func (b *Block) Own() bool { return b.Kind >= PlainTags && b.Kind <= UnquotedTags }

// Word reports whether the opener is a word of running text.
func (b *Block) Word() bool { return b.Kind == PlainWord || b.Kind == StrayWord }

// Stray reports whether the markers are none of the family's.
func (b *Block) Stray() bool { return b.Kind >= StrayTags }

// Exact reports whether nothing but one object or array is between the markers.
func (b *Block) Exact() bool { return b.Body >= BodyOne && b.Body <= BodyList }

// Announces reports whether the text between the markers must be a call.
func (b *Block) Announces() bool { return b.Kind < PlainWord }

// StrayBlocks are tags that models write around a call of the shape where the
// family has none, or has others; the family's own words are none of them.
func StrayBlocks(format string, shape *Shape, own ...string) []Block {
	var blocks []Block
	for _, word := range [...]string{"tools", "tool", "function_call", "response", "json", "xml"} {
		if slices.Contains(own, word) {
			continue
		}
		blocks = append(blocks, Block{
			Format: format, Shape: shape, Kind: StrayTags, Closer: CloserOptional,
			Markers: Element(word),
		})
	}
	return blocks
}
