package gateway

import (
	"errors"
	"log/slog"
	"slices"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// A Method says how a response got its calls. Methods are ordered: of several choices, the
// response has the last one's.
type Method uint8

// The methods; see the package's comment.
const (
	None Method = iota
	Standard
	Leaked
	Rejected
	Parsed
	Repaired
)

var methods = [...]string{
	None: "none", Standard: "standard", Leaked: "leaked", Rejected: "rejected",
	Parsed: "parsed", Repaired: "repaired",
}

// String is the method's name in headers and metrics.
func (m Method) String() string { return methods[m] }

// A Report says how a response got its calls.
type Report struct {
	Method Method
	// Confidence is the lowest of the calls that were found in text, from 0 to 1; 1 without any.
	Confidence float64
	// Family is the name of the family that read the text.
	Family string
	// Formats are the formats of the calls that were found in text, each once.
	Formats []string
	// Calls is the number of calls that were found in text.
	Calls int
	// Found are these calls, in order.
	Found []Found
	// Repairs is the number of repairs that were made to calls that the client gets.
	Repairs int
	// Invalid is the number of calls in text that can't be read.
	Invalid int
	// Unrepaired is the number of structured calls whose arguments aren't JSON and can't be repaired, so that
	// the client gets them as they came. Calls that were cut off with the output aren't counted.
	Unrepaired int
	// Results is the number of tools' results that the model invented after calls in text. They are cut.
	Results int
	// Markup reports whether the text that the client gets holds markup of a call.
	Markup bool
	// Unended reports whether the upstream ended a stream without the end that its API has. Then what was held has left as it
	// came.
	Unended bool
	// Failed reports whether an event of a stream reported an error. Then what was held has left as it came, too.
	Failed bool
	// Changed reports whether anything in the response was changed.
	Changed bool
	// Fault is why the fix was given up: a parser's panic, with its stack, or a text that is too
	// long; nil if it wasn't.
	Fault error
}

// A Found is a call that was found in text.
type Found struct {
	Format     string
	Confidence float64
}

// Add adds the report of another choice.
func (r *Report) Add(other Report) {
	if other.Calls > 0 && (r.Calls == 0 || other.Confidence < r.Confidence) {
		r.Confidence = other.Confidence
	}
	r.Method = max(r.Method, other.Method)
	if r.Family == "" {
		r.Family = other.Family
	}
	for _, format := range other.Formats {
		r.Formats = addOnce(r.Formats, format)
	}
	r.Calls += other.Calls
	r.Found = append(r.Found, other.Found...)
	r.Repairs += other.Repairs
	r.Invalid += other.Invalid
	r.Unrepaired += other.Unrepaired
	r.Results += other.Results
	r.Markup = r.Markup || other.Markup
	r.Unended = r.Unended || other.Unended
	r.Failed = r.Failed || other.Failed
	r.Changed = r.Changed || other.Changed
	if r.Fault == nil {
		r.Fault = other.Fault
	}
}

// NewReport is the report of a response without choices.
func NewReport() Report { return Report{Confidence: 1} }

// Level is the level at which a response is logged; err is what the upstream did wrong, or nil.
func (r *Report) Level(err error) slog.Level {
	switch {
	case r.Fault != nil:
		return slog.LevelError
	case err != nil || r.Unended || r.Failed:
		return slog.LevelWarn
	default:
		return slog.LevelInfo
	}
}

// AppendAttrs appends what is logged of a response, under the name of its method: nothing of what it carried. err is as for Level.
func (r *Report) AppendAttrs(attributes []slog.Attr, method string, err error) []slog.Attr {
	attributes = append(attributes,
		slog.String("method", method),
		slog.String("family", r.Family),
		slog.Int("calls", r.Calls),
		slog.Float64("confidence", r.Confidence),
		slog.Int("repairs", r.Repairs),
		slog.Int("invalid", r.Invalid),
		slog.Int("unrepaired", r.Unrepaired),
		slog.Int("results_cut", r.Results),
	)
	switch {
	case err != nil:
	case r.Failed:
		err = errFailed
	case r.Unended:
		err = errUnended
	}
	if err != nil {
		attributes = append(attributes, slog.String("error", err.Error()))
	}
	if r.Fault != nil {
		attributes = append(attributes, slog.String("fault", r.Fault.Error()))
	}
	return attributes
}

// errUnended and errFailed are what is logged for Report.Unended and Report.Failed.
var (
	errUnended = errors.New("the response ended without an end")
	errFailed  = errors.New("the response reports an error")
)

// ReportsError reports whether a response, or an event of one, reports an error, in the way of any API.
func ReportsError(root jsonedit.Value) bool {
	for key, value := range root.Members() {
		switch key.Str {
		case "error":
			if value.IsObject() || value.Str != "" {
				return true
			}
		case "type", "object":
			if value.Str == "error" {
				return true
			}
		}
	}
	return false
}

func addOnce(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
