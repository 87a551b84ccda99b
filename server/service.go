package server

import (
	"context"
	"log/slog"
	"runtime"

	"google.golang.org/grpc"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/argcheck"
	"github.com/toolparser/toolparser/parsers"
)

// A Service implements toolparser.v1.ToolParserService. It is safe for
// concurrent use.
type Service struct {
	toolparserv1.UnimplementedToolParserServiceServer

	families  families
	limits    parsers.Limits
	maxStream int
	reported  tellLimits
	// maxTools bounds the tools of one request, maxSchemas the bytes of their schemas.
	maxTools, maxSchemas int
	// maxRequest bounds one request, or item of a batch; 0 for none.
	maxRequest int
	// maxResponse bounds one response; 0 for none.
	maxResponse int
	// uncheckedArguments refuses validate_arguments.
	uncheckedArguments bool
	schemas            *argcheck.Cache
	turns              *turns
	// longTurns are for what takes long and can't be interrupted.
	longTurns *turns
	memory    *memory
	observers []Observer
	log       *slog.Logger
}

var _ toolparserv1.ToolParserServiceServer = (*Service)(nil)

// NewService returns the service alone, to be registered with a gRPC server
// that the caller sets up. That server's own bound of a message (grpc.MaxRecvMsgSize, 4 MiB
// by default) holds next to Config.MaxRequestBytes.
func NewService(registry *parsers.Registry, opts ...Option) *Service {
	return newService(fixed(registry), newSettings(opts))
}

func newService(from families, s settings) *Service {
	return &Service{
		families:  from,
		limits:    s.config.Limits,
		maxStream: s.config.MaxStreamBytes,

		reported:           tellLimits{invalid: s.config.MaxInvalidCalls, repairs: s.config.MaxRepairs},
		maxTools:           s.config.MaxTools,
		maxSchemas:         s.config.MaxSchemaBytes,
		maxRequest:         s.config.MaxRequestBytes,
		maxResponse:        s.config.MaxResponseBytes,
		uncheckedArguments: s.config.DisableArgumentValidation,

		schemas:   argcheck.NewCache(),
		turns:     newTurns(runtime.GOMAXPROCS(0)),
		longTurns: newTurns(1),
		memory:    newMemory(s.config.MaxMemory),
		observers: s.observers,
		log:       s.log,
	}
}

// Register adds the service to a gRPC server.
func (s *Service) Register(r grpc.ServiceRegistrar) {
	toolparserv1.RegisterToolParserServiceServer(r, s)
}

// ListFamilies lists the registered families, in the order of registration.
func (s *Service) ListFamilies(context.Context, *toolparserv1.ListFamiliesRequest) (*toolparserv1.ListFamiliesResponse, error) {
	response := &toolparserv1.ListFamiliesResponse{}
	for _, f := range s.families().Families() {
		response.Families = append(response.Families, protoFamily(f))
	}
	return response, nil
}

func protoFamily(f *parsers.Family) *toolparserv1.Family {
	family := &toolparserv1.Family{
		Name:            f.Name,
		Aliases:         f.Aliases,
		ModelPatterns:   f.ModelPatterns,
		Description:     f.Description,
		PreservedTokens: f.PreservedTokens,
	}
	for _, markers := range f.ReasoningMarkers {
		family.ReasoningMarkers = append(family.ReasoningMarkers, &toolparserv1.ReasoningMarkers{
			Open:  markers.Open,
			Close: markers.Close,
		})
	}
	for _, format := range f.Formats {
		family.Formats = append(family.Formats, &toolparserv1.Format{
			Name:        format.Name,
			Description: format.Description,
			Example:     format.Example,
		})
	}
	return family
}
