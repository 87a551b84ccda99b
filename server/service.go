package server

import (
	"context"
	"log/slog"
	"runtime"
	"strconv"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server/internal/argcheck"
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
	turns              *admit.Turns
	memory             *admit.Memory
	observers          []Observer
	log                *slog.Logger
	// failed counts the outputs of multiplexed streams that ended with an error, by its code.
	failed [codes.Unauthenticated + 1]atomic.Uint64
	// connectionCalls is how many calls a connection to a Server may have open.
	connectionCalls uint32
}

var _ toolparserv1.ToolParserServiceServer = (*Service)(nil)

// A turn is as long as what a parse does between two calls of Turn.Proceed.
var _ [admit.TurnBytes]struct{} = [parsers.ChunkBytes]struct{}{}

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
		turns:     admit.NewTurns(runtime.GOMAXPROCS(0)),
		memory:    admit.NewMemory(s.config.MaxMemory),
		observers: s.observers,
		log:       s.log,

		connectionCalls: s.config.MaxConcurrentStreams,
	}
}

// Register adds the service to a gRPC server.
func (s *Service) Register(r grpc.ServiceRegistrar) {
	toolparserv1.RegisterToolParserServiceServer(r, s)
}

// maxStreamsHeader tells how many calls a connection may have open: gRPC clients
// read it from the settings of the connection, but don't show it.
const maxStreamsHeader = "toolparser-max-concurrent-streams"

// ListFamilies lists the registered families, in the order of registration.
func (s *Service) ListFamilies(ctx context.Context, _ *toolparserv1.ListFamiliesRequest) (*toolparserv1.ListFamiliesResponse, error) {
	if admit.Of(ctx) != nil {
		_ = grpc.SetHeader(ctx, metadata.Pairs(maxStreamsHeader, strconv.Itoa(int(s.connectionCalls)))) // for who wants to know
	}
	response := &toolparserv1.ListFamiliesResponse{}
	for _, f := range s.families().Families() {
		response.Families = append(response.Families, protoFamily(f))
	}
	return response, nil
}

func protoFamily(f *parsers.Family) *toolparserv1.Family {
	family := &toolparserv1.Family{
		Name:               f.Name,
		Aliases:            f.Aliases,
		ModelPatterns:      f.ModelPatterns,
		OtherModelPatterns: f.OtherModels,
		Description:        f.Description,
		PreservedTokens:    f.PreservedTokens,
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
