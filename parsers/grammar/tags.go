package grammar

// Tags says how calls are written whose arguments are in tags of their own:
//
//	<invoke name="f"><parameter name="k">v</parameter></invoke>
//
// The calls are alone or in a wrapper. The tags aren't XML. There are no entities, and a value is
// text up to the closer that ends it. If two closers are in a row, the first one ends it, unless
// tags nest in values. Models write the name f.f for f. They also write f.k before the value of f's
// k, and then the value's opening tag is missing.
type Tags struct {
	// Format is the name of the calls' format. It is required.
	Format string
	// Brackets are what a tag is made of.
	Brackets Brackets
	// Wrappers are the words of the tags that may be around calls. The first one is written by
	// default. If Wrappers is empty, there are no wrappers, so none is missing.
	Wrappers []string
	// WrongWrappers are words that models write instead of one of these, in the tag that opens or
	// closes a wrapper. A marker of the wrapper's first or last call is missing then. A word that
	// ends with AnyWord is the beginning of any word. Empty: there are none.
	WrongWrappers []string
	// Spelling says whether the brackets are those that the model should write. By default, they
	// are.
	Spelling Spelling
	// Shell, if set, is what may be around the tags of each call. If it is nil, there is none.
	Shell *Shell
	// Call and Parameter are the tags of a call and of an argument. Both are required.
	Call, Parameter Tag
	// Group, if set, is the word of a tag that may be around a call's parameters, and is part of
	// the call. If it is empty, there is no such tag.
	Group string
	// If JSONBody is set, one JSON object may be in the place of the parameters. It is the
	// arguments.
	JSONBody bool
	// Elements, if set, is how a call is written whose tag has no name. If it is nil, there are no
	// such calls.
	Elements *Elements
	// WrongCalls are words that models write in the place of the call's word. A marker is missing
	// then. Such a tag must have a name in an attribute, and its closing tag has either word.
	// Empty: there are none.
	WrongCalls []string

	// Typing says how values become JSON. The default is [TypedBySchema].
	Typing Typing
	// Verbatim, if set, are markers around a value, such as <![CDATA[ and ]]>. They hold the complete
	// value, except for white space around them. Everything between them is data, including tags.
	// If it is nil, there are no such markers.
	Verbatim *Markers
	// Attributes says how the attributes of calls and parameters are quoted. The default is
	// [AttributesQuoted].
	Attributes Attributes
	// If LooseSpace is set, the white space before a tag's one attribute may be missing. White
	// space in and between the tags of a call may also be written as Ġ and Ċ, which stand for it in
	// the vocabularies of byte-level tokenizers. Both are repairs.
	LooseSpace bool
	// If TrimNewline is set, one newline at each end of a value, LF or CR LF, is dropped, because
	// the template wrote it. If the first is LF, the last is LF, too.
	TrimNewline bool
	// UntrimmedWrappers are words of wrappers in which the template writes no such newlines. In
	// them, the newline at the end of a value belongs to the value, unless the value also begins
	// with a newline. Empty: there are none.
	UntrimmedWrappers []string
	// Inside says what the opening tag of a parameter is inside a value. The default is
	// [DeclaredEnds].
	Inside Inside
	// Literals says what Python's True, False and None are where the schema asks for a boolean or
	// null. The default is [LiteralsRepaired].
	Literals Literals
	// If WrapperDue is set, a marker is missing in a call whose wrapper isn't closed. Where no
	// wrapper is needed, a marker is also missing in a call without its own closer. If WrapperDue
	// isn't set, the wrapper's closer is a stop sequence that servers remove.
	WrapperDue bool
	// If this field is set, one of the opening tags of a pair may be missing, or the pair may have
	// a tag too many, as GLM writes them. This is a repair. If the field isn't set, such a call is
	// malformed.
	Mended bool
	// Bare says what becomes of a call without a wrapper. The default is [BareDeclared].
	Bare Bare
	// InThought says what becomes of calls in a thought. The default is [ThoughtQuotes].
	InThought InThought
}

