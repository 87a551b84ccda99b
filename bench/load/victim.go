package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// A victim is a caller that does nothing wrong while the server is under attack. It is a
// process of its own, so that what the attack takes of the attacker doesn't count.
type victim struct {
	process *exec.Cmd
	end     io.Closer
	told    io.Reader
}

// A served is how its calls went.
type served struct {
	Calls, Refused int
	Median, Worst  time.Duration
}

// String is what a line of the report has.
func (s served) String() string {
	return fmt.Sprintf("%d calls, %d refused, p50 %v, p99 %v", s.Calls, s.Refused, s.Median.Round(10*time.Microsecond), s.Worst.Round(10*time.Microsecond))
}

// slow reports whether half of its calls took longer than fast, or it waited for a few of them
// so long that it made less than half as many as it could have.
func (s served) slow(took time.Duration) bool {
	return s.Median > fast || s.Calls <= s.Refused || s.Calls < int(took/(2*(fast+victimPause)))
}

// victimPause is between two of its calls.
const victimPause = 5 * time.Millisecond

func (t *target) startVictim() (*victim, error) {
	v := &victim{process: exec.Command(os.Args[0], "-victim", t.address, "-token", t.token)}
	v.process.Stderr = os.Stderr
	var err error
	if v.end, err = v.process.StdinPipe(); err != nil {
		return nil, err
	}
	if v.told, err = v.process.StdoutPipe(); err != nil {
		return nil, err
	}
	return v, v.process.Start()
}

func (v *victim) stop() (s served, err error) {
	_ = v.end.Close() // it ends by that
	if err := json.NewDecoder(v.told).Decode(&s); err != nil {
		return s, fmt.Errorf("victim: %w", err)
	}
	return s, v.process.Wait()
}

// beVictim calls until standard input ends, and says how that went.
func beVictim(ctx context.Context, address, token string) error {
	if token != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+token)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // its end is what matters
		cancel()
	}()
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // it did what it was for
	client := toolparserv1.NewToolParserServiceClient(conn)
	var s served
	var times []time.Duration
	for ; ctx.Err() == nil; time.Sleep(victimPause) {
		begun := time.Now()
		_, err := client.ParseToolCalls(ctx, request("hi"))
		switch {
		case ctx.Err() != nil:
		case err != nil:
			s.Calls++
			s.Refused++
		default:
			s.Calls++
			times = append(times, time.Since(begun))
		}
	}
	slices.Sort(times)
	if n := len(times); n > 0 {
		s.Median, s.Worst = times[n/2], times[n*99/100]
	}
	return json.NewEncoder(os.Stdout).Encode(s)
}

// forgetPeak has the next peak of a process's memory count from now on.
func forgetPeak(pid int) error {
	return os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0)
}
