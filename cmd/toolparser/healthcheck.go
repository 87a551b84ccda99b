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

const healthcheckLong = `healthcheck asks a server whether it serves, for containers and scripts.
Health needs neither a token nor a certificate. A server that has TLS has it on sockets,
too: ask it with --tls or --tls-ca.`

const healthcheckExample = `  toolparser healthcheck
  toolparser healthcheck unix:/run/toolparser.sock
  toolparser healthcheck --tls-ca ca.pem parser.example:50051`

// A healthcheckCommand holds the flags of one healthcheck.
type healthcheckCommand struct {
	tls     bool
	caFile  string
	timeout time.Duration
}

func newHealthcheckCommand() *cobra.Command {
	h := new(healthcheckCommand)
	c := &cobra.Command{
		Use:     "healthcheck [address]",
		Short:   "Ask whether a server serves",
		Long:    healthcheckLong + exitCodes("it serves", "it does not, or can't be reached", "wrong usage"),
		Example: healthcheckExample,
		Args:    oneArgument("address"),
		RunE:    running(h.run),
	}
	c.Flags().BoolVar(&h.tls, "tls", false, "speak TLS, without checking whose certificate it is")
	c.Flags().StringVar(&h.caFile, "tls-ca", "", "speak TLS; PEM `file` of the authorities to trust")
	c.Flags().DurationVar(&h.timeout, "timeout", 2*time.Second, "how long the answer may take")
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
	transport, err := h.transport()
	if err != nil {
		return err
	}
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(transport))
	if err != nil {
		return err
	}
	defer conn.Close() //nolint:errcheck // it has told what it was opened for
	ctx, cancel := context.WithTimeout(c.Context(), h.timeout)
	defer cancel()
	response, err := healthv1.NewHealthClient(conn).Check(ctx, &healthv1.HealthCheckRequest{})
	if err != nil {
		return fmt.Errorf("health of %s: %s", address, h.told(status.Convert(err)))
	}
	if response.GetStatus() != healthv1.HealthCheckResponse_SERVING {
		return fmt.Errorf("health of %s: %v", address, response.GetStatus())
	}
	_, err = fmt.Fprintln(c.OutOrStdout(), response.GetStatus())
	return err
}

// told says why there is no answer. A server that has TLS closes a connection without it,
// of which gRPC knows no more than that it was closed.
func (h *healthcheckCommand) told(s *status.Status) string {
	reached := !strings.Contains(s.Message(), "dialing") && !strings.Contains(s.Message(), "resolver")
	if s.Code() == codes.Unavailable && reached && !h.tls && h.caFile == "" {
		return s.Message() + "; if it has TLS, ask it with --tls or --tls-ca"
	}
	return s.Message()
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
			return nil, fmt.Errorf("%s holds no certificate", h.caFile)
		}
		return credentials.NewTLS(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}), nil
	case h.tls:
		// What is asked is whether it serves, not who it is.
		return credentials.NewTLS(&tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS12}), nil //nolint:gosec // see above
	default:
		return insecure.NewCredentials(), nil
	}
}