// AnyWord stands for any letters, digits and underscores at the end of a wrong word.
const AnyWord = "*"

// A Spelling says whether brackets are those that the model should write.
type Spelling uint8

const (
	// SpeltRight: they are.
	SpeltRight Spelling = iota
	// The brackets are other ones, so a marker of the first call in a wrapper is missing.
	Misspelt
	// Stripped: what made the tags special tokens was removed. Calls count only in a wrapper, and
	// as if there were no wrapper.
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
	// Nests: it is part of the value, and has a closer of its own.
	Nests
)

// Literals says what Python's True, False and None are.
type Literals uint8

const (
	// LiteralsRepaired: a repair makes JSON of them.
	LiteralsRepaired Literals = iota
	// LiteralsNative: the template writes them, so they are no repair.
	LiteralsNative
	// LiteralsText: they are text.
	LiteralsText
)

// Elements is how a call is written whose name and arguments are elements. Each argument is an
// element with its own name:
//
//	<invoke><tool_name>f</tool_name><parameters><k>v</k></parameters></invoke>
//
// The call is delivered in one part, because an argument that comes again makes an array of all
// values with its name.
type Elements struct {
	// Format is the name of the calls' format. It is required.
	Format string
	// Name is the word of the element that holds the tool's name. Parameters is the word of the
	// element that holds the arguments. Both are required.
	Name, Parameters string
}

// A Shell is special tokens around the tags of each call, and around all of them:
//
//	<|calls|><|call|>TYPE<|sep|><invoke name="f">…</invoke><|/call|><|/calls|>
//
// Any of the tokens before the tags is a wrapper. A marker is missing in a call without another one
// of these tokens, or without the closer of Call. Each token has one spelling. [Named] calls have
// rules of their own.
type Shell struct {
	// Section is around all calls. If its closer is missing, that is no damage.
	Section Markers
	// Call is around a call. Type and Separator are between its opener and the tags. All three are
	// required.
	Call      Markers
	Separator []string
	// Type is the word before Separator, such as "function". After another word the call is
	// malformed.
	Type string
}

// Brackets are what a tag is made of: `<invoke name="f">`, `</invoke>`.
type Brackets struct {
	// Open begins an opening tag, Close begins a closing tag, and End ends both. All three are
	// required.
	Open, Close, End string
	// Affix says what may be next to the word, or in the brackets. The default is [NoAffix].
	Affix Affix
}

// An Affix is what may be next to a tag's word.
type Affix uint8

const (
	// NoAffix: nothing.
	NoAffix Affix = iota
	// Prefixed: a namespace prefix and ':' before it, <x:call>.
	Prefixed
	// Suffixed: a ':' and another word after it, as in <call:x>. This word is the same in all tags
	// of a wrapper, or of a call alone. Tags with another word are text there.
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
	// AttributesRepaired: in quotes. If the quotes are missing, this is a repair.
	AttributesRepaired
)

// A Tag is one kind of tag. A '/' at the end of a call's opening tag closes the call.
type Tag struct {
	// Word is the word of the tag, such as "invoke". Only a parameter whose Name is [NameWord] has
	// none.
	Word string
	// Closer is the word of its closing tag. If it is empty, it is the same as Word.
	Closer string
	// Name is the attribute that holds the name. [NameAssigned], [NameWord] and [NameBehind] are
	// other places where the name may be.
	Name string
	// Key, if set, makes a parameter a pair of elements, <k>NAME</k><v>VALUE</v>. Key is the word
	// of the first element, and Word that of the second. If it is empty, a parameter is one
	// element.
	Key string
	// Separator is the word of another tag. For a call, this tag may come after the name. For a
	// parameter, it is between the name and the value. If it is empty, there is none.
	Separator string
	// Type is the attribute that says of what type the value is. In a pair, it is the word of the
	// element between the two. If it is empty, there is none.
	Type string
}

