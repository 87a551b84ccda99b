package server

import (
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/wire"
	"github.com/toolparser/toolparser/parsers"
)

// A multiplexResponse collects the outputs of one response of a multiplexed stream.
type multiplexResponse struct {
	turn     *admit.Turn
	response *toolparserv1.MultiplexToolCallsResponse
	// spare is memory for the next ones.
	spare []multiplexOutput
	// most bounds the response, whose size is counted then; 0 for none.
	most, size int
	// room is what is left of maxErrorBytes.
	room int
}

// A multiplexOutput is one of these outputs, and the memory of its delta.
type multiplexOutput struct {
	output toolparserv1.MultiplexOutput
	delta  deltaMessage
}

// outputHeader is the most that a message takes in the one around it, next to its own bytes.
const outputHeader = 6

// newMultiplexResponse is for about n outputs.
func newMultiplexResponse(turn *admit.Turn, most, n int) *multiplexResponse {
	return &multiplexResponse{
		turn:     turn,
		response: new(toolparserv1.MultiplexToolCallsResponse),
		spare:    make([]multiplexOutput, min(n, outputsAtOnce)),
		most:     most,
		room:     maxErrorBytes,
	}
}

func (r *multiplexResponse) next(number uint64) *multiplexOutput {
	if len(r.spare) == 0 {
		r.spare = make([]multiplexOutput, outputsAtOnce)
	}
	next := &r.spare[0]
	r.spare = r.spare[1:]
	next.output.Output = number
	return next
}

// delta adds what is new of an output, which is not nothing.
func (r *multiplexResponse) delta(number uint64, d *parsers.Delta) error {
	next := r.next(number)
	next.output.Delta = next.delta.fill(d)
	return r.add(&next.output)
}

// end adds the end of an output.
func (r *multiplexResponse) end(number uint64, e ending) error {
	next := r.next(number)
	next.output.Delta, next.output.Result = e.delta, e.result
	return r.add(&next.output)
}

// fail adds the error of an output; when there are many, with its code alone.
func (r *multiplexResponse) fail(number uint64, err error) {
	next := r.next(number)
	next.output.Error = itemError(err)
	size := wire.Size(&next.output) + outputHeader
	if size > r.room || r.most > 0 && r.size+size > r.most {
		next.output.Error = &toolparserv1.ItemError{Code: next.output.GetError().GetCode()}
	}
	r.room -= size
	r.size += size
	r.response.Outputs = append(r.response.Outputs, &next.output)
}

// add adds an output to the response, unless that would be too long for its client.
func (r *multiplexResponse) add(output *toolparserv1.MultiplexOutput) error {
	if r.most > 0 {
		size, err := sizeInTurn(r.turn, output)
		if err != nil {
			return err
		}
		size += outputHeader
		if r.size+size > r.most {
			return status.Errorf(codes.ResourceExhausted,
				"the answer to the request has more bytes than the limit of %d: send less in one request%s", r.most, omitHint)
		}
		r.size += size
	}
	r.response.Outputs = append(r.response.Outputs, output)
	return nil
}
