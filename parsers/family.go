package parsers

import (
	"slices"
	"sync"

	"github.com/toolparser/toolparser/parsers/internal/work"
)

// A Family is a table that describes one model family, and a constructor of
// its parser. It is immutable once registered or used, is used by many
// goroutines, and must not be copied: it keeps what its parsers can use again.
type Family struct {
	// Name is the family's registered name, e.g. "llama3"; lower case
	// letters, digits and '_'.
	Name string
	// Aliases are other names for it.
	Aliases []string
	// ModelPatterns are globs over model ids for which the family is chosen
	// when none is named, e.g. "*llama-3*"; '*' is the only wildcard, case is
	// ignored. One without a '/' may match what is behind the id's last '/'.
	ModelPatterns []string
	// OtherModels are globs over model ids that ModelPatterns match but that are
	// not the family's, such as those of models that others trained further to
	// write calls in their own way.
	OtherModels []string
	// Description is one sentence for a person.
	Description string
	// Formats are what the family accepts.
	Formats []Format
	// CommonFormats are what the family accepts, too, if tools are declared: formats of other families, and
	// such as belong to none. It doesn't read those that are among Formats in this way.
	CommonFormats []Format
	// PreservedTokens are the special tokens that the detokenizer must keep in the text.
	PreservedTokens []string
	// ReasoningMarkers are how the family marks its reasoning in text.
	ReasoningMarkers []ReasoningMarkers
	// ResultOpeners are how a tool's result begins in text, e.g. <tool_response>. A model that
	// writes one has invented the result.
	ResultOpeners []string
	// Signs are by what leaks are found. Package family sets them.
	Signs Signs
	// NewParser makes a parser; its Reset is called before its first use.
	NewParser func() Parser
	// IDs say how ids are made where NewID is nil; nil: as DefaultIDs do.
	IDs *IDs
	// NewID makes the id of a call of this name that has none, or one used
	// already. taken reports whether a candidate is in use in this result;
	// taken("*:3") reports whether an id of this result ends in ":3", the part
	// from its last colon on.
	NewID func(name string, prior int, taken func(id string) bool) string
	// Check, if set, tells what is wrong with the family, all of it, when it is
	// registered; package family sets it.
	Check func() error
	// SpaceJoins: under ContentJoined a removed run always becomes one space;
	// else it becomes an empty line if it held a newline next to its calls.
	SpaceJoins bool
	// Framed: the vendor puts the whole message into marked sections. What they
	// mark as reasoning is never content, and under ContentJoined a removed run
	// always becomes an empty line.
	Framed bool

	sessions sync.Pool  // of *session
	cleaned  cleaned    // what ContentClean leaves out, made when that is asked for
	own      ownMarkers // by which leaks are found where the request has no others
}

// names are the family's name and its aliases.
func (f *Family) names() []string { return append([]string{f.Name}, f.Aliases...) }

// ReasoningMarkers enclose a model's reasoning, e.g. <think> and </think>.
type ReasoningMarkers struct{ Open, Close string }

// A Format is one way in which a family writes tool calls.
type Format struct {
	// Name, e.g. "kimi/k2_tokens".
	Name string
	// Description is one sentence for a person.
	Description string
	// Example is a complete model output with one call.
	Example string
	// IDs and NewID say how the ids of the format's calls are made; where both are
	// nil, the family's do.
	IDs   *IDs
	NewID func(name string, prior int, taken func(id string) bool) string
}

// OwnIDs reports whether ids of the format's calls are made in a way of its own.
func (f *Format) OwnIDs() bool { return f.IDs != nil || f.NewID != nil }

// Reads reports whether the format is one of the family's Formats or CommonFormats.
func (f *Family) Reads(format string) bool {
	is := func(of Format) bool { return of.Name == format }
	return slices.ContainsFunc(f.Formats, is) || slices.ContainsFunc(f.CommonFormats, is) || format == InformalFormat
}

// idsOf is what says how the ids of a format's calls are made.
func (f *Family) idsOf(format string) (ids *IDs, newID func(name string, prior int, taken func(id string) bool) string) {
	for i := range f.Formats {
		if of := &f.Formats[i]; of.OwnIDs() && of.Name == format {
			return of.IDs, of.NewID
		}
	}
	return f.IDs, f.NewID
}

// formatIDs reports whether some formats make ids of their own.
func (f *Family) formatIDs() bool {
	return slices.ContainsFunc(f.Formats, func(format Format) bool { return format.OwnIDs() })
}

