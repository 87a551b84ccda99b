package server

import (
	"errors"
	"fmt"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/server/internal/argcheck"
)

// An ArgumentChecker checks arguments against schemas as ParseOptions.validate_arguments does, within the
// same bounds. It is safe for concurrent use.
type ArgumentChecker struct{ checker *argcheck.Checker }

// NewArgumentChecker returns a checker that keeps up to SchemaCacheBytes of schemas.
func NewArgumentChecker() *ArgumentChecker { return &ArgumentChecker{argcheck.NewChecker()} }

// Check says what is wrong with arguments, or why that can't be known. A tool without parameters
// takes all.
func (c *ArgumentChecker) Check(parameters, arguments string) error {
	return c.checker.Check(parameters, arguments)
}

// argumentCheck compiles the schemas of the tools; what fails goes to v. The check is to be
// released. The error says that there is no memory for them, or that the caller has left.
func (s *Service) argumentCheck(turn *admit.Turn, tools []*toolparserv1.Tool, v *violations) (*argcheck.Check, error) {
	ctx := turn.Context()
	check := s.schemas.NewCheck(ctx, turn, len(tools), s.memory.Holder(ctx))
	for i, tool := range tools {
		wrong, err := check.Add(tool.GetFunction().GetName(), tool.GetFunction().GetParameters())
		if errors.Is(err, argcheck.ErrMemory) {
			err = admit.NoMemory()
		}
		if err != nil {
			check.Release()
			return nil, err
		}
		if wrong != nil {
			v.add(parametersField(i), "%v", wrong)
		}
	}
	return check, nil
}

// schemaViolations makes all messages in one chunk of memory.
func schemaViolations(list []argcheck.Violation) []*toolparserv1.SchemaViolation {
	if len(list) == 0 {
		return nil
	}
	messages := make([]toolparserv1.SchemaViolation, len(list))
	out := make([]*toolparserv1.SchemaViolation, len(list))
	for i, v := range list {
		messages[i].Pointer, messages[i].Message = v.Pointer, v.Message
		out[i] = &messages[i]
	}
	return out
}

func parametersField(i int) string {
	return fmt.Sprintf("tools[%d].function.parameters", i)
}
