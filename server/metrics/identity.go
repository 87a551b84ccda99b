package metrics

import "github.com/prometheus/client_golang/prometheus"

// identityCalls counts calls by who made them; where no one has a name, nothing.
func identityCalls() *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "toolparser_identity_calls_total",
		Help: "Finished calls, by caller: the name of a token, or of a client certificate.",
	}, []string{"identity", "grpc_code"})
}
