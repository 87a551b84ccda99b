package extproc

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	modev3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	extprocv3 "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"google.golang.org/grpc"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/history"
	"github.com/toolparser/toolparser/gateway/httpfix"
	"github.com/toolparser/toolparser/server"
)

// A Config says what a processor does.
type Config struct {
	// Policy says which calls in text count.
	Policy gateway.Policy
	// History says what becomes of the calls of earlier turns in requests. They can be changed only where Envoy sends on what it
	// gets back (FULL_DUPLEX_STREAMED).
	History history.Mode
	// MaxRequestBytes is the longest request that is read. The response to a longer one passes as
	// it came.
	MaxRequestBytes int
	// MaxResponseBytes is the longest response that is fixed, unless it is streamed. A longer one
	// passes as it came.
	MaxResponseBytes int
	// Observer may be nil.
	Observer Observer
}

// Option adds a processor to a server. Its log has one line for each response to a request that
// offers tools, without anything of what it carried.
func Option(config Config, log *slog.Logger) server.Option {
	return server.WithService(&extprocv3.ExternalProcessor_ServiceDesc, func(host *server.Host) (any, error) {
		if _, err := gateway.New(host.Families(), config.Policy); err != nil {
			return nil, err
		}
		p := &processor{host: host, config: config, log: log, observer: config.Observer}
		if p.observer == nil {
			p.observer = unobserved{}
		}
		return p, nil
	})
}

// A processor implements the service.
type processor struct {
	extprocv3.UnimplementedExternalProcessorServer
	host     *server.Host
	config   Config
	log      *slog.Logger
	observer Observer
	// wrongMode and bodyless have been logged: they are the same for every request.
	wrongMode, bodyless sync.Once
}

var _ extprocv3.ExternalProcessorServer = (*processor)(nil)

// Process takes one HTTP request and the response to it.
func (p *processor) Process(stream grpc.BidiStreamingServer[extprocv3.ProcessingRequest, extprocv3.ProcessingResponse]) error {
	x := &exchange{processor: p, stream: stream, work: p.host.Work(stream.Context()), started: time.Now()}
	defer x.work.Close()
	err := x.run()
	if errors.Is(err, io.EOF) { // Envoy has no more to say
		return nil
	}
	return err
}

// An exchange is an HTTP request, and the response to it. It is used by one goroutine.
type exchange struct {
	*processor
	stream  grpc.BidiStreamingServer[extprocv3.ProcessingRequest, extprocv3.ProcessingResponse]
	work    *server.Work
	started time.Time

	// requestMode and responseMode say how bodies come.
	requestMode, responseMode modev3.ProcessingMode_BodySendMode
	api                       gateway.API
	fixer                     *gateway.Fixer
	request                   gateway.Request
	requestBytes              int         // that are kept of it
	sized                     bool        // it has a Content-Length
	coding                    http.Header // says how it is compressed
}

const contentEncoding = "Content-Encoding"

// run runs the exchange to its end. io.EOF says that Envoy ended it.
func (x *exchange) run() error {
	first, err := x.stream.Recv()
	if err != nil {
		return err
	}
	if first.GetObservabilityMode() {
		return nil // nothing can be changed
	}
	config := first.GetProtocolConfig()
	x.requestMode, x.responseMode = config.GetRequestBodyMode(), config.GetResponseBodyMode()
	if !x.reads(first.GetRequestHeaders()) {
		return x.pass(first)
	}
	next, err := x.readRequest()
	if err != nil {
		return err
	}
	if x.request == nil {
		return x.pass(next)
	}
	return x.fix(next)
}

// reads reports whether the request is to be read: it is for an API, and its response can be fixed.
func (x *exchange) reads(headers *extprocv3.HttpHeaders) bool {
	header := httpHeader(headers.GetHeaders())
	x.sized, x.coding = header.Get("Content-Length") != "", http.Header{contentEncoding: header.Values(contentEncoding)}
	var calls bool
	if x.api, calls = httpfix.Of(header.Get(":method"), path(header), header); !calls || headers.GetEndOfStream() || !httpfix.CanDecode(header) {
		return false
	}
	if !x.fixes() {
		x.wrongMode.Do(func() {
			x.log.WarnContext(x.stream.Context(), "Envoy's processing mode doesn't allow to fix responses: want request_body_mode STREAMED and response_body_mode NONE, or both FULL_DUPLEX_STREAMED",
				"request_body_mode", x.requestMode.String(), "response_body_mode", x.responseMode.String())
		})
		return false
	}
	return true
}

// fixes reports whether Envoy's processing mode allows to read requests and to change responses.
func (x *exchange) fixes() bool {
	switch x.responseMode {
	case modev3.ProcessingMode_FULL_DUPLEX_STREAMED:
		return x.requestMode != modev3.ProcessingMode_NONE
	case modev3.ProcessingMode_NONE:
		return x.requestMode != modev3.ProcessingMode_NONE && x.inEnvoy() // else Envoy allows no override
	default:
		return false
	}
}

// inEnvoy reports whether what isn't asked for stays within Envoy, so that the stream can end
// before the response does. In the mode FULL_DUPLEX_STREAMED all of it must be sent back.
func (x *exchange) inEnvoy() bool {
	return x.requestMode != modev3.ProcessingMode_FULL_DUPLEX_STREAMED && x.responseMode != modev3.ProcessingMode_FULL_DUPLEX_STREAMED
}

// pass passes all that is left as it comes, from a message on; nil for the next one.
func (x *exchange) pass(m *extprocv3.ProcessingRequest) error {
	for m != nil || !x.inEnvoy() {
		if m == nil {
			var err error
			if m, err = x.stream.Recv(); err != nil {
				return err
			}
		}
		answer, ended := x.unchanged(m)
		if x.inEnvoy() && answer != nil {
			answer.ModeOverride = nothingMore
			ended = true
		}
		if err := x.send(answer); err != nil || ended {
			return err
		}
		m = nil
	}
	return nil
}
