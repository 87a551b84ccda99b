package server

import (
	"time"

	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/server/internal/argcheck"
)

// Every default and fixed limit of the package is here.
const (
	// DefaultListen is the address that is served when none is configured. It
	// is reachable from this machine only.
	DefaultListen = "127.0.0.1:50051"
	// DefaultPageListen is the address of the page, Config.Page, where no HTTP listener is
	// configured. It is reachable from this machine only.
	DefaultPageListen = "127.0.0.1:8080"

	// DefaultMaxRequestBytes is the default of Config.MaxRequestBytes: 16 MiB.
	DefaultMaxRequestBytes = 16 << 20
	// DefaultMaxStreamBytes is the default of Config.MaxStreamBytes: as long an
	// output as fits into one request.
	DefaultMaxStreamBytes = DefaultMaxRequestBytes
	// MaxOutputBytes is the longest output that can be configured: 256 MiB. The
	// contract counts bytes in int32, and a message holds at most 2 GiB; a
	// result can be several times as long as its output, since a repaired byte
	// may need six in JSON.
	MaxOutputBytes = 256 << 20

	// DefaultMaxConcurrentStreams is the default of Config.MaxConcurrentStreams.
	DefaultMaxConcurrentStreams = 1024
	// DefaultMaxInvalidCalls is the default of Config.MaxInvalidCalls.
	DefaultMaxInvalidCalls = 256
	// DefaultMaxRepairs is the default of Config.MaxRepairs.
	DefaultMaxRepairs = 1024
	// DefaultMaxTools is the default of Config.MaxTools.
	DefaultMaxTools = 1024
	// DefaultMaxSchemaBytes is the default of Config.MaxSchemaBytes: 4 MiB.
	DefaultMaxSchemaBytes = 4 << 20
	// DefaultMaxCalls is the default of Config.MaxCalls.
	DefaultMaxCalls = 4096
	// DefaultMaxStreams is the default of Config.MaxStreams.
	DefaultMaxStreams = 8192
	// DefaultReceiveTimeout is the default of Config.ReceiveTimeout.
	DefaultReceiveTimeout = 10 * time.Second
	// DefaultSendTimeout is the default of Config.SendTimeout.
	DefaultSendTimeout = 30 * time.Second
	// DefaultMaxConnections is the default of Config.MaxConnections, 4096, unless memory for as
	// many is missing.
	DefaultMaxConnections = admit.DefaultMaxConnections
	// DefaultMaxQueueTime is the default of Config.MaxQueueTime.
	DefaultMaxQueueTime = 50 * time.Millisecond
	// DefaultStreamIdleTimeout is the default of Config.StreamIdleTimeout.
	DefaultStreamIdleTimeout = 5 * time.Minute
	// inputBytes is the work of an input of a multiplexed stream, in addition to its text: as many
	// bytes could be looked at meanwhile. toolBytes is that of a tool, and partBytes that of
	// what a response lists, such as a segment. A call is callParts of them.
	inputBytes = 256
	toolBytes  = 64
	partBytes  = 16
	callParts  = 4
	// inputWeight is what the memory counts for an input: its message and the answer's.
	inputWeight = 512
	// toolWeight and formatWeight are what it counts for a tool and for the name of a format,
	// in addition to their text.
	toolWeight   = 256
	formatWeight = 16
	// outputsAtOnce is for how many outputs memory is taken at a time.
	outputsAtOnce = 32
	// maxErrorBytes bounds what one response tells of failed outputs.
	maxErrorBytes = 32 << 10
	// RuntimeShare is the part of the memory of the cgroup or the machine that programs give
	// Go's runtime as its limit (GOMEMLIMIT), as toolparser does; the rest is for what the
	// runtime doesn't count: 0.9.
	RuntimeShare = admit.RuntimeShare
	// minMaxMemory is the least Config.MaxMemory.
	minMaxMemory = 1 << 20
	// DefaultLogRate is the default of Config.LogRate.
	DefaultLogRate = 100
	// DefaultShutdownTimeout is the default of Config.ShutdownTimeout.
	DefaultShutdownTimeout = 10 * time.Second

	// DefaultKeepaliveTime is the default of Config.KeepaliveTime.
	DefaultKeepaliveTime = time.Minute
	// DefaultKeepaliveTimeout is the default of Config.KeepaliveTimeout.
	DefaultKeepaliveTimeout = 20 * time.Second
	// minClientKeepalive is how often a client may ping.
	minClientKeepalive = 10 * time.Second
	// maxHeaderBytes bounds the headers of a call: names, a token, a trace.
	maxHeaderBytes = 32 << 10
	// minKeepaliveTime bounds Config.KeepaliveTime: shorter ones are an attack on
	// the clients.
	minKeepaliveTime = time.Second
	// streamWorkers are the goroutines that calls find waiting; further calls get new
	// ones. A new one begins with a small stack, whose growing took a quarter of the
	// time of a short call.
	streamWorkers = 128
	// handshakeTimeout bounds how long a connection may take to become one.
	handshakeTimeout = 10 * time.Second
	// deadlineSlack is how long before its deadline a call that is canceled counts as one
	// whose deadline has passed; see endError.
	deadlineSlack = 10 * time.Millisecond
	// cutOffTimeout bounds how long closing all connections may take.
	cutOffTimeout = time.Second
)

// Limits on what a caller's mistake may cost. Error details travel in HTTP/2
// trailers, which clients bound, often at 8 KiB or 16 KiB.
const (
	// maxViolations bounds how many violations one error tells.
	maxViolations = 16
	// maxDescriptionBytes bounds how much is reported of one violation.
	maxDescriptionBytes = 200
	// maxNameBytes bounds the family and model names that a request may hold.
	maxNameBytes = 256
	// maxFallbacks bounds the fallback families of a request, maxFormats the formats
	// that it names.
	maxFallbacks = 16
	maxFormats   = 1024
)

// Limits on checking arguments against schemas.
const (
	// MaxSchemaBytes is the longest schema that ParseOptions.validate_arguments
	// takes: 128 KiB.
	MaxSchemaBytes = argcheck.MaxSchemaBytes
	// SchemaCacheEntries bounds the schemas kept from one request to the next: 1024.
	SchemaCacheEntries = argcheck.CacheEntries
	// SchemaCacheBytes bounds the memory of those schemas: 32 MiB.
	SchemaCacheBytes = argcheck.CacheBytes
)