// ClosedBy returns the word of the tag's closing tag.
func (t *Tag) ClosedBy() string {
	if t.Closer != "" {
		return t.Closer
	}
	return t.Word
}

// Places of a tag's name that are no attribute.
const (
	// NameAssigned: the name follows the word and a '=', as in <function=f>.
	NameAssigned = "="
	// NameWord: the name is the tag's word, as in <k>v</k>. Only a parameter without a Word has its
	// name there. Such a parameter may hold other parameters: objects and arrays.
	NameWord = "<"
	// NameBehind: the name is the text after the tag. For a call, it goes up to the next tag, as in
	// <call>f<k>. For a parameter, it goes up to its Separator, as in <p>k<sep>v</p>.
	NameBehind = ">"
)

// Typing says how a value between tags becomes JSON.
type Typing uint8

const (
	// TypedBySchema: by the schema of the declared tool. Without one an object
	// or array is JSON, and everything else a string.
	TypedBySchema Typing = iota
	// TypedByFlag: the attribute is "true" for text, "false" for JSON; a tag
	// without it is typed by the schema.
	TypedByFlag
	// TypedByName: the attribute names the JSON type. If it is missing, or has another name, the
	// value is text.
	TypedByName
	// TypedBySchemaOrName: by the schema. If the schema says nothing about the value, it has the
	// type that is named, in any case and up to a '[': text, or JSON of that type. "any" is text.
	// Without a name, or with another name, nothing is known. If the schema allows a string and
	// other types, the name of one of these types counts.
	TypedBySchemaOrName
	// TypedByKind: the attribute is "raw" for text, "json" for JSON, and "dict" or "list" for a value
	// that is made of other values, each in the tag of a parameter. Those of a list have no name. If
	// the attribute is missing, or is another one, the value is text.
	TypedByKind
)

// Bare says what becomes of a call without a wrapper.
type Bare uint8

const (
	// BareDeclared: a marker is missing, the penalty is 0.3, and the name must be declared.
	BareDeclared Bare = iota
	// BareDirect: as BareDeclared, if a parameter or the call's closer follows the opening tag
	// directly, ignoring white space. Else the call is text.
	BareDirect
	// BareFramed: calls are in the messages to tools of the grammar's Frames. If a message ends
	// before its call does, the call failed. A call before the first message is as in BareDeclared.
	// A later call outside of messages to tools is text.
	BareFramed
	// BareMissing: a marker is missing.
	BareMissing
	// BareNative: no wrapper is needed.
	BareNative
	// BareNativeDirect: as BareNative, if a parameter or the call's closer follows directly.
	BareNativeDirect
)

// Declared reports whether the name must be declared, and the call has a penalty of 0.3.
func (b Bare) Declared() bool { return b <= BareFramed }

// Framed reports whether calls are in messages, whose ends end them.
func (b Bare) Framed() bool { return b == BareFramed }

// Direct reports whether a parameter or the call's closer must follow.
func (b Bare) Direct() bool { return b == BareDirect || b == BareNativeDirect }

// Native reports whether calls need no wrapper.
func (b Bare) Native() bool { return b >= BareNative }

// InThought says what becomes of calls in a thought.
type InThought uint8

const (
	// ThoughtQuotes: they don't count.
	ThoughtQuotes InThought = iota
	// ThoughtDrafts: calls with a wrapper, or of a grammar without wrappers, count if only the
	// thought's end follows. They have a penalty of 0.3. If text follows them, they are drafts,
	// which don't count.
	ThoughtDrafts
	// ThoughtCounts: the tags are special tokens. Calls with a wrapper count, and end the thought.
	ThoughtCounts
)

