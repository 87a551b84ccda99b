package extproc

import (
	"net/http"
	"slices"
	"strings"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	extprocv3 "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
)

// httpHeader is what Envoy sends of headers, those of HTTP/2 that begin with a colon included.
func httpHeader(headers *corev3.HeaderMap) http.Header {
	h := http.Header{}
	for _, header := range headers.GetHeaders() {
		value := string(header.GetRawValue())
		if value == "" {
			value = header.GetValue()
		}
		h.Add(header.GetKey(), value)
	}
	return h
}

// path is the path of a request, without its query.
func path(h http.Header) string {
	path, _, _ := strings.Cut(h.Get(":path"), "?")
	return path
}

// change makes after of the headers before; nil if they are the same.
func change(before, after http.Header) *extprocv3.CommonResponse {
	m := &extprocv3.HeaderMutation{}
	for key, values := range after {
		if !slices.Equal(values, before[key]) {
			m.SetHeaders = append(m.SetHeaders, set(key, strings.Join(values, ", ")))
		}
	}
	for key := range before {
		if _, stays := after[key]; !stays {
			m.RemoveHeaders = append(m.RemoveHeaders, strings.ToLower(key))
		}
	}
	if len(m.SetHeaders) == 0 && len(m.RemoveHeaders) == 0 {
		return nil
	}
	return &extprocv3.CommonResponse{HeaderMutation: m}
}

// set gives a header a value, in place of those that it has.
func set(key, value string) *corev3.HeaderValueOption {
	return &corev3.HeaderValueOption{
		Header:       &corev3.HeaderValue{Key: strings.ToLower(key), RawValue: []byte(value)},
		AppendAction: corev3.HeaderValueOption_OVERWRITE_IF_EXISTS_OR_ADD,
	}
}
