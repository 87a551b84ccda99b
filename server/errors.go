package server

import (
	"fmt"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/logthin"
)

// violations collects what is wrong with a request, so that a caller learns of
// all of it at once.
type violations struct {
	// prefix is put before every field: where in the request message the
	// checked part is.
	prefix string
	list   []*errdetails.BadRequest_FieldViolation
	more   int
}

// add notes one violation; field is a path such as tools[2].function.name.
func (v *violations) add(field, format string, args ...any) {
	if len(v.list) == maxViolations {
		v.more++
		return
	}
	v.list = append(v.list, &errdetails.BadRequest_FieldViolation{
		Field:       v.prefix + field,
		Description: logthin.Clip(fmt.Sprintf(format, args...), maxDescriptionBytes),
	})
}

// err is the INVALID_ARGUMENT that tells the violations; nil without any.
func (v *violations) err() error {
	if len(v.list) == 0 {
		return nil
	}
	st := status.New(codes.InvalidArgument, v.message())
	if detailed, err := st.WithDetails(&errdetails.BadRequest{FieldViolations: v.list}); err == nil {
		st = detailed
	}
	return st.Err()
}

func (v *violations) message() string {
	var b strings.Builder
	for i, violation := range v.list {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(violation.GetField() + ": " + violation.GetDescription())
	}
	if v.more > 0 {
		fmt.Fprintf(&b, "; and %d more", v.more)
	}
	return b.String()
}

// invalid is an INVALID_ARGUMENT with one violation.
func invalid(field, description string) error {
	var v violations
	v.add(field, "%s", description)
	return v.err()
}

func notFound(err error) error {
	return status.Error(codes.NotFound, logthin.Clip(err.Error(), 4*maxDescriptionBytes))
}

// itemError is the error of one item of many.
func itemError(err error) *toolparserv1.ItemError {
	st := status.Convert(err)
	return &toolparserv1.ItemError{Code: int32(st.Code()), Message: st.Message(), Details: st.Proto().GetDetails()}
}
