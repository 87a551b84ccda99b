package client

import (
	"context"
	"crypto/tls"
	_ "embed" // the service config
	"errors"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	_ "google.golang.org/grpc/health" // so that the service config's health check works
	"google.golang.org/grpc/status"
)

// DefaultMaxReceiveBytes is the longest answer that a client accepts unless
// [WithMaxReceiveBytes] sets another bound. An answer can be several times as long as its output, which may have
// 16 MiB; gRPC's own 4 MiB would refuse answers that the service gives.
const DefaultMaxReceiveBytes = 128 << 20

// ServiceConfig is the gRPC service config for programs that dial themselves: it balances calls
// over all healthy addresses, and repeats unary ones on UNAVAILABLE, which is safe since they keep
// no state. Streams aren't repeated: gRPC can't know what of them was answered already. A
// [Client] uses it, too, but repeats calls itself.
//
//go:embed service_config.json
var ServiceConfig string

// An Option changes how a client reaches the service.
type Option func(*settings)

// WithTLS makes the connection by TLS; an empty configuration trusts the system's
// authorities.
func WithTLS(config *tls.Config) Option {
	return func(s *settings) { s.tls = config }
}

// WithToken sends a bearer token with every call. A token leaves this machine by TLS
// only, unless [AllowPlaintextToken] is given too.
func WithToken(token string) Option {
	return WithTokenSource(func(context.Context) (string, error) { return token, nil })
}

// WithTokenSource is [WithToken] with a function that is asked for every call, for
// tokens that change.
func WithTokenSource(source func(context.Context) (string, error)) Option {
	return func(s *settings) { s.token = source }
}

// AllowPlaintextToken lets tokens travel to other machines without TLS.
func AllowPlaintextToken() Option {
	return func(s *settings) { s.plaintextToken = true }
}

// WithMaxReceiveBytes bounds the answers that the client takes. It is sent to the service:
// instead of a longer answer it gives the error RESOURCE_EXHAUSTED.
func WithMaxReceiveBytes(n int) Option {
	return func(s *settings) { s.maxReceiveBytes = n }
}

// WithDialOptions adds options of gRPC, which win over the client's own.
func WithDialOptions(options ...grpc.DialOption) Option {
	return func(s *settings) { s.dial = append(s.dial, options...) }
}

// settings are what the options change. They are also what a call carries next to its
// message: credentials.PerRPCCredentials.
type settings struct {
	tls             *tls.Config
	token           func(context.Context) (string, error)
	plaintextToken  bool
	maxReceiveBytes int
	dial            []grpc.DialOption
}

func defaultSettings() *settings { return &settings{maxReceiveBytes: DefaultMaxReceiveBytes} }

func (s *settings) check(target string) error {
	if s.token == nil || s.tls != nil || s.plaintextToken || isLocal(target) {
		return nil
	}
	return errors.New("a token for " + target + " would travel in plaintext: give WithTLS, or AllowPlaintextToken")
}

func (s *settings) dialOptions() []grpc.DialOption {
	return append([]grpc.DialOption{
		grpc.WithTransportCredentials(s.transport()),
		grpc.WithDefaultServiceConfig(ServiceConfig),
		grpc.WithDisableRetry(), // Client repeats calls itself
		// Credentials of calls and not of the connection, so that health needs no token.
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(s.maxReceiveBytes), grpc.PerRPCCredentials(s)),
		// A service that was restarted is found again at once.
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff:           backoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 2 * time.Second},
			MinConnectTimeout: 5 * time.Second,
		}),
	}, s.dial...)
}

func (s *settings) transport() credentials.TransportCredentials {
	if s.tls == nil {
		return insecure.NewCredentials()
	}
	return credentials.NewTLS(s.tls)
}

// GetRequestMetadata implements credentials.PerRPCCredentials.
func (s *settings) GetRequestMetadata(ctx context.Context, _ ...string) (map[string]string, error) {
	carried := map[string]string{"toolparser-max-response-bytes": strconv.Itoa(s.maxReceiveBytes)}
	if s.token == nil {
		return carried, nil
	}
	token, err := s.token(ctx)
	if err != nil {
		return nil, status.Errorf(codes.Unauthenticated, "token: %v", err)
	}
	carried["authorization"] = "Bearer " + token
	return carried, nil
}

// RequireTransportSecurity implements credentials.PerRPCCredentials; check has seen to
// that already, but for targets of this machine.
func (s *settings) RequireTransportSecurity() bool { return false }

func isLocal(target string) bool {
	if strings.HasPrefix(target, "unix:") || strings.HasPrefix(target, "unix-abstract:") {
		return true
	}
	address := target[strings.LastIndexByte(target, '/')+1:]
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = address
	}
	return slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, host)
}
