package jsonapi

import (
	"fmt"

	"github.com/toolparser/toolparser/parsers"
)

// An API parses with the families of a registry. It is for one goroutine at a time.
type API struct {
	registry *parsers.Registry
	streams  map[uint32]*stream
	last     uint32
}

// A stream is one output while it is generated.
type stream struct {
	parser  *parsers.Stream
	decoder parsers.UTF8Decoder
	tokens  bool // the start has special_tokens
}

// New returns an API without streams.
func New(registry *parsers.Registry) *API {
	return &API{registry: registry, streams: map[uint32]*stream{}}
}

// answered is a value in JSON, or {"error": …}. A panic is an error of the call alone.
func answered(do func() (any, error)) (text []byte) {
	defer func() {
		if p := recover(); p != nil {
			text = encode(failed(&apiError{"INTERNAL", fmt.Sprint(p)}))
		}
	}()
	value, err := do()
	if err != nil {
		return encode(failed(err))
	}
	return encode(value)
}

// Parse answers a ParseToolCallsRequest with a ParseToolCallsResponse.
func (a *API) Parse(text []byte) []byte {
	return answered(func() (any, error) {
		var r request
		if err := r.decode(text); err != nil {
			return nil, err
		}
		config, reason, err := r.config()
		if err != nil {
			return nil, err
		}
		config.Markers = a.registry.Markers()
		family, err := r.family(a.registry, &config.Options)
		if err != nil {
			return nil, err
		}
		return responseOf(parsers.Parse(family, r.ModelOutput, config, reason)), nil
	})
}

// Start answers a StreamStart with the number of the stream: {"stream": 1}.
func (a *API) Start(text []byte) []byte {
	return answered(func() (any, error) {
		var r request
		if err := r.decode(text); err != nil {
			return nil, err
		}
		if r.ModelOutput != "" || r.FinishReason != "" {
			return nil, invalid("a stream starts without model_output and finish_reason")
		}
		if t := r.SpecialTokens; t != nil && len(t.Spans) > 0 {
			return nil, invalid("special_tokens.spans: want none here: each chunk has its own")
		}
		config, _, err := r.config()
		if err != nil {
			return nil, err
		}
		config.Markers = a.registry.Markers()
		family, err := r.family(a.registry, &config.Options)
		if err != nil {
			return nil, err
		}
		a.last++
		a.streams[a.last] = &stream{parser: parsers.NewStream(family, config), tokens: r.SpecialTokens != nil}
		return map[string]uint32{"stream": a.last}, nil
	})
}

// Feed answers the next bytes of a stream's output with a DeltaMessage.
func (a *API) Feed(number uint32, piece []byte) []byte {
	return answered(func() (any, error) {
		s, err := a.stream(number)
		if err != nil {
			return nil, err
		}
		return deltaOf(s.parser.Feed(s.decoder.Decode(piece))), nil
	})
}

// FeedTokens is Feed for a chunk with special tokens. The input is their spans in JSON, an array of n bytes, and then the chunk.
func (a *API) FeedTokens(number, n uint32, input []byte) []byte {
	return answered(func() (any, error) {
		s, err := a.stream(number)
		if err != nil {
			return nil, err
		}
		if int64(n) > int64(len(input)) {
			return nil, invalid("special_tokens: %d bytes of an input that has %d", n, len(input))
		}
		var list []tokenSpan
		if err := decodeJSON(input[:n], &list); err != nil {
			return nil, invalid("special_tokens: %s", err)
		}
		if len(list) > 0 && !s.tokens {
			return nil, invalid("special_tokens: start has no special_tokens: set it there, too")
		}
		text, spans, i, reason := s.decoder.DecodeTokens(input[n:], spansOf(list))
		if reason != "" {
			return nil, invalid("special_tokens[%d]: %s", i, reason)
		}
		return deltaOf(s.parser.FeedTokens(text, spans)), nil
	})
}

// Finish ends a stream, for a reason that may be empty, and answers {"deltas": […], "result": …}: what is new in the
// end, and the ParseToolCallsResponse.
func (a *API) Finish(number uint32, reason []byte) []byte {
	return answered(func() (any, error) {
		s, err := a.stream(number)
		if err != nil {
			return nil, err
		}
		why, err := finishReason(string(reason))
		if err != nil {
			return nil, err
		}
		delete(a.streams, number)
		var deltas []delta
		if tail := s.decoder.Flush(); tail != "" {
			deltas = append(deltas, deltaOf(s.parser.Feed(tail)))
		}
		last, result := s.parser.Finish(why)
		return map[string]any{"deltas": append(deltas, deltaOf(last)), "result": responseOf(result)}, nil
	})
}

// Cancel ends a stream that isn't wanted any more.
func (a *API) Cancel(number uint32) {
	if s := a.streams[number]; s != nil {
		delete(a.streams, number)
		s.parser.Close()
	}
}

func (a *API) stream(number uint32) (*stream, error) {
	s := a.streams[number]
	if s == nil {
		return nil, invalid("no stream %d is open", number)
	}
	return s, nil
}
