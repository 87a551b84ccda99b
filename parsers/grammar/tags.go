package grammar

// Tags says how calls are written whose arguments stand in tags of their own,
//
//	<invoke name="f"><parameter name="k">v</parameter></invoke>
//
// alone or in a wrapper. It is not XML: there are no entities, and a value is
// text up to the closer that ends it: of two in a row the first, unless tags nest in values. Models
// write the name f.f for f, and f.k before the value of f's k, whose opening tag is missing then.
type Tags struct {
	// Format is the name of the calls' format.
	Format string
	// Brackets are what a tag is made of.
	Brackets Brackets
	// Wrappers are the words of the tags that may stand around calls; the
	// first one is written by default. Empty: there is none, so none is missing.
	Wrappers []string
	// WrongWrappers are words that models open and close a wrapper with in the place of
	// one of these: its first call lacks a marker, or its last.
	WrongWrappers []string
	// Spelling says whether the brackets are those that the model should write.
	Spelling Spelling
	// Shell, if set, is what may stand around the tags of each call.
	Shell *Shell
	// Call and Parameter are the tags of a call and of an argument.
	Call, Parameter Tag
	// Group, if set, is the word of a tag that may stand around a call's parameters,
	// and is part of the call.
	Group string
	// JSONBody: one JSON object may stand in the place of parameters: the arguments.
	JSONBody bool
	// Elements, if set, is how a call is written whose tag bears no name.
	Elements *Elements
	// WrongCalls are words that models write in the place of the call's, which must bear a
	// name in an attribute then: a marker is missing. Its closing tag bears either word.
	WrongCalls []string

	// Typing says how values become JSON.
	Typing Typing
	// Verbatim, if set, are marks around a value, such as <![CDATA[ and ]]>: white space around them apart they
	// hold all of it, and everything between them is data, tags as well.
	Verbatim *Markers
	// Attributes says how the attributes of calls and parameters are quoted.
	Attributes Attributes
	// LooseSpace: the white space before a tag's one attribute may lack, and in and
	// between the tags of a call it may be written as Ġ and Ċ, which stand for it in
	// the vocabularies of byte-level tokenizers. That is a repair.
	LooseSpace bool
	// TrimNewline drops one newline at each end of a value, LF or CR LF: the template
	// wrote it. Where the first is LF, the last is, too.
	TrimNewline bool
	// UntrimmedWrappers are words of wrappers in which the template writes none: there
	// the newline at a value's end is its own, unless it begins with one, too.
	UntrimmedWrappers []string
	// Inside says what the opening tag of a parameter is inside a value.
	Inside Inside
	// Literals says what Python's True, False and None are where the schema asks for a
	// boolean or null.
	Literals Literals
	// WrapperDue: a call whose wrapper isn't closed lacks a marker. Else the
	// wrapper's closer is a stop sequence that servers eat.
	// Where there need be no wrapper, the call's own closer is such a marker, too.
	WrapperDue bool
	// Mended: a pair may lack one of its opening tags, or have a tag too many, as
	// GLM writes them: that is a repair. Else such a call is malformed.
	Mended bool
	// Bare says what becomes of a call without a wrapper.
	Bare Bare
	// InThought says what becomes of calls in a thought.
	InThought InThought
}

// A Spelling says whether brackets are those that the model should write.
type Spelling uint8

const (
	// SpeltRight: they are.
	SpeltRight Spelling = iota
	// Misspelt: they aren't, so a marker is missing of the first call in a wrapper.
	Misspelt
	// Stripped: what made special tokens of the tags was taken out. Calls count only in a
	// wrapper, and as if there were none.
	Stripped
)

// Inside says what the opening tag of a parameter is inside a value.
type Inside uint8

const (
	// DeclaredEnds: it ends a value whose closer is missing, if the tool declares the
	// parameter and it wasn't given yet.
	DeclaredEnds Inside = iota
	// AnyEnds: it ends such a value, declared or not.
	AnyEnds
	// Nests: it is part of the value, and takes a closer of its own.
	Nests
)

// Literals says what Python's True, False and None are.
type Literals uint8

const (
	// LiteralsRepaired: a repair makes JSON of them.
	LiteralsRepaired Literals = iota
	// LiteralsNative: the template writes them, so that is no repair.
	LiteralsNative
	// LiteralsText: they are text.
	LiteralsText
)

// Elements is how a call is written whose name and arguments are elements, each
// argument one of its own name:
//
//	<invoke><tool_name>f</tool_name><parameters><k>v</k></parameters></invoke>
//
// It is delivered whole, since an argument that comes again makes an array of
// all of its name.
type Elements struct {
	// Format is the name of the calls' format.
	Format string
	// Name and Parameters are the words of the element that holds the tool's
	// name, and of the one that holds the arguments.
	Name, Parameters string
}

// A Shell is special tokens around the tags of each call, and around all of them:
//
//	<|calls|><|call|>TYPE<|sep|><invoke name="f">…</invoke><|/call|><|/calls|>
//
// Any of the tokens before the tags is a wrapper; a marker is missing of a call that lacks
// another one, or its closer. Each of the tokens has one spelling. Those of [Named] calls have
// rules of their own.
type Shell struct {
	// Section is around all calls. If its closer is missing, that is no damage.
	Section Markers
	// Call is around a call. Type and Separator are between its opener and the tags.
	Call      Markers
	Separator []string
	// Type is the word before Separator. Behind another one the call is malformed.
	Type string
}

