package server

import (
	"context"
	"fmt"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
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
	turn := s.turns.newTurn(ctx)
	account := &account{memory: s.memory, client: turn.client}
	defer account.end()
	if err := account.hold(textBytes(callWeight, req.GetModelOutput()) + headBytes(req)); err != nil {
		return nil, err
	}
	turn.timed = true
	if err := turn.begin(); err != nil {
		return nil, err
	}
	defer turn.finish()
	return s.parseInTurn(turn, account, req, prefix)
}

func (s *Service) parseInTurn(turn *turn, account *account, req *toolparserv1.ParseToolCallsRequest, prefix string) (*toolparserv1.ParseToolCallsResponse, error) {
	v := &violations{prefix: prefix}
	j, err := s.job(turn.ctx, req, v)
	if err != nil {
		return nil, err
	}
	defer j.check.Release()
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
	if err := account.noteResult(result, j.reported); err != nil {
		return nil, err
	}
	s.observe(turn.ctx, result)
	response := j.response(result)
	if err := checkResponse(response, s.responseLimit(turn.ctx), ""); err != nil {
		return nil, err
	}
	return response, nil
}

// checkLength matters to a Service alone: a Server takes no such request.
func checkLength(n int) error {
	if n > MaxOutputBytes {
		return tooLong("model_output", MaxOutputBytes, "")
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
