// Command load puts the server, in a process of its own, under load, and checks
// what it answers:
//
//	load -server PATH overload  several times the load that it can take
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"
)

func main() {
	binary := flag.String("server", "toolparser", "path of the binary `toolparser`")
	duration := flag.Duration("duration", time.Minute, "how long each load lasts")
	flags := flag.String("flags", "", "further flags of toolparser serve")
	flag.Parse()
	if err := run(context.Background(), flag.Arg(0), *binary, *duration, strings.Fields(*flags)); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, what, binary string, duration time.Duration, flags []string) error {
	switch what {
	case "overload":
		t, err := startTarget(ctx, binary, 8, flags)
		if err != nil {
			return err
		}
		defer t.stop()
		return overload(ctx, t, duration)
	default:
		return fmt.Errorf("no load %q", what)
	}
}
