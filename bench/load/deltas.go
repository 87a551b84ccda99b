package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

const (
	// deltaOutputs are generated at a time, as by an inference engine's batch.
	deltaOutputs = 256
	// deltaText is what each of them has a token of, in every step.
	deltaText = `Let me look at the weather there. {"name": "get_weather", "parameters": {"city": "Zürich", "days": 3}} One moment. `
	// deltaSize is the size of a token, in bytes.
	deltaSize = 4
	// deltaRounds are the outputs, one after the other, of each of deltaOutputs.
	deltaRounds = 40
)

// deltas compares what a delta costs the server on a stream of its own with what it
// costs on a multiplexed stream, one message a step.
func deltas(ctx context.Context, t *target, _ time.Duration) error {
	tokens := cut(deltaText, deltaSize)
	n := deltaOutputs * deltaRounds * len(tokens)
	for range 2 { // the first warms up
		for _, way := range []struct {
			name string
			run  func(context.Context, *target, []string) error
		}{{"StreamToolCalls", streamed}, {"MultiplexToolCalls", multiplexed}} {
			cpu, begun := t.cpu(), time.Now()
			if err := way.run(ctx, t, tokens); err != nil {
				return fmt.Errorf("%s: %w", way.name, err)
			}
			cpu, took := t.cpu()-cpu, time.Since(begun)
			fmt.Printf("%-18s %d outputs, %d deltas: %.2f µs of server CPU a delta, %.0f deltas/s\n",
				way.name, deltaOutputs*deltaRounds, n, cpu.Seconds()*1e6/float64(n), float64(n)/took.Seconds())
		}
	}
	return nil
}

func cut(text string, size int) (pieces []string) {
	for ; text != ""; text = text[min(size, len(text)):] {
		pieces = append(pieces, text[:min(size, len(text))])
	}
	return pieces
}

// streamed has every output on a stream of its own, all of them at a time.
func streamed(ctx context.Context, t *target, tokens []string) error {
	failures := make(chan error, deltaOutputs)
	var wg sync.WaitGroup
	for n := range deltaOutputs {
		wg.Go(func() {
			for range deltaRounds {
				if err := streamOutput(ctx, t.client(n), tokens); err != nil {
					failures <- err
					return
				}
			}
		})
	}
	wg.Wait()
	close(failures)
	return <-failures
}

func streamOutput(ctx context.Context, client toolparserv1.ToolParserServiceClient, tokens []string) error {
	e, err := openExchange(ctx, client)
	if err != nil {
		return err
	}
	for _, token := range tokens {
		if err := e.rawDelta(token); err != nil {
			return err
		}
	}
	result, err := e.finish()
	if err != nil {
		return err
	}
	return wantOneCall(result)
}

// multiplexed has all outputs on one stream, one message a step.
func multiplexed(ctx context.Context, t *target, tokens []string) error {
	stream, err := t.client(0).MultiplexToolCalls(ctx)
	if err != nil {
		return err
	}
	for range deltaRounds {
		if err := multiplexRound(stream, tokens); err != nil {
			return err
		}
	}
	return stream.CloseSend()
}

func multiplexRound(stream toolparserv1.ToolParserService_MultiplexToolCallsClient, tokens []string) error {
	if _, err := step(stream, func(in *toolparserv1.MultiplexInput) {
		in.Input = &toolparserv1.MultiplexInput_Start{Start: &toolparserv1.StreamStart{Family: "llama3"}}
	}); err != nil {
		return err
	}
	for _, token := range tokens {
		if _, err := step(stream, func(in *toolparserv1.MultiplexInput) {
			in.Input = &toolparserv1.MultiplexInput_RawDelta{RawDelta: []byte(token)}
		}); err != nil {
			return err
		}
	}
	outputs, err := step(stream, func(in *toolparserv1.MultiplexInput) {
		in.Input = &toolparserv1.MultiplexInput_Finish{Finish: new(toolparserv1.StreamFinish)}
	})
	if err == nil && len(outputs) != deltaOutputs {
		err = fmt.Errorf("%d outputs of %d have a result", len(outputs), deltaOutputs)
	}
	for _, output := range outputs {
		err = errors.Join(err, wantOneCall(output.GetResult()))
	}
	return err
}

// step sends an input of every output.
func step(stream toolparserv1.ToolParserService_MultiplexToolCallsClient, set func(*toolparserv1.MultiplexInput)) ([]*toolparserv1.MultiplexOutput, error) {
	inputs := make([]*toolparserv1.MultiplexInput, deltaOutputs)
	for n := range inputs {
		inputs[n] = &toolparserv1.MultiplexInput{Output: uint64(n)}
		set(inputs[n])
	}
	if err := stream.Send(&toolparserv1.MultiplexToolCallsRequest{Inputs: inputs}); err != nil {
		return nil, err
	}
	response, err := stream.Recv()
	for _, output := range response.GetOutputs() {
		if output.GetError() != nil {
			return nil, fmt.Errorf("output %d: %v", output.GetOutput(), output.GetError())
		}
	}
	return response.GetOutputs(), err
}

func wantOneCall(r *toolparserv1.ParseToolCallsResponse) error {
	if n := len(r.GetResult().GetToolCalls()); n != 1 {
		return fmt.Errorf("%d calls instead of one", n)
	}
	return nil
}
