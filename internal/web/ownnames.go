package web

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// ForOwnNames answers requests that name this machine as loopback, or the address that is
// listened on, and no others: a page in an operator's browser reaches a listener on loopback
// by a name of its own that it points there, and could read all of it.
func ForOwnNames(listen string, next http.Handler) http.Handler {
	own, _, _ := net.SplitHostPort(listen) // what can't be split isn't listened on
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
		if !isOwnName(hostOf(r.Host), own, local) {
			http.Error(w, fmt.Sprintf("the request's Host is %q: want localhost, or the address that this listener has", clipHost(r.Host)), http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isOwnName reports whether a request's host names this machine: as loopback, as the
// configured host does, or by the address that its connection came to. Without a host there
// is none; no browser sends that.
func isOwnName(host, own string, local net.Addr) bool {
	host = strings.TrimSuffix(host, ".")
	if host == "" || strings.EqualFold(host, "localhost") || own != "" && strings.EqualFold(host, own) {
		return true
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	if ip.Unmap().IsLoopback() {
		return true
	}
	tcp, ok := local.(*net.TCPAddr)
	return ok && tcp.AddrPort().Addr().Unmap() == ip.Unmap()
}

// hostOf is the host of a request, without the port and the brackets of IPv6.
func hostOf(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

// clipHost shortens a host for an error.
func clipHost(host string) string { return host[:min(len(host), 100)] }
