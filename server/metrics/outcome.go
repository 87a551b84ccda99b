package metrics

import "github.com/toolparser/toolparser/parsers"

// An outcome is the result of an output or a call.
type outcome string

// The outcomes. Those from outcomeMalformed to outcomeQuoted are the contract's InvalidReasons.
const (
	// outcomeNone is an output without anything like a call.
	outcomeNone             outcome = "none"
	outcomeCalled           outcome = "called"
	outcomeRepaired         outcome = "repaired"
	outcomeMalformed        outcome = "malformed"
	outcomeIncomplete       outcome = "incomplete"
	outcomeMissingArguments outcome = "missing_arguments"
	outcomeUnknownTool      outcome = "unknown_tool"
	outcomeLowConfidence    outcome = "low_confidence"
	outcomeAlternative      outcome = "alternative"
	outcomeLimit            outcome = "limit"
	outcomeQuoted           outcome = "quoted"
	outcomeOther            outcome = "other"
)

func reasonOutcome(r parsers.Reason) outcome {
	switch r {
	case parsers.ReasonMalformed:
		return outcomeMalformed
	case parsers.ReasonIncomplete:
		return outcomeIncomplete
	case parsers.ReasonMissingArguments:
		return outcomeMissingArguments
	case parsers.ReasonUnknownTool:
		return outcomeUnknownTool
	case parsers.ReasonLowConfidence:
		return outcomeLowConfidence
	case parsers.ReasonAlternative:
		return outcomeAlternative
	case parsers.ReasonLimit:
		return outcomeLimit
	case parsers.ReasonQuoted:
		return outcomeQuoted
	default:
		return outcomeOther
	}
}

// An item is what is counted of one call, or of one output.
type item struct {
	format, shape string
	outcome       outcome
}

func callItem(c *parsers.ToolCall) item {
	if len(c.Repairs) > 0 {
		return item{c.Format, c.Key, outcomeRepaired}
	}
	return item{c.Format, c.Key, outcomeCalled}
}

func invalidItem(c *parsers.InvalidToolCall) item {
	return item{c.Format, c.Key, reasonOutcome(c.Reason)}
}

// outputItem is the call that stands for an output. One repaired call makes
// the output repaired.
func outputItem(r *parsers.Result) item {
	switch {
	case len(r.ToolCalls) > 0:
		first := callItem(&r.ToolCalls[0])
		for i := range r.ToolCalls {
			if len(r.ToolCalls[i].Repairs) > 0 {
				first.outcome = outcomeRepaired
			}
		}
		return first
	case len(r.InvalidToolCalls) > 0:
		return invalidItem(r.InvalidToolCalls[0])
	default:
		return item{outcome: outcomeNone}
	}
}
