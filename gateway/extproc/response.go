package extproc

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	modev3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/ext_proc/v3"
	extprocv3 "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/httpfix"
)

// A reply is the response to a request that offers tools.
type reply struct {
	*exchange
	body *body
	// late: Envoy sends the body only when the headers are answered. Else they wait until it is
	// known what becomes of them.
	late     bool
	answered bool
	report   *gateway.Report
	// first is when the first byte for the client was there, worked what the processor itself took, and began the start of what it does.
	first, worked time.Duration
	began         time.Time
}

// fix fixes the response; m is a message of it that has come, or nil.
func (x *exchange) fix(m *extprocv3.ProcessingRequest) error {
	for m.GetResponseHeaders() == nil {
		var err error
		if m != nil {
			answer, _ := x.unchanged(m)
			err = x.send(answer)
		}
		if err == nil {
			m, err = x.stream.Recv()
		}
		if err != nil {
			return err
		}
	}
	if m.GetResponseHeaders().GetEndOfStream() {
		return x.send(responseHeaders(nil))
	}
	r := &reply{exchange: x, body: &body{exchange: x}, late: x.responseMode == modev3.ProcessingMode_NONE}
	return r.fix(httpHeader(m.GetResponseHeaders().GetHeaders()))
}

// fix fixes the response that has the headers.
func (r *reply) fix(header http.Header) error {
	response := &http.Response{Header: header, ContentLength: -1, Body: r.body}
	response.StatusCode, _ = strconv.Atoi(header.Get(":status"))
	before := header.Clone()
	if r.late {
		httpfix.Unzip(response)
		r.body.began = func() error {
			after := response.Header.Clone()
			after.Del("Content-Length")
			return r.answer(before, after)
		}
	}
	came := response.Body
	fix := httpfix.Exchange{
		API: r.api, Request: r.request, Fixer: r.fixer, MaxBytes: r.config.MaxResponseBytes, Budget: budget{r},
		Failed: func(error) error { return errors.New("the response of the upstream can't be decompressed") },
		Ended:  r.ended,
	}
	response, err := fix.Fix(response)
	if err != nil {
		r.observe(response.StatusCode, gateway.NewReport(), err)
		if r.body.err != nil {
			return r.noBodyCame(r.body.err)
		}
		return r.finish([]byte(r.api.Error(err.Error())))
	}
	defer response.Body.Close() //nolint:errcheck // it gives back what is held
	if r.late && response.Body == came {
		return r.send(responseHeaders(nil)) // the rest stays in Envoy
	}
	if err := r.answer(before, response.Header); err != nil {
		return err
	}
	if err := r.sendBody(response.Body); err != nil {
		return err
	}
	return r.finish(nil)
}

// answer answers the headers, once.
func (r *reply) answer(before, after http.Header) error {
	if r.answered {
		return nil
	}
	r.answered = true
	answer := responseHeaders(change(before, after))
	if r.late {
		answer.ModeOverride = r.theBody()
	}
	return r.send(answer)
}

// sendBody sends what can leave as soon as it can.
func (r *reply) sendBody(from io.Reader) error {
	buffer := make([]byte, chunkBytes)
	for {
		n, err := from.Read(buffer)
		if r.body.err != nil {
			return r.noBodyCame(r.body.err)
		}
		if n > 0 {
			if r.first == 0 {
				r.first = time.Since(r.started)
			}
			if err := r.send(responseBody(piece(buffer[:n], false))); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// finish ends the body, behind the last piece of it. What the upstream sends behind the end of a
// stream isn't part of it.
func (r *reply) finish(last []byte) error {
	for !r.body.ended {
		r.body.rest = nil
		if err := r.body.receive(); err != nil {
			return err
		}
	}
	if !r.body.trailers {
		return r.send(r.described(responseBody(piece(last, true))))
	}
	if len(last) > 0 {
		if err := r.send(responseBody(piece(last, false))); err != nil {
			return err
		}
	}
	return r.send(r.described(responseTrailers()))
}

// noBodyCame logs, once, that Envoy sent nothing of a body that it was asked for; err ended it.
func (r *reply) noBodyCame(err error) error {
	if r.late && !r.body.came {
		r.bodyless.Do(func() {
			r.log.WarnContext(r.stream.Context(), "Envoy ended a stream without the body that it was asked for: its client may have left, or allow_mode_override isn't set")
		})
	}
	return err
}

// metadataName is the namespace of the dynamic metadata.
const metadataName = "toolparser"

// described adds to the last answer what became of the response, as metadata for Envoy's access log.
func (r *reply) described(answer *extprocv3.ProcessingResponse) *extprocv3.ProcessingResponse {
	if r.report == nil {
		return answer
	}
	values := map[string]any{"method": r.report.Method.String(), "family": r.report.Family, "calls": r.report.Calls, "repairs": r.report.Repairs}
	if r.report.Calls > 0 {
		values["confidence"] = r.report.Confidence
		formats := make([]any, len(r.report.Formats))
		for i, format := range r.report.Formats {
			formats[i] = format
		}
		values["formats"] = formats
	}
	if described, err := structpb.NewStruct(map[string]any{metadataName: values}); err == nil {
		answer.DynamicMetadata = described
	}
	return answer
}

// ended notes and logs what became of the response: nothing of what it carried.
func (r *reply) ended(status int, report gateway.Report, err error) {
	r.report = &report
	r.observe(status, report, err)
	method, level := report.Method.String(), report.Level(err)
	if r.left() {
		method, level, err = "left", slog.LevelDebug, nil
	}
	attributes := report.AppendAttrs([]slog.Attr{slog.Int("status", status)}, method, err)
	r.log.LogAttrs(context.WithoutCancel(r.stream.Context()), level, "response", append(attributes, slog.Duration("took", time.Since(r.started)))...)
}

// A budget is what the server lets a response take.
type budget struct{ *reply }

// Hold counts a text that is given up by its own length: it is passed on, and nothing is made of it.
func (b budget) Hold(text, other int) error {
	err := b.hold(text, other)
	if err != nil {
		_ = b.work.Hold(text) // less than was counted, or else as refused
	}
	return err
}

// Begin implements httpfix.Budget.
func (b budget) Begin(n int) error {
	err := b.work.Begin(n)
	b.began = time.Now()
	return err
}

// End implements httpfix.Budget.
func (b budget) End() {
	b.worked += time.Since(b.began)
	b.work.End()
}
