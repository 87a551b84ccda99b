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
	// Plain: the markers are plain text, which any case is right for. In a fence
	// that begins with one, and in a thought that ends behind the calls, they
	// count at a cost. Else they are special tokens, which count anywhere.
	Plain bool
	// Quoted: in a fence calls between plain markers don't count.
	Quoted bool
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
	// Exact: one object or array stands between the markers, and of these only
	// the closer may lack. Else what models write in its place, several objects
	// and a fence around them are taken too.
	Exact bool
	// Undrafted: in a thought calls between plain markers don't count, either.
	Undrafted bool
	// Several: several objects stand between the markers, by rule.
	Several bool
	// Fence: the JSON stands in a fence, by rule.
	Fence bool
	// Lists: only an array counts, directly behind the opener.
	Lists bool
	// Data: well-formed JSON that is no call is content. Else it is a call that failed.
	Data bool
	// Word: the opener is a word of running text: case counts, and what turns
	// out to be no call behind it is prose.
	Word bool
	// Start: the opener counts at the start of the output only, and may begin with anything.
	Start bool
	// Due says where a closer that lacks is damage.
	Due Due
	// Stop: the closer is a stop token, which servers eat: at the end of the output
	// it isn't missing.
	Stop bool
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

// A Due says behind what a closer must stand.
type Due uint8

const (
	// DueAlways: behind whatever the opener announced.
	DueAlways Due = iota
	// DueBehindObjects: not behind an array.
	DueBehindObjects
	// DueNever: nowhere.
	DueNever
)

// Lacks tells whether a body without a closer behind it lacks one.
func (b *Block) Lacks(array bool) bool {
	return b.Due == DueAlways || b.Due == DueBehindObjects && !array
}

// Announces tells whether what stands between the markers must be a call.
func (b *Block) Announces() bool { return !b.Stray && !b.Word }

// StrayBlocks are tags that models write around a call of the shape where the
// family has none, or has others; the family's own words are none of them.
func StrayBlocks(format string, shape *Shape, own ...string) []Block {
	var blocks []Block
	for _, word := range [...]string{"tools", "tool", "function_call", "response", "json", "xml"} {
		if slices.Contains(own, word) {
			continue
		}
		blocks = append(blocks, Block{
			Format: format, Shape: shape, Plain: true, Stray: true, Due: DueNever,
			Markers: Element(word),
		})
	}
	return blocks
}
