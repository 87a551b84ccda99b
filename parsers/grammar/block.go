package grammar

import "slices"

// A Block is JSON between two markers. The JSON is an object that is a call, several such objects,
// or an array of them.
//
//	<tool_call>
//	{"name": "f", "arguments": {}}
//	</tool_call>
//
// The markers are part of the call. The opener means something only if JSON follows it. White
// space, more openers and the line of a fence may be between them.
type Block struct {
	// Format is the name of the calls' format. It is required.
	Format string
	// Shape says which objects between the markers are calls. It is required.
	Shape *Shape
	// Markers are around the JSON. Close may be empty if Closer is [CloserOptional].
	Markers Markers
	// Kind says what the markers are, and thus where they count. By default, they are
	// [SpecialTokens].
	Kind MarkerKind
	// Header, if set, says how a name may come after the opener, before an object that is only the
	// arguments. If it is nil, there are no headers.
	Header *Header
	// If Reported is set, an opener that no such JSON follows is a call that failed. If it isn't,
	// the opener is text.
	Reported bool
	// Body says what is between the markers. The default is [BodyAny].
	Body Body
	// Closer says where a missing closer is damage. The default is [CloserDue].
	Closer Closer
}

// A Header is the text between a block's opener and the arguments of a call:
//
//	[TOOL_CALLS]NAME[CALL_ID]ID[ARGS]{"k": "v"}
//
// White space around its parts means nothing.
type Header struct {
	// Format is the name of the calls' format. It is required.
	Format string
	// Separator ends the header. It may be missing before an object. It may be empty if Object is
	// set: then there is no separator. ID comes before the call's id. If it is empty, there are no
	// ids.
	Separator, ID string
	// If Object is set, an object must follow the header. If it isn't, a header that nothing
	// follows is a call without arguments, and a header that anything else than an object follows
	// is a call that failed.
	Object bool
}

// A MarkerKind says what a block's markers are.
type MarkerKind uint8

const (
	// SpecialTokens count anywhere, in thoughts and quotation too.
	SpecialTokens MarkerKind = iota
	// StartTokens are SpecialTokens that count at the start of the output only. They may begin with
	// any character.
	StartTokens
	// PlainTags are plain text, in any case. In a fence that begins with such a tag, and in a
	// thought that ends after the calls, they count with a penalty. Models write the name of a
	// declared tool before arguments alone, with a '>' after it, <function> tags around it, or
	// brackets around the arguments. A marker is missing then.
	PlainTags
	// UnfencedTags are PlainTags that don't count in fences.
	UnfencedTags
	// UnquotedTags are PlainTags that don't count in fences and in thoughts.
	UnquotedTags
	// PlainWord is an opener that is a word of running text. Its case counts. If the text after it
	// turns out not to be a call, both are prose.
	PlainWord
	// StrayTags are PlainTags that don't belong to the family. They have the same penalty as
	// missing markers. The text between them is a call, or text.
	StrayTags
	// StrayWord is a PlainWord that doesn't belong to the family, like StrayTags. It counts at a line start only.
	StrayWord
)

// A Body says what is between a block's markers.
type Body uint8

const (
	// BodyAny is an object or an array, or what models write in its place: several objects, and a
	// fence around them.
	BodyAny Body = iota
	// BodyOne is one object or array, without anything else. Of the markers, only the closer may be
	// missing. Well-formed JSON that isn't a call is a call that failed.
	BodyOne
	// BodyData is as BodyOne, but well-formed JSON that isn't a call is content.
	BodyData
	// BodyList is as BodyOne, and also an array that follows the opener directly.
	BodyList
	// BodySeveral is normally several objects. Everything that BodyAny allows may be there, too.
	BodySeveral
	// BodyFenced is normally JSON in a fence. Everything that BodyAny allows may be there, too.
	BodyFenced
)

// A Closer says where a missing closer is damage.
type Closer uint8

const (
	// CloserDue: after everything that the opener announced.
	CloserDue Closer = iota
	// CloserStops: the closer is a stop token, which servers remove. A missing closer is damage,
	// except at the end of the output.
	CloserStops
	// CloserDueAfterObjects: after an object, but not after an array.
	CloserDueAfterObjects
	// CloserOptional: nowhere.
	CloserOptional
)

// Closes reports whether a closer must follow the body, which is an array or an object.
func (b *Block) Closes(array bool) bool {
	return b.Closer < CloserDueAfterObjects || b.Closer == CloserDueAfterObjects && !array
}

// Plain reports whether the markers are plain tags.
func (b *Block) Plain() bool { return b.Own() || b.Kind == StrayTags }

// Own reports whether the markers are plain tags of the family.
func (b *Block) Own() bool { return b.Kind >= PlainTags && b.Kind <= UnquotedTags }

// Word reports whether the opener is a word of running text.
func (b *Block) Word() bool { return b.Kind == PlainWord || b.Kind == StrayWord }

// Stray reports whether the markers don't belong to the family.
func (b *Block) Stray() bool { return b.Kind >= StrayTags }

// Exact reports whether nothing but one object or array is between the markers.
func (b *Block) Exact() bool { return b.Body >= BodyOne && b.Body <= BodyList }

// Announces reports whether the text between the markers must be a call.
func (b *Block) Announces() bool { return b.Kind < PlainWord }

// StrayBlocks returns tags that models write around a call of the shape where the family has no
// tags, or has other ones. It leaves out the words in own, which are the family's.
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

// Named says how calls are written whose name comes before their JSON arguments, between tokens:
//
//	<call>NAME<sep>{"k": "v"}</call>
//
// The calls are alone or in a section. The arguments may be in a fence, which quotes nothing. The
// tokens are special tokens, so calls that begin with one also count in a thought. White space
// around them means nothing.
type Named struct {
	// Format is the name of the calls' format. It is required.
	Format string
	// Shell is the tokens around the calls. Its Section may be empty: then there is none.
	//
	// If a section's opener is missing, the section begins with its first call, and a marker of
	// this call is missing. If its closer is missing, the section ends where other text begins, and
	// a marker of its last call is missing. A section with nothing in it is markup, if its tokens
	// are the right ones. If a token isn't the first one of its kind, a marker of the call is
	// missing. This is also so if the call's closer is missing before another call, the section's
	// closer or the end of the output.
	//
	// Shell.Type is the word that a template writes before the separator if the name follows the
	// separator, on a line of its own. The text after the separator decides: if it is JSON or a
	// fence, the name is before the separator. A name like the word isn't a name, unless a tool has
	// it. If Shell.Type is empty, the name is always before the separator.
	Shell Shell
	// ID, if set, is a token before the name. The text before this token is the call's id, and may
	// be empty. If ID is [IDIsHeader], the header is the call's id. If it is empty, there is no
	// such token.
	ID string
}

// IDIsHeader is the ID of calls whose header is their id.
const IDIsHeader = "="