// A Tree says how calls are written whose arguments are keys and values between braces, like JSON,
// with a delimiter of their own around strings:
//
//	<|tool_call>call:f{city:<|"|>Oslo<|"|>,days:3,opts:{a:[true,null]}}<tool_call|>
//
// A delimited string is raw: everything except for the delimiter is data.
type Tree struct {
	// Format is the name of the calls' format. It is required.
	Format string
	// Markers are the special tokens around a call. They are required. Another opener than the first one counts only before
	// Word.
	Markers Markers
	// Word comes before a call's name, such as "call:". Delimiter is at both ends of a string. Both
	// are required.
	Word, Delimiter string
	// If Typed is set, the schema says what a delimited value is. If it isn't, the delimiter alone
	// makes the value a string.
	Typed bool
	// Bare, if set, is the format of calls without the tokens. They count at a line start, for
	// declared tools, with a penalty. If Bare is empty, they are text.
	Bare string
}

// PairTags returns how calls are written whose arguments are pairs of elements:
//
//	<call>NAME
//	<key>K</key>
//	<value>V</value>
//	</call>
//
// No wrapper is needed around a call. The call's own closer is a marker that may be missing. If the
// kind is SpecialTokens, calls count in thoughts, too.
func PairTags(format string, kind MarkerKind, call, key, value string) Tags {
	t := Tags{
		Format:     format,
		Brackets:   Brackets{Open: "<", Close: "</", End: ">"},
		Call:       Tag{Word: call, Name: NameBehind},
		Parameter:  Tag{Word: value, Key: key},
		JSONBody:   true,
		WrapperDue: true,
		Bare:       BareNative,
		InThought:  ThoughtDrafts,
	}
	if kind == SpecialTokens {
		t.InThought = ThoughtCounts
	}
	return t
}

// PairBlock returns the block for JSON in the place of the name and the pairs of PairTags, or of
// the pairs alone. A special token that no such JSON follows is a call that failed. Plain tags are
// UnfencedTags.
func PairBlock(format string, kind MarkerKind, call string) Block {
	if kind == PlainTags {
		kind = UnfencedTags
	}
	return Block{
		Format: format, Shape: MarkedCalls(), Kind: kind, Reported: kind == SpecialTokens, Body: BodyData,
		Markers: Element(call), Header: &Header{Format: format, Object: true},
	}
}

// Varies reports whether other has the same calls, but another tag for their arguments. The first
// argument of a call says which of the two it has.
func (t *Tags) Varies(other *Tags) bool {
	return t.Format == other.Format && t.Brackets == other.Brackets && t.Call == other.Call && t.Parameter != other.Parameter
}

// Tokens returns the tags around calls, their arguments and the names of these arguments.
func (t *Tags) Tokens() []string {
	var tokens []string
	for _, word := range append(t.Wrappers[:len(t.Wrappers):len(t.Wrappers)], t.Call.Word, t.Parameter.Key, t.Parameter.Type, t.Parameter.Word) {
		if word != "" {
			tokens = append(tokens, t.Brackets.Open+word+t.Brackets.End, t.Brackets.Close+word+t.Brackets.End)
		}
	}
	return tokens
}

// Openers returns how the tags that open wrappers and calls begin, as they are written by default.
func (t *Tags) Openers() (wrappers []string, call string) {
	wrappers, call = t.openers()
	for i, text := range wrappers {
		wrappers[i] = t.written(text)
	}
	return wrappers, t.written(call)
}

// openers are these tags as a table spells them.
func (t *Tags) openers() (wrappers []string, call string) {
	suffix := ""
	if t.Brackets.Affix == Suffixed {
		suffix = ":" + Word
	}
	for _, word := range t.Wrappers {
		wrappers = append(wrappers, t.Brackets.Open+word+suffix+t.Brackets.End)
	}
	call = t.Brackets.Open + t.Call.Word + suffix
	switch t.Call.Name {
	case NameAssigned:
		call += NameAssigned
	case NameBehind:
		call += t.Brackets.End
	default:
		call += " " + t.Call.Name + "="
	}
	return wrappers, call
}

// written is how an opening tag is written by default. A space in its bracket stands for itself, unless the brackets are
// Gapped.
func (t *Tags) written(tag string) string {
	if t.Brackets.Affix == Gapped {
		return Written(tag)
	}
	return t.Brackets.Open + Written(tag[len(t.Brackets.Open):])
}
