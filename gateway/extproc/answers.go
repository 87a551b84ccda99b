package extproc

import (
	modev3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	extprocv3 "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"

	"github.com/toolparser/toolparser/gateway/httpfix"
)

// chunkBytes is the longest piece of a body that is sent: Envoy's own recommendation.
const chunkBytes = 64 << 10

// nothingMore asks Envoy to send nothing more of the exchange.
var nothingMore = &modev3.ProcessingMode{
	ResponseHeaderMode:  modev3.ProcessingMode_SKIP,
	RequestTrailerMode:  modev3.ProcessingMode_SKIP,
	ResponseTrailerMode: modev3.ProcessingMode_SKIP,
}

// theBody asks Envoy for the body of the response whose headers are answered.
func (x *exchange) theBody() *modev3.ProcessingMode {
	return &modev3.ProcessingMode{
		RequestBodyMode:     x.requestMode,
		ResponseBodyMode:    modev3.ProcessingMode_FULL_DUPLEX_STREAMED,
		ResponseTrailerMode: modev3.ProcessingMode_SEND,
	}
}

// send sends an answer; nothing for nil.
func (x *exchange) send(answer *extprocv3.ProcessingResponse) error {
	if answer == nil {
		return nil
	}
	return x.stream.Send(answer)
}

// unchanged answers a message so that nothing is changed, and reports whether the response ends
// with it. The answer is nil if Envoy expects none.
func (x *exchange) unchanged(m *extprocv3.ProcessingRequest) (answer *extprocv3.ProcessingResponse, ended bool) {
	switch r := m.GetRequest().(type) {
	case *extprocv3.ProcessingRequest_RequestHeaders:
		return requestHeaders(nil), false
	case *extprocv3.ProcessingRequest_RequestBody:
		return requestBody(sameBody(x.requestMode, r.RequestBody)), false
	case *extprocv3.ProcessingRequest_RequestTrailers:
		return requestTrailers(), false
	case *extprocv3.ProcessingRequest_ResponseHeaders:
		return responseHeaders(nil), r.ResponseHeaders.GetEndOfStream()
	case *extprocv3.ProcessingRequest_ResponseBody:
		return responseBody(sameBody(x.responseMode, r.ResponseBody)), r.ResponseBody.GetEndOfStream()
	case *extprocv3.ProcessingRequest_ResponseTrailers:
		return responseTrailers(), true
	default:
		return nil, false
	}
}

// sameBody is a chunk of a body as it came.
func sameBody(mode modev3.ProcessingMode_BodySendMode, b *extprocv3.HttpBody) *extprocv3.CommonResponse {
	if mode != modev3.ProcessingMode_FULL_DUPLEX_STREAMED {
		return nil
	}
	return piece(b.GetBody(), b.GetEndOfStream())
}

// piece is a chunk of a body that is streamed, perhaps the last one.
func piece(body []byte, last bool) *extprocv3.CommonResponse {
	return &extprocv3.CommonResponse{BodyMutation: &extprocv3.BodyMutation{Mutation: &extprocv3.BodyMutation_StreamedResponse{
		StreamedResponse: &extprocv3.StreamedBodyResponse{Body: body, EndOfStream: last},
	}}}
}

func requestHeaders(r *extprocv3.CommonResponse) *extprocv3.ProcessingResponse {
	return &extprocv3.ProcessingResponse{Response: &extprocv3.ProcessingResponse_RequestHeaders{RequestHeaders: &extprocv3.HeadersResponse{Response: r}}}
}

func requestBody(r *extprocv3.CommonResponse) *extprocv3.ProcessingResponse {
	return &extprocv3.ProcessingResponse{Response: &extprocv3.ProcessingResponse_RequestBody{RequestBody: &extprocv3.BodyResponse{Response: r}}}
}

func requestTrailers() *extprocv3.ProcessingResponse {
	return &extprocv3.ProcessingResponse{Response: &extprocv3.ProcessingResponse_RequestTrailers{RequestTrailers: &extprocv3.TrailersResponse{}}}
}

func responseHeaders(r *extprocv3.CommonResponse) *extprocv3.ProcessingResponse {
	return &extprocv3.ProcessingResponse{Response: &extprocv3.ProcessingResponse_ResponseHeaders{ResponseHeaders: &extprocv3.HeadersResponse{Response: r}}}
}

func responseBody(r *extprocv3.CommonResponse) *extprocv3.ProcessingResponse {
	return &extprocv3.ProcessingResponse{Response: &extprocv3.ProcessingResponse_ResponseBody{ResponseBody: &extprocv3.BodyResponse{Response: r}}}
}

func responseTrailers() *extprocv3.ProcessingResponse {
	return &extprocv3.ProcessingResponse{Response: &extprocv3.ProcessingResponse_ResponseTrailers{ResponseTrailers: &extprocv3.TrailersResponse{}}}
}

// hold says what is kept of the response; the request is kept next to it.
func (x *exchange) hold(text, other int) error {
	return x.work.Hold(httpfix.KeptWeight*(x.requestBytes+text) + other)
}
