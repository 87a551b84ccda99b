// Command load puts the server, in a process of its own, under load, and checks
// what it answers:
//
//	load -server PATH overload  several times the load that it can take
//	load -server PATH soak      1,000 streams: memory stays flat
//	load -server PATH crowd     1,000 streams of 1,000 deltas: the results of unary calls
//	load -server PATH idle      5,000 idle streams: they end (-flags "--stream-idle-timeout 5s")
//	load -server PATH peak      as much as it can, and half of that, next to an echo of its answers
//	load -server PATH deltas    what a delta costs, on streams and multiplexed
//	load -server PATH chaos     the server is killed and restarted
//	load -server PATH attack    all that is dear, in 1 GiB of address space, or with GOMEMLIMIT
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"google.golang.org/grpc"
)

func main() {
	binary := flag.String("server", "toolparser", "path of the binary `toolparser`")
	duration := flag.Duration("duration", time.Minute, "how long each load lasts")
	flags := flag.String("flags", "", "further flags of toolparser serve")
	echo := flag.String("echo", "", "serve an echo at this `address`, as peak does")
	victim := flag.String("victim", "", "call the server at this `address` until standard input ends, as attack does")
	token := flag.String("token", "", "token of the victim")
	flag.Parse()
	if *victim != "" {
		if err := beVictim(context.Background(), *victim, *token); err != nil {
			fmt.Fprintln(os.Stderr, "load:", err)
			os.Exit(1)
		}
		return
	}
	if *echo != "" {
		if err := serveEcho(context.Background(), *echo); err != nil {
			fmt.Fprintln(os.Stderr, "load:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(context.Background(), flag.Arg(0), *binary, *duration, strings.Fields(*flags)); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, what, binary string, duration time.Duration, flags []string) error {
	loads := map[string]func(context.Context, *target, time.Duration) error{
		"overload": overload, "soak": soak, "chaos": chaos, "crowd": crowd, "idle": idle, "attack": attack, "deltas": deltas,
		"peak": peak,
	}
	load := loads[what]
	if load == nil {
		return fmt.Errorf("no load %q", what)
	}
	var opts []grpc.DialOption
	if what == "chaos" {
		opts = append(opts, grpc.WithDefaultServiceConfig(retryPolicy))
	}
	if what == "deltas" || what == "peak" {
		flags = append(flags, "--max-queue-time", "1m") // what is measured is never shed
	}
	t := &target{binary: binary, flags: flags, plain: what == "deltas" || what == "peak", launch: (*exec.Cmd).Start}
	switch what {
	case "overload":
		t.launch = startApart
	case "attack":
		t.launch = confine
	}
	t, err := startTarget(ctx, t, 8, opts...)
	if err != nil {
		return err
	}
	return errors.Join(load(ctx, t, duration), t.stop())
}
