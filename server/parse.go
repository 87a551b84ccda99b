package server

import (
	"context"
	"fmt"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/parsers"
)

// ParseToolCalls parses one complete output.
func (s *Service) ParseToolCalls(ctx context.Context, req *toolparserv1.ParseToolCallsRequest) (*toolparserv1.ParseToolCallsResponse, error) {
	return s.parse(ctx, req, "")
}

// parse checks a request, whose fields have the prefix in errors, and parses
// its output.
func (s *Service) parse(ctx context.Context, req *toolparserv1.ParseToolCallsRequest, prefix string) (*toolparserv1.ParseToolCallsResponse, error) {
	if err := checkLength(len(req.GetModelOutput())); err != nil {
		return nil, err
	}
	if err := s.checkRequest(req); err != nil {
		return nil, err
	}
	turn := s.turns.Turn(ctx)
	account := s.memory.Account(ctx)
	defer account.End()
	if err := account.Hold(textBytes(callWeight, req.GetModelOutput()) + headBytes(req)); err != nil {
		return nil, err
	}
	turn.Timed = true
	if err := turn.Begin(); err != nil {
		return nil, err
	}
	defer turn.Finish()
	return s.parseInTurn(turn, &account, req, prefix)
}

func (s *Service) parseInTurn(turn *admit.Turn, account *admit.Account, req *toolparserv1.ParseToolCallsRequest, prefix string) (*toolparserv1.ParseToolCallsResponse, error) {
	v := &violations{prefix: prefix}
	j, err := s.job(turn, req, v)
	if err != nil {
		return nil, err
	}
	defer j.check.Release()
	if err := j.outputTokens(turn, req, v); err != nil {
		return nil, err
	}
	reason := finishReason("finish_reason", req.GetFinishReason(), v)
	checkFallbacks(req.GetFallbackFamilies(), v)
	if err := v.err(); err != nil {
		return nil, err
	}
	chain, err := s.chain(req)
	if err != nil {
		return nil, err
	}
	if err := j.checkFormats(v, chain...); err != nil {
		return nil, err
	}
	result, err := parseChain(chain, req.GetModelOutput(), j.config, reason, turn, account)
	if err != nil {
		return nil, err
	}
	if err := noteResult(account, result, j.reported); err != nil {
		return nil, err
	}
	s.observe(turn.Context(), result)
	response, err := j.response(turn, result)
	if err != nil {
		return nil, err
	}
	if err := checkResponse(turn, response, s.responseLimit(turn.Context()), ""); err != nil {
		return nil, err
	}
	return response, nil
}

// checkLength matters to a Service alone: a Server takes no such request.
func checkLength(n int) error {
	if n > MaxOutputBytes {
		return admit.TooLong("model_output", MaxOutputBytes, "")
	}
	return nil
}

func checkFallbacks(names []string, v *violations) {
	if len(names) > maxFallbacks {
		v.add("fallback_families", "more than %d", maxFallbacks)
		return
	}
	for i, name := range names {
		field := fmt.Sprintf("fallback_families[%d]", i)
		if name == "" {
			v.add(field, "empty")
		}
		checkNameLength(field, name, v)
	}
}

// chain finds the families to try, in order, each once.
func (s *Service) chain(req *toolparserv1.ParseToolCallsRequest) ([]*parsers.Family, error) {
	registry := s.families()
	first, err := registry.Find(req.GetFamily(), req.GetModel())
	if err != nil {
		return nil, notFound(err)
	}
	chain := []*parsers.Family{first}
	for i, name := range req.GetFallbackFamilies() {
		f, err := registry.Find(name, "")
		if err != nil {
			return nil, notFound(fmt.Errorf("fallback_families[%d]: %w", i, err))
		}
		chain = appendOnce(chain, f)
	}
	return chain, nil
}
