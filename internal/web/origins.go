package web

import (
	"fmt"
	"net/http"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// ownOrigin knows by what browsers say of a request whether a page of another origin makes it.
var ownOrigin = http.NewCrossOriginProtection()

// foreign is what a page of another origin gets that isn't listed; nil for all other callers. A browser asks for
// permission before most calls, but not before all.
func (h *Handler) foreign(r *http.Request) *status.Status {
	if ownOrigin.Check(r) == nil || h.config.ListedOrigin != nil && h.config.ListedOrigin(r) {
		return nil
	}
	return status.New(codes.PermissionDenied, fmt.Sprintf("a page of the origin %q calls, which --http-origins of the server doesn't list", clipHost(r.Header.Get("Origin"))))
}
