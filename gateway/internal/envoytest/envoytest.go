// Package envoytest speaks as Envoy does to an external processor. It is for tests alone.
package envoytest

import (
	"net/http"
	"strings"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	extprocv3 "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
)

// HeaderMap are headers as Envoy sends them.
func HeaderMap(h http.Header) *corev3.HeaderMap {
	m := &corev3.HeaderMap{}
	for name, values := range h {
		for _, value := range values {
			m.Headers = append(m.Headers, &corev3.HeaderValue{Key: strings.ToLower(name), RawValue: []byte(value)})
		}
	}
	return m
}

// Mutate changes headers as an answer asks for it.
func Mutate(h http.Header, answer *extprocv3.CommonResponse) {
	for _, name := range answer.GetHeaderMutation().GetRemoveHeaders() {
		h.Del(name)
	}
	for _, set := range answer.GetHeaderMutation().GetSetHeaders() {
		h.Set(set.GetHeader().GetKey(), string(set.GetHeader().GetRawValue()))
	}
}
