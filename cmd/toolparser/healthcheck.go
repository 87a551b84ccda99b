package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/toolparser/toolparser/server"
)

const healthcheckLong = `healthcheck asks a server whether it is serving, for containers, probes and scripts.
It needs neither a token nor a client certificate. Without --tls or --tls-ca it tries
plaintext first, then TLS without checking the certificate.`

const healthcheckExample = `  toolparser healthcheck
  toolparser healthcheck unix:/run/toolparser.sock
  toolparser healthcheck --tls-ca ca.pem parser.example:50051
  toolparser healthcheck --tls --service toolparser.v1.ToolParserService`

// A healthcheckCommand holds the flags of one healthcheck.
type healthcheckCommand struct {
	tls      bool
	caFile   string
	service  string
	liveness bool
	timeout  time.Duration
}

func newHealthcheckCommand() *cobra.Command {
	h := new(healthcheckCommand)
	c := &cobra.Command{
		Use:     "healthcheck [address]",
		Short:   "Ask whether a server is serving",
		Long:    healthcheckLong + exitCodes("the server is serving", "the server is not serving, or can't be reached", "wrong usage"),
		Example: healthcheckExample,
		Args:    oneArgument("address"),
		RunE:    running(h.run),
	}
	c.Flags().BoolVar(&h.tls, "tls", false, "use TLS without checking the server's certificate")
	c.Flags().StringVar(&h.caFile, "tls-ca", "", "use TLS and trust the authorities in this PEM `file`")
	c.Flags().StringVar(&h.service, "service", "", "gRPC service to ask about (default: the server)")
	c.Flags().BoolVar(&h.liveness, "liveness", false, "succeed if the server answers, even while it drains")
	c.Flags().DurationVar(&h.timeout, "timeout", 2*time.Second, "how long to wait for the answer")
	return c
}

func (h *healthcheckCommand) run(c *cobra.Command, args []string) error {
	address := server.DefaultListen
	if len(args) > 0 {
		address = args[0]
	}
	switch {
	case address == "":
		return usageError{errors.New("the address is empty: want host:port or unix:PATH")}
	case h.timeout <= 0:
		return usageError{fmt.Errorf("--timeout %v: want more than 0", h.timeout)}
	}
	ctx, cancel := context.WithTimeout(c.Context(), h.timeout)
	defer cancel()
	health, err := h.ask(ctx, address)
	if err != nil {
		return err
	}
	if health != healthv1.HealthCheckResponse_SERVING && !h.liveness {
		return fmt.Errorf("health of %s: %v", address, health)
	}
	_, err = fmt.Fprintln(c.OutOrStdout(), health)
	return err
}

// ask returns what the server at the address says of itself.
func (h *healthcheckCommand) ask(ctx context.Context, address string) (healthv1.HealthCheckResponse_ServingStatus, error) {
	transport, err := h.transport()
	if err != nil {
		return 0, err
	}
	response, err := h.check(ctx, address, transport)
	if h.mayUseTLS(err) {
		var errTLS error
		if response, errTLS = h.check(ctx, address, anyCertificate()); errTLS == nil {
			err = nil
		}
	}
	if err != nil {
		return 0, fmt.Errorf("health of %s: %s", address, explain(status.Convert(err), address))
	}
	return response.GetStatus(), nil
}

func (h *healthcheckCommand) check(ctx context.Context, address string, transport credentials.TransportCredentials) (*healthv1.HealthCheckResponse, error) {
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(transport))
	if err != nil {
		return nil, err
	}
	defer conn.Close() //nolint:errcheck // the answer is known
	return healthv1.NewHealthClient(conn).Check(ctx, &healthv1.HealthCheckRequest{Service: h.service})
}

// mayUseTLS reports whether the error may come from asking a server with TLS in plaintext:
// it closes the connection without a word.
func (h *healthcheckCommand) mayUseTLS(err error) bool {
	return status.Code(err) == codes.Unavailable && !h.tls && h.caFile == "" && !unreachable(status.Convert(err))
}

// unreachable reports whether no connection was made at all.
func unreachable(s *status.Status) bool {
	return strings.Contains(s.Message(), "dialing") || strings.Contains(s.Message(), "resolver")
}

// explain says why there is no answer, and what to do. gRPC gives the causes in its text only.
func explain(s *status.Status, address string) string {
	for part, text := range map[string]string{
		"produced zero addresses":   "the name doesn't resolve to an address; check the host",
		"no such host":              "the name doesn't resolve to an address; check the host",
		"connection refused":        "connection refused; is `toolparser serve` running at " + address + "?",
		"invalid port":              "want a port from 1 to 65535",
		"invalid target address":    "want host:port or unix:PATH",
		"look like a TLS handshake": "the server uses no TLS; leave out --tls and --tls-ca",
		"unknown authority":         "no authority in the file of --tls-ca signed the server's certificate",
		"unknown port":              "want a port from 1 to 65535",
		"no such file or directory": "there is no such socket; is `toolparser serve` running at " + address + "?",
	} {
		if strings.Contains(s.Message(), part) {
			return text
		}
	}
	switch s.Code() {
	case codes.NotFound:
		return "the server doesn't know that service; check --service"
	case codes.DeadlineExceeded:
		return "no answer in time; check the address, or raise --timeout"
	default:
		return s.Message()
	}
}

func (h *healthcheckCommand) transport() (credentials.TransportCredentials, error) {
	switch {
	case h.caFile != "":
		text, err := os.ReadFile(h.caFile)
		if err != nil {
			return nil, fmt.Errorf("read the authorities: %w", err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(text) {
			return nil, usageError{fmt.Errorf("--tls-ca %s: the file has no certificate; want a PEM file", h.caFile)}
		}
		return credentials.NewTLS(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}), nil
	case h.tls:
		return anyCertificate(), nil
	default:
		return insecure.NewCredentials(), nil
	}
}

// anyCertificate is TLS with any server: a health check asks whether it is serving, not who it is.
func anyCertificate() credentials.TransportCredentials {
	return credentials.NewTLS(&tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS12}) //nolint:gosec // see above
}