// A Config says how one output is to be parsed. The zero value is the default.
type Config struct {
	// Tools are the tools that the model was offered; nil if not known.
	Tools   *Tools
	Options Options
	// PriorToolCalls is the number of tool calls earlier in the conversation;
	// ids that are made for kimi count on from it. Not negative.
	PriorToolCalls int
	// ReasoningOpen: the output begins inside the model's reasoning, whose
	// opening marker the prompt held.
	ReasoningOpen bool
	// ToolChoice is what the request said of the model's choice of tools.
	ToolChoice ToolChoice
	// SpecialTokens says where special tokens are in the output; nil: it isn't known, so text that spells one is one.
	SpecialTokens *SpecialTokens
	// CutResults makes markup of the results that the model invents after an accepted call, with
	// only white space and markup in between. Otherwise, they are content.
	CutResults bool
	Limits     Limits
	// Markers are those by which leaks are found, such as those of all families ([Registry.Markers]); nil: the
	// family's own.
	Markers *Markers
	// Work counts what parsing the output looks at; nil: it isn't reported.
	Work *Work
	// Hold, if set, is called where [ParseChunks], [Stream.FeedChunks] and [Stream.FinishChunks]
	// call their proceed, and at the end of ParseChunks, with the bytes that the parse holds in
	// addition to the output's text; see [Stream.Held]. Its error ends the parse.
	Hold func(bytes int) error

	mask *tokenMask // where special tokens are; nil: it isn't known
}

// Options are the caller's choices; see ParseOptions in the contract.
type Options struct {
	// MinConfidence is the least confidence, in [0, 1], of an accepted call.
	MinConfidence float64
	// DisableRepair accepts only what parses strictly.
	DisableRepair bool
	// AcceptIncomplete accepts a call cut off at the end of the output.
	AcceptIncomplete bool
	// RejectUnknownTools rejects calls whose name is not among the tools.
	RejectUnknownTools bool
	// ContentPolicy says how the text around the calls is put together.
	ContentPolicy ContentPolicy
	// BufferToolCalls makes a stream send each call whole, once accepted.
	BufferToolCalls bool
	// Formats are the names of the formats that count; text of the family's
	// others is content. Empty: all of them.
	Formats []string
	// NativeOnly leaves calls in the common formats, which every family reads for declared tools, in the text.
	NativeOnly bool
	// SeparateReasoning puts the reasoning into Result.Reasoning instead of the content.
	SeparateReasoning bool
}

// Counts reports whether calls in the format count. A parser needn't look for what
// doesn't, nor hold any of it back: should it report such a call all the same,
// that is text.
func (cfg *Config) Counts(format string) bool {
	return len(cfg.Options.Formats) == 0 || slices.Contains(cfg.Options.Formats, format)
}

// A ContentPolicy says how the text around the accepted calls is put together.
type ContentPolicy uint8

const (
	// ContentJoined reads as if the calls had never been written.
	ContentJoined ContentPolicy = iota
	// ContentVerbatim is the text around the accepted calls, byte for byte.
	ContentVerbatim
	// ContentClean is ContentJoined for a person to read: without invalid
	// calls and stray special tokens.
	ContentClean
)

// A FinishReason says why generation ended.
type FinishReason uint8

// The reasons, numbered as in the contract. FinishUnspecified counts as FinishStop.
const (
	FinishUnspecified FinishReason = iota
	FinishStop
	FinishLength
	FinishToolCalls
)

// Limits bound what one output may hold. A zero field stands for its default.
type Limits struct {
	// Depth is how deep JSON may nest, the outermost value being 1. Default DefaultDepth, at most MaxDepth.
	Depth int
	// ArgumentBytes bounds the arguments of one call. Default DefaultArgumentBytes.
	ArgumentBytes int
	// ToolCalls bounds the calls of one result. Default DefaultToolCalls.
	ToolCalls int
}

const (
	// DefaultDepth is the default of Limits.Depth.
	DefaultDepth = 128
	// MaxDepth is the greatest Limits.Depth.
	MaxDepth = 512
	// DefaultArgumentBytes is the default of Limits.ArgumentBytes: 64 MiB.
	DefaultArgumentBytes = 64 << 20
	// DefaultToolCalls is the default of Limits.ToolCalls.
	DefaultToolCalls = 1024
)

// Work is what parsing takes, counted in bytes that were looked at, each as often as it was: a
// figure that is the same on every machine, whatever else that does. It is set as Config.Work
// before the output begins, and may be read between two calls of a [Stream], and once
// the parse has returned. The zero value is ready to use. A Work belongs to one output at a time.
type Work struct{ count work.Counter }

// Visits is the number of bytes that were looked at so far.
func (w *Work) Visits() int { return w.count.N() }

// Add counts n bytes. A [Parser] that reads text by itself calls it once for each scan.
func (w *Work) Add(n int) { w.Counter().Add(n) }

// Used says that n bytes of the caller's turn are used up before the next [ParseChunks], FeedChunks or FinishChunks: it
// calls proceed for the first time n bytes sooner.
func (w *Work) Used(n int) { w.count.Used(n) }

// Long has run do what takes longer than a turn and can't be interrupted, such as to read a long schema of a tool,
// within [ParseChunks], FeedChunks and FinishChunks. If run doesn't do it, the next proceed must return an error.
func (w *Work) Long(run func(do func())) { w.count.SetLong(run) }

// Counter is the count, for the parsers of this module; nil of a nil Work.
func (w *Work) Counter() *work.Counter {
	if w == nil {
		return nil
	}
	return &w.count
}
