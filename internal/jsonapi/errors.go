package jsonapi

import (
	"errors"
	"fmt"
)

// An apiError is a request's mistake, under the name of a code of gRPC.
type apiError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (e *apiError) Error() string { return e.Message }

func invalid(format string, args ...any) error {
	return &apiError{"INVALID_ARGUMENT", fmt.Sprintf(format, args...)}
}

// failed is what answers a request that failed.
func failed(err error) map[string]*apiError {
	wrong, ok := errors.AsType[*apiError](err)
	if !ok {
		wrong = &apiError{"INVALID_ARGUMENT", err.Error()}
	}
	return map[string]*apiError{"error": wrong}
}
