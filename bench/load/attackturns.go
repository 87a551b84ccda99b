package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/grpc"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// The attacks of this file have the server do what isn't reading an output: compile schemas, check arguments, make
// content. It must be as many turns as it is long.

// turnCalls is how many calls of one caller attack at a time.
const turnCalls = 8

// oneCaller runs calls on one connection, again and again, for half of the time of an attack. Each has its own number.
func oneCaller(ctx context.Context, t *target, call func(ctx context.Context, conn *grpc.ClientConn, i int)) error {
	conns, end, err := t.connections(1)
	if err != nil {
		return err
	}
	defer end()
	ctx, cancel := context.WithTimeout(ctx, attackTime/2)
	defer cancel()
	crowdOf(turnCalls, func(i int) {
		for ctx.Err() == nil {
			call(ctx, conns[0], i)
		}
	})
	return nil
}

// attackMultiplexed sends requests on some streams. Request n of a stream is made by the function.
func attackMultiplexed(ctx context.Context, t *target, request func(stream, n int) []*toolparserv1.MultiplexInput) error {
	return oneCaller(ctx, t, func(ctx context.Context, conn *grpc.ClientConn, i int) {
		stream, err := toolparserv1.NewToolParserServiceClient(conn).MultiplexToolCalls(ctx)
		for n := 0; err == nil; n++ {
			if err = stream.Send(&toolparserv1.MultiplexToolCallsRequest{Inputs: request(i, n)}); err == nil {
				_, err = stream.Recv()
			}
		}
	})
}

func startInput(output int, start *toolparserv1.StreamStart) *toolparserv1.MultiplexInput {
	return &toolparserv1.MultiplexInput{Output: uint64(output), Input: &toolparserv1.MultiplexInput_Start{Start: start}}
}

func deltaInput(output int, text string) *toolparserv1.MultiplexInput {
	return &toolparserv1.MultiplexInput{Output: uint64(output), Input: &toolparserv1.MultiplexInput_Delta{Delta: text}}
}

func finishInput(output int) *toolparserv1.MultiplexInput {
	return &toolparserv1.MultiplexInput{Output: uint64(output), Input: &toolparserv1.MultiplexInput_Finish{Finish: &toolparserv1.StreamFinish{}}}
}

// checked is the start of an output whose calls of f are checked.
func checked(schema string) *toolparserv1.StreamStart {
	return &toolparserv1.StreamStart{
		Family: "llama3", Tools: toolOf(schema), Options: &toolparserv1.ParseOptions{ValidateArguments: true},
	}
}

func toolOf(schema string) []*toolparserv1.Tool {
	return []*toolparserv1.Tool{{Function: &toolparserv1.FunctionDefinition{Name: "f", Parameters: schema}}}
}

// slowPattern takes as many steps for a byte as a pattern may.
const slowPattern = `{"properties":{"a":{"pattern":"(?:a?){998}b"}}}`

// attackFinishes has 250 outputs finish in one request, each with an argument whose pattern takes long to check.
func attackFinishes(ctx context.Context, t *target) error {
	const outputs = 250
	call := fmt.Sprintf(`{"name": "f", "parameters": {"a": %q}}`, strings.Repeat("a", 1000))
	return attackMultiplexed(ctx, t, func(_, n int) []*toolparserv1.MultiplexInput {
		var inputs []*toolparserv1.MultiplexInput
		for output := range outputs {
			if n%2 == 1 {
				inputs = append(inputs, finishInput(output))
				continue
			}
			inputs = append(inputs, startInput(output, checked(slowPattern)), deltaInput(output, call))
		}
		return inputs
	})
}

// attackStarts has 100 outputs start in one request, each with another schema that takes long to compile for its length.
func attackStarts(ctx context.Context, t *target) error {
	return attackMultiplexed(ctx, t, func(stream, n int) []*toolparserv1.MultiplexInput {
		var inputs []*toolparserv1.MultiplexInput
		for output := range 100 {
			var patterns []string
			for i := range 4 {
				patterns = append(patterns, fmt.Sprintf(`{"pattern":"(?:abcd){990}%d"}`, i))
			}
			schema := fmt.Sprintf(`{"allOf":[%s],"title":"%d %d %d"}`, strings.Join(patterns, ","), stream, n, output)
			inputs = append(inputs, startInput(output, checked(schema)),
				&toolparserv1.MultiplexInput{Output: uint64(output), Input: &toolparserv1.MultiplexInput_Cancel{Cancel: &toolparserv1.StreamCancel{}}})
		}
		return inputs
	})
}

// attackClean has 60 outputs of special tokens finish in one request, whose content is to be clean.
func attackClean(ctx context.Context, t *target) error {
	const outputs = 60
	start := &toolparserv1.StreamStart{Family: "llama3", Options: &toolparserv1.ParseOptions{ContentPolicy: toolparserv1.ContentPolicy_CONTENT_POLICY_CLEAN}}
	text := strings.Repeat("<|eot_id|>", 50<<10/10) // it waits for a call
	return attackMultiplexed(ctx, t, func(_, n int) []*toolparserv1.MultiplexInput {
		var inputs []*toolparserv1.MultiplexInput
		for output := range outputs {
			if n%2 == 1 {
				inputs = append(inputs, finishInput(output))
				continue
			}
			inputs = append(inputs, startInput(output, start), deltaInput(output, text))
		}
		return inputs
	})
}

// attackUnary sends a request in some calls at a time.
func attackUnary(ctx context.Context, t *target, request *toolparserv1.ParseToolCallsRequest) error {
	message := share(request)
	return oneCaller(ctx, t, func(ctx context.Context, conn *grpc.ClientConn, _ int) { parse(ctx, conn, message) })
}

// attackChecks sends calls of 55 KiB with 620 calls to check.
func attackChecks(ctx context.Context, t *target) error {
	call := fmt.Sprintf(`{"name": "f", "parameters": {"a": %q}}`, strings.Repeat("a", 50))
	request := request(strings.Join(slices.Repeat([]string{call}, 620), ";"))
	request.Tools, request.Options = toolOf(slowPattern), &toolparserv1.ParseOptions{ValidateArguments: true}
	return attackUnary(ctx, t, request)
}

// attackLongClean sends outputs of 8 MiB whose content is to be clean.
func attackLongClean(ctx context.Context, t *target) error {
	request := request(strings.Repeat("<|eot_id|>", 8<<20/10))
	request.Options = &toolparserv1.ParseOptions{ContentPolicy: toolparserv1.ContentPolicy_CONTENT_POLICY_CLEAN}
	return attackUnary(ctx, t, request)
}
