package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

const (
	// chaosCallers make calls one after the other.
	chaosCallers = 16
	// chaosDeadline is that of a call, retries included.
	chaosDeadline = 30 * time.Second
	// uptime is how long the server lives at a time, downtime how long it doesn't.
	uptime, downtime = 700 * time.Millisecond, 200 * time.Millisecond
)

// chaos kills and restarts the server under load. The clients have the retry policy
// of docs/run/cluster.md; every call is to have its answer, once, and the right one.
func chaos(ctx context.Context, t *target, duration time.Duration) error {
	end := time.Now().Add(duration)
	var asked, answered, lost, wrong atomic.Int64
	var lastError atomic.Value
	var seen sync.Map // the contents of all answers
	var twice atomic.Int64
	var wg sync.WaitGroup
	for n := range chaosCallers {
		wg.Go(func() {
			for i := 0; time.Now().Before(end); i++ {
				asked.Add(1)
				response, err := chaosCall(ctx, t.client(n), n, i)
				if err != nil {
					lost.Add(1)
					lastError.Store(err)
					continue
				}
				content := response.GetResult().GetContent()
				if content != chaosText(n, i) {
					wrong.Add(1)
				}
				if _, known := seen.LoadOrStore(content, true); known {
					twice.Add(1)
				}
				answered.Add(1)
			}
		})
	}
	kills := 0
	for ; time.Now().Before(end); kills++ {
		time.Sleep(uptime)
		if err := t.kill(); err != nil {
			return err
		}
		time.Sleep(downtime)
		if err := t.start(); err != nil {
			return err
		}
	}
	wg.Wait()
	fmt.Printf("killed %d times: %d calls, %d answered, %d lost, %d different, %d twice\n",
		kills, asked.Load(), answered.Load(), lost.Load(), wrong.Load(), twice.Load())
	if lost.Load()+wrong.Load()+twice.Load() > 0 || asked.Load() != answered.Load() {
		return fmt.Errorf("calls were lost, or answered wrongly: %v", lastError.Load())
	}
	return nil
}

func chaosText(caller, call int) string { return fmt.Sprintf("Caller %d, call %d.", caller, call) }

// chaosCall makes a call, and makes it again if the server died in the middle of the
// answer: gRPC's own retries end where an answer begins.
func chaosCall(ctx context.Context, client toolparserv1.ToolParserServiceClient, caller, call int) (*toolparserv1.ParseToolCallsResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, chaosDeadline)
	defer cancel()
	for {
		response, err := client.ParseToolCalls(ctx, request(chaosText(caller, call)))
		if status.Code(err) != codes.Unavailable || ctx.Err() != nil {
			return response, err
		}
	}
}
