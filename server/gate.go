package server

import (
	"context"
	"strings"

	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
)

// newGate is the gate of both gRPC servers.
func (s *Server) newGate() *admit.Gate {
	c := s.config
	return admit.New(admit.Config{
		MaxCalls:                 c.MaxCalls,
		MaxStreams:               c.MaxStreams,
		MaxConcurrentStreams:     c.MaxConcurrentStreams,
		MaxConnections:           c.MaxConnections,
		MaxConnectionsPerAddress: c.MaxConnectionsPerAddress,
		MaxMessageBytes:          maxMessage(c),
		MaxQueueTime:             c.MaxQueueTime,
		ReceiveTimeout:           c.ReceiveTimeout,
		SendTimeout:              c.SendTimeout,
		StreamIdleTimeout:        c.StreamIdleTimeout,
		MaxStreamAge:             c.MaxStreamAge,
		Kind:                     s.kind,
		Turns:                    s.service.turns,
		Memory:                   s.service.memory,
		Identities:               s.identities,
		Log:                      s.log,
	})
}

// maxMessage is the longest message that is read; see Service.checkRequest.
func maxMessage(c Config) int { return 2 * c.MaxRequestBytes }

// servicePrefix begins the methods of the service.
const servicePrefix = "/toolparser.v1.ToolParserService/"

// kind says how the calls of a method count.
func (s *Server) kind(method string) admit.Kind {
	switch method {
	case toolparserv1.ToolParserService_StreamToolCalls_FullMethodName, toolparserv1.ToolParserService_BatchParseToolCalls_FullMethodName:
		return admit.Streaming
	case toolparserv1.ToolParserService_MultiplexToolCalls_FullMethodName:
		return admit.Carrier
	}
	switch {
	case s.added[method]:
		return admit.Streaming
	case strings.HasPrefix(method, servicePrefix):
		return admit.Unary
	case method == healthv1.Health_Check_FullMethodName, method == healthv1.Health_List_FullMethodName:
		return admit.Side
	default:
		return admit.Watch
	}
}

// Identity is the name of who makes the call of ctx: a token's, or one of a client
// certificate. It is empty where a server knows no identities, and "other" for
// certificates of which no name is listed, so that names are a closed set.
func Identity(ctx context.Context) string { return admit.Identity(ctx) }
