package server

import (
	"fmt"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/wire"
	"github.com/toolparser/toolparser/parsers"
)

const (
	// spanWeight is what the memory counts for the place of a special token, and spanBytes the work of checking it.
	spanWeight = 64
	spanBytes  = 4
)

// specialTokens are those of a head, without their places; nil if it says nothing of them.
func specialTokens(h head, v *violations) *parsers.SpecialTokens {
	t := h.GetSpecialTokens()
	if t == nil {
		return nil
	}
	if len(t.GetMissing()) > maxFormats {
		v.add("special_tokens.missing", "more than %d", maxFormats)
		return nil
	}
	return &parsers.SpecialTokens{Constrained: t.GetConstrained(), Missing: t.GetMissing()}
}

// outputTokens adds the places in a complete output. The error is the turn's.
func (j *job) outputTokens(turn *admit.Turn, req *toolparserv1.ParseToolCallsRequest, v *violations) error {
	const field = "special_tokens.spans"
	list := req.GetSpecialTokens().GetSpans()
	if len(list) == 0 {
		return nil
	}
	if len(list) > wire.MaxSpans {
		v.add(field, "more than %d", wire.MaxSpans)
		return nil
	}
	if err := turn.Spend(spanBytes * len(list)); err != nil {
		return err
	}
	spans := parserSpans(list)
	if i, reason := parsers.CheckSpans(spans, req.GetModelOutput()); reason != "" {
		v.add(fmt.Sprintf("%s[%d]", field, i), "%s", reason)
	}
	if j.config.SpecialTokens != nil {
		j.config.SpecialTokens.Spans = spans
	}
	return nil
}

// noTokens refuses places where there is no text that has them.
func noTokens(field string, list []*toolparserv1.Span, v *violations) {
	if len(list) > 0 {
		v.add(field, "want none here: each chunk has its own")
	}
}

// chunksOnly refuses the special tokens of what is no chunk.
func chunksOnly(list []*toolparserv1.Span) error {
	if len(list) == 0 {
		return nil
	}
	return invalid("special_tokens", "only delta and raw_delta have them")
}

func parserSpans(list []*toolparserv1.Span) []parsers.Span {
	spans := make([]parsers.Span, len(list))
	for i, span := range list {
		spans[i] = parsers.Span{Start: int(span.GetStart()), End: int(span.GetEnd())}
	}
	return spans
}

// A chunk is the next part of an output. It is text or raw; the other is empty.
type chunk struct {
	field  string // of the request
	text   string
	raw    []byte
	tokens []*toolparserv1.Span
}

// decode makes whole code points of a chunk, and says where its special tokens are in them.
func (s *session) decode(c *chunk) (text string, tokens []parsers.Span, err error) {
	if len(c.tokens) > 0 {
		return s.decodeTokens(c)
	}
	if len(c.raw) > 0 {
		return s.decoder.Decode(c.raw), nil, nil
	}
	if c.text != "" {
		return s.decoder.Flush() + c.text, nil, nil // text begins with a code point of its own
	}
	return "", nil, nil
}

// decodeTokens is decode for a chunk with special tokens.
func (s *session) decodeTokens(c *chunk) (text string, tokens []parsers.Span, err error) {
	const field = "special_tokens"
	switch {
	case s.job.config.SpecialTokens == nil:
		return "", nil, invalid(field, "start has no special_tokens: set it there, too")
	case len(c.tokens) > wire.MaxSpans:
		return "", nil, invalid(field, fmt.Sprintf("more than %d", wire.MaxSpans))
	}
	if err := s.turn.Spend(spanBytes * len(c.tokens)); err != nil {
		return "", nil, err
	}
	spans := parserSpans(c.tokens)
	if len(c.raw) > 0 {
		text, tokens, i, reason := s.decoder.DecodeTokens(c.raw, spans)
		return text, tokens, tokenError(field, i, reason)
	}
	if i, reason := parsers.CheckSpans(spans, c.text); reason != "" {
		return "", nil, tokenError(field, i, reason)
	}
	held := s.decoder.Flush()
	for i := range spans {
		spans[i].Start += len(held)
		spans[i].End += len(held)
	}
	return held + c.text, spans, nil
}

func tokenError(field string, i int, reason string) error {
	if reason == "" {
		return nil
	}
	return invalid(fmt.Sprintf("%s[%d]", field, i), reason)
}
