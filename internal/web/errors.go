package web

import (
	"errors"

	"connectrpc.com/connect"
	"google.golang.org/grpc/status"
)

// connectError is a gRPC error as one of Connect's, details included.
func connectError(err error) error {
	st := status.Convert(err)
	wire := connect.NewError(connect.Code(st.Code()), errors.New(st.Message()))
	for _, detail := range st.Proto().GetDetails() {
		if d, err := connect.NewErrorDetail(detail); err == nil {
			wire.AddDetail(d)
		}
	}
	return wire
}

// ownError is an error of this server as one of Connect's; nil for none.
func ownError(err error) error {
	if _, ok := errors.AsType[*connect.Error](err); ok || err == nil {
		return err
	}
	return connectError(err)
}

// passError makes an error of the gRPC server one of this server's own, which has the
// same code, message and details.
func passError(err error) error {
	wire, ok := errors.AsType[*connect.Error](err)
	if !ok {
		return err
	}
	own := connect.NewError(wire.Code(), errors.New(wire.Message()))
	for _, detail := range wire.Details() {
		own.AddDetail(detail)
	}
	return own
}
