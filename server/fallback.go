package server

import (
	"fmt"
	"slices"

	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/parsers"
)

// parseChain parses with each family until a result will do. If none does, the
// first family's result is returned: it is the one that the caller named. The error is the turn's.
func parseChain(chain []*parsers.Family, output string, config parsers.Config, reason parsers.FinishReason, turn *admit.Turn, account *admit.Account) (*parsers.Result, error) {
	p := newParsing(turn)
	config.Hold, config.Work = account.Note, &p.work
	parse := func(f *parsers.Family) (result *parsers.Result, err error) {
		err = p.inTurn(len(output), func() error {
			result, err = parsers.ParseChunks(f, output, config, reason, p.proceed)
			return err
		})
		return result, err
	}
	first, err := parse(chain[0])
	if err != nil || len(chain) == 1 {
		return first, err
	}
	best, attempts := first, []parsers.Attempt(nil)
	for i, f := range chain {
		result := first
		if i > 0 {
			account.Keep()
			if result, err = parse(f); err != nil {
				return nil, err
			}
		}
		attempts = append(attempts, attempt(f, result, config))
		if attempts[i].RejectedBecause == "" {
			best = result
			break
		}
	}
	if best == first {
		attempts[0].RejectedBecause = "" // the one that was used
	}
	best.Attempts = attempts
	return best, nil
}

func attempt(f *parsers.Family, r *parsers.Result, config parsers.Config) parsers.Attempt {
	return parsers.Attempt{
		Family:          f.Name,
		Confidence:      r.Confidence,
		ToolCallCount:   len(r.ToolCalls),
		RejectedBecause: rejection(r, config.Options.MinConfidence),
	}
}

// rejection says why the next family is to be tried; empty if it isn't.
func rejection(r *parsers.Result, minConfidence float64) string {
	switch {
	case len(r.ToolCalls) == 0 && len(r.InvalidToolCalls) == 0:
		return "no tool call"
	case len(r.ToolCalls) == 0:
		return fmt.Sprintf("no accepted tool call, %d invalid", len(r.InvalidToolCalls))
	case r.Confidence < minConfidence:
		return fmt.Sprintf("confidence %v is under min_confidence %v", r.Confidence, minConfidence)
	case len(r.Leaks) > 0:
		return fmt.Sprintf("leaks in the content: %d", len(r.Leaks))
	default:
		return ""
	}
}

func appendOnce(chain []*parsers.Family, f *parsers.Family) []*parsers.Family {
	if slices.Contains(chain, f) {
		return chain
	}
	return append(chain, f)
}
