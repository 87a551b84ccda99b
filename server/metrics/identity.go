package metrics

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/server"
)

// identityCalls counts calls by who made them; where nobody has a name, nothing.
func identityCalls() *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "toolparser_identity_calls_total",
		Help: "Finished calls, by who made them: the name of a token, or of a client certificate.",
	}, []string{"identity", "grpc_code"})
}

func (m *Metrics) countIdentity(ctx context.Context, err error) {
	if name := server.Identity(ctx); name != "" {
		m.identities.WithLabelValues(name, status.Code(err).String()).Inc()
	}
}

func (m *Metrics) identifyUnary(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	response, err := handler(ctx, req)
	m.countIdentity(ctx, err)
	return response, err
}

func (m *Metrics) identifyStream(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	err := handler(srv, stream)
	m.countIdentity(stream.Context(), err)
	return err
}