// Brackets are what a tag is made of: `<invoke name="f">`, `</invoke>`.
type Brackets struct {
	// Open, Close and End begin an opening tag, begin a closing tag, end both.
	Open, Close, End string
	// Affix says what may be next to the word, or in the brackets.
	Affix Affix
}

// An Affix is what may be next to a tag's word.
type Affix uint8

const (
	// NoAffix: nothing.
	NoAffix Affix = iota
	// Prefixed: a namespace prefix and ':' before it, <x:call>.
	Prefixed
	// Suffixed: a ':' and another word behind it, <call:x>. That is the same in all tags of
	// a wrapper, or of a call alone; others are text there.
	Suffixed
	// Spaced: white space between the bracket and it.
	Spaced
	// Gapped: nothing, but one space in Open and Close stands for any white space, or none.
	Gapped
)

// Attributes says how the attributes of tags are quoted.
type Attributes uint8

const (
	// AttributesQuoted: in quotes.
	AttributesQuoted Attributes = iota
	// AttributesEscaped: in quotes, between which &amp; and &quot; stand for what they name.
	AttributesEscaped
	// AttributesUnquoted: in quotes or without.
	AttributesUnquoted
	// AttributesRepaired: in quotes. That these are missing is a repair.
	AttributesRepaired
)

// A Tag is one kind of tag. A '/' at the end of a call's opening tag closes the call.
type Tag struct {
	// Word names the tag.
	Word string
	// Closer is the word of its closing tag, if that is another one.
	Closer string
	// Name is the attribute that holds the name; [NameAssigned] and
	// [NameBehind] are other places where it may stand.
	Name string
	// Key, of a parameter, makes it a pair of elements, <k>NAME</k><v>VALUE</v>:
	// Key is the word of the first one, Word that of the second one.
	Key string
	// Separator, of a call, is the word of a tag that may stand behind the name; of a
	// parameter, of the one that stands between the name and the value.
	Separator string
	// Type is the attribute, or in a pair the word of the element between the
	// two, that says of what type the value is; "" for none.
	Type string
}

// ClosedBy is the word of the tag's closing tag.
func (t *Tag) ClosedBy() string {
	if t.Closer != "" {
		return t.Closer
	}
	return t.Word
}

// Places of a tag's name that are no attribute.
const (
	// NameAssigned: it follows the word and a '=', as in <function=f>.
	NameAssigned = "="
	// NameWord, of a parameter that has no Word: it is the tag's word, as in <k>v</k>.
	// Such a parameter may hold others: objects and arrays.
	NameWord = "<"
	// NameBehind: it is the text behind the tag, up to the next one, as in <call>f<k>; of
	// a parameter, up to its Separator, as in <p>k<sep>v</p>.
	NameBehind = ">"
)

// Typing says how a value that stands between tags becomes JSON.
type Typing uint8

const (
	// TypedBySchema: by the schema of the declared tool. Without one an object
	// or array is JSON, and everything else a string.
	TypedBySchema Typing = iota
	// TypedByFlag: the attribute is "true" for text, "false" for JSON; a tag
	// without it is typed by the schema.
	TypedByFlag
	// TypedByName: the attribute names the JSON type; no or another name is text.
	TypedByName
	// TypedBySchemaOrName: by the schema; what that says nothing of is of the type
	// that is named, in any case and up to a '[': text, or JSON of that type. "any"
	// is text, and no or another name says nothing. Where the schema allows a string
	// and other types, the name of one of these counts.
	TypedBySchemaOrName
)

// Bare says what becomes of a call without a wrapper.
type Bare uint8

const (
	// BareDeclared: a marker is missing, it costs 0.3, and the name must be declared.
	BareDeclared Bare = iota
	// BareDirect: as BareDeclared, if a parameter or the call's closer follows the opening
	// tag directly, white space apart. Else it is text.
	BareDirect
	// BareFramed: calls are in the messages to tools of the grammar's Frames. What ends a
	// message ends a call in it, which failed. Before the first message it is as
	// BareDeclared, behind that, elsewhere, it is text.
	BareFramed
	// BareMissing: a marker is missing.
	BareMissing
	// BareNative: there need be no wrapper.
	BareNative
	// BareNativeDirect: as BareNative, if a parameter or the call's closer follows directly.
	BareNativeDirect
)

// Declared reports whether the name must be declared, and the call costs 0.3.
func (b Bare) Declared() bool { return b <= BareFramed }

// Direct reports whether a parameter or the call's closer must follow.
func (b Bare) Direct() bool { return b == BareDirect || b == BareNativeDirect }

// Native reports whether there need be no wrapper.
func (b Bare) Native() bool { return b >= BareNative }

// InThought says what becomes of calls in a thought.
type InThought uint8

const (
	// ThoughtQuotes: they don't count.
	ThoughtQuotes InThought = iota
	// ThoughtDrafts: those with a wrapper, or of a grammar without wrappers,
	// count at minus 0.3 if nothing but the thought's end follows. Text behind
	// them makes them drafts, that don't count.
	ThoughtDrafts
	// ThoughtCounts: the tags are special tokens: calls with a wrapper count, and
	// end the thought.
	ThoughtCounts
)
