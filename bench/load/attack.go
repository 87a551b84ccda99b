package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

const (
	// attackSpace is the address space, in KiB, that the server has under attack.
	attackSpace = 1 << 20
	// attackTime is what each attack may take, grace how long its callers may take to leave
	// then, and recovery the time after which a usual call must be answered again.
	attackTime, grace, recovery = 20 * time.Second, 20 * time.Second, 10 * time.Second
	// ownMemory is GOMEMLIMIT of the attackers, and ownSpace bounds their address space: a mistake
	// in an attack ends it, and not the machine.
	ownMemory, ownSpace = 2 << 30, 8 << 30
	// longText is the longest output that the server takes.
	longText = 16 << 20
)

// attacks are what brought the server down, or near it, before it had bounds.
var attacks = []struct {
	name string
	run  func(ctx context.Context, t *target) error
}{
	{"schemas that are slow to compile, or large", attackSchemas},
	{"long outputs through all families, whose callers leave", attackAbandoned},
	{"1,024 outputs of 16 MiB on one connection", attackLongOutputs},
	{"1,024 half outputs of 16 MiB on one connection", attackHalfMessages},
	{"1,000 streams whose client never reads", attackUnread},
	{"2,000 messages of 33 KiB at a time", attackMiddling},
	{"outputs full of half calls", attackHalfCalls},
	{"millions of empty tools", attackEmptyTools},
	{"5,000 streams that hold back text", attackIdle},
	{"bytes that aren't HTTP/2", attackGarbage},
	{"outputs of up to 16 MiB of control characters", attackControls},
	{"a pipe in a folder of families", attackFiles},
	{"5,000 calls whose message never comes", attackNoMessage},
	{"4,200 half bodies over HTTP/1.1", attackHalfBodies},
	{"all streams for two connections", attackAllStreams},
	{"400 streams with 3.8 MiB of tools each", attackTools},
	{"400 such outputs on multiplexed streams", attackMultiplexedTools},
	{"400 streams with schemas to check against", attackCheckedTools},
	{"outputs full of repairs", attackRepairs},
	{"outputs full of repairs, on streams", attackStreamedRepairs},
	{"outputs full of short calls", attackShortCalls},
	{"100 callers with lists in JSON", attackJSON},
	{"100 callers with long JSON", attackLongJSON},
	{"100 callers with lists of many outputs", attackMultiplexedLists},
	{"5,000 health watches", attackWatches},
	{"15,000 connections", attackConnections},
	{"5,000 streams with long headers", attackHeaders},
	{"names of tokens that aren't UTF-8", attackNames},
	{"files of tokens that look as before", attackFilesAlike},
	{"open calls of a removed token", attackRemovedToken},
	{"mistakes that fill the log", attackLog},
	{"250 checked outputs that finish at a time", attackFinishes},
	{"100 schemas to compile at a time", attackStarts},
	{"60 clean outputs that finish at a time", attackClean},
	{"calls with 620 calls to check", attackChecks},
	{"clean outputs of 8 MiB", attackLongClean},
	{"3,780 answers that are never read", attackUnreadAnswers},
	{"20,000 lists of families that are never read", attackUnreadFamilies},
	{"half health checks of 32 MiB", attackHalfChecks},
	{"health checks next to 1,040 watches", attackHealth},
	{"100 long bodies of one identity", attackBodies},
}

// fastUnder are the attacks under which half of the calls of others must be as fast as without an
// attack; with JSON only where the server has plenty of memory: what garbage takes to collect,
// in little of it, is everyone's.
var fastUnder = map[string]bool{
	"100 callers with lists in JSON":         false,
	"100 callers with long JSON":             false,
	"100 callers with lists of many outputs": false,
	"5,000 calls whose message never comes":  true,
	"4,200 half bodies over HTTP/1.1":        true,
	"all streams for two connections":        true,
	"5,000 health watches":                   true,
	"15,000 connections":                     true,

	"250 checked outputs that finish at a time": true,
	"100 schemas to compile at a time":          true,
	"60 clean outputs that finish at a time":    true,
	"calls with 620 calls to check":             true,
	"clean outputs of 8 MiB":                    true,
}

// fast is how fast they must be served, plenty the memory that is plenty, in KiB.
const (
	fast   = 20 * time.Millisecond
	plenty = 2 << 20
)

// confine gives the server no more than attackSpace, or, with GOMEMLIMIT, that. The C library of a
// program that has one reserves 64 MiB of address space for the memory of each thread, and 8 MiB
// for its stack, unless it is limited: too much for the threads of a busy machine in 1 GiB.
func confine(process *exec.Cmd) error {
	if runtime.GOOS == "linux" && os.Getenv("GOMEMLIMIT") == "" {
		script := fmt.Sprintf(`ulimit -s 1024 && ulimit -v %d && MALLOC_ARENA_MAX=1 exec "$0" "$@"`, attackSpace)
		process.Args = append([]string{"/bin/sh", "-c", script, process.Path}, process.Args[1:]...)
		process.Path = "/bin/sh"
	}
	return process.Start()
}

// attack runs all of them, one after the other, against a server that has 1 GiB of
// address space. It must live, and answer a usual call soon after each.
// With GOMEMLIMIT it must stay within five quarters of that instead.
func attack(ctx context.Context, t *target, _ time.Duration) error {
	most := debug.SetMemoryLimit(ownMemory) >> 10 / 4 * 5 // GOMEMLIMIT is the server's
	limited := most < math.MaxInt64>>10
	if err := limitSpace(ownSpace); err != nil {
		return err
	}
	var errs []error
	for _, a := range attacks {
		if only := os.Getenv("ATTACK"); only != "" && !strings.Contains(a.name, only) {
			continue
		}
		if err := errors.Join(forgetPeak(t.process.Process.Pid), forgetPeak(os.Getpid())); err != nil {
			return err
		}
		begun := time.Now()
		victim, err := t.startVictim()
		if err != nil {
			return err
		}
		if err := inTime(ctx, a.name, func(ctx context.Context) error { return a.run(ctx, t) }, &errs); err != nil {
			return errors.Join(append(errs, err)...)
		}
		took := time.Since(begun)
		served, lost := victim.stop()
		errs = append(errs, lost, t.recovers(ctx))
		fmt.Printf("%-58s %5.1f s, %s; others: %s; a call again after %v; the attackers %d MiB at most\n",
			a.name, took.Seconds(), t.memory(), served, time.Since(begun.Add(took)).Round(time.Millisecond), procStatus(os.Getpid(), "VmHWM")>>10)
		if peak := int64(t.status("VmHWM")); peak > most {
			errs = append(errs, fmt.Errorf("%s: %d MiB, more than %d", a.name, peak>>10, most>>10))
		}
		if always, must := fastUnder[a.name]; must && (always || limited && most > plenty) && served.slow(took) {
			errs = append(errs, fmt.Errorf("%s: others were answered in %v, want %v, %d times in %v", a.name, served.Median, fast, served.Calls, took))
		}
		if errors.Join(errs...) != nil && t.status("VmRSS") == 0 {
			return errors.Join(errs...) // it has died
		}
	}
	return errors.Join(errs...)
}

// inTime runs an attack until its deadline, and adds its error. One whose callers don't leave
// then is an error of its own, since another can't follow: where they are is on standard error.
func inTime(ctx context.Context, name string, run func(context.Context) error, errs *[]error) error {
	ctx, cancel := context.WithTimeout(ctx, attackTime)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- run(ctx) }()
	select {
	case err := <-ended:
		*errs = append(*errs, err)
		return nil
	case <-time.After(attackTime + grace):
		_ = pprof.Lookup("goroutine").WriteTo(os.Stderr, 1)
		return fmt.Errorf("%s: not over %v after its deadline of %v", name, grace, attackTime)
	}
}

// recovers waits until the server answers a usual call.
func (t *target) recovers(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, recovery)
	defer cancel()
	conn, err := t.connect()
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // it did what it was for
	client := toolparserv1.NewToolParserServiceClient(conn)
	for {
		_, err := client.ParseToolCalls(ctx, request(`{"name": "f", "parameters": {}}`))
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func (t *target) connect() (*grpc.ClientConn, error) {
	return grpc.NewClient(t.address, grpc.WithTransportCredentials(insecure.NewCredentials()), newSharing())
}

// crowdOf runs n attackers, each with its own number, and waits for all.
func crowdOf(n int, attacker func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { attacker(i) })
	}
	wg.Wait()
}

func attackSchemas(ctx context.Context, t *target) error {
	schemas := []string{
		strings.Repeat(`{"not":`, 8<<10) + "{}" + strings.Repeat("}", 8<<10),
		`{"allOf":[` + strings.Repeat(`{"pattern":"(a?){998}"},`, 4<<10) + "{}]}",
		`{"properties":{"a":{"pattern":"^(a|aa)*(a?){500}$"}}}`,
		`{"properties":{"a":{"format":"regex"}},"$schema":"http://json-schema.org/draft-07/schema#"}`,
		`{"properties":{"a":{"items":{"items":{"items":{"type":"integer"}}}}}}`,
	}
	argument := `"` + strings.Repeat("a", 64<<10) + `"`
	crowdOf(64, func(i int) {
		schema := schemas[i%len(schemas)]
		for range 4 {
			_, _ = t.client(i).ParseToolCalls(ctx, &toolparserv1.ParseToolCallsRequest{
				Family: "llama3", ModelOutput: strings.Repeat(`{"name":"f","parameters":{"a":`+argument+`}}`, 4),
				Tools:   []*toolparserv1.Tool{{Function: &toolparserv1.FunctionDefinition{Name: "f", Parameters: schema + strings.Repeat(" ", i)}}},
				Options: &toolparserv1.ParseOptions{ValidateArguments: true},
			}) // refused or not, the server must live
		}
	})
	return nil
}

// attackEmptyTools sends what takes thirty times its bytes where it is decoded.
func attackEmptyTools(ctx context.Context, t *target) error {
	message := share(&toolparserv1.ParseToolCallsRequest{Family: "llama3", Tools: slices.Repeat([]*toolparserv1.Tool{{}}, longText/4)})
	crowdOf(16, func(i int) { parse(ctx, t.conn(i), message) })
	return nil
}

func attackAbandoned(ctx context.Context, t *target) error {
	message := share(workRequest(strings.Repeat(`{"name": "a" `, longText/13)))
	crowdOf(32, func(i int) {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		parse(ctx, t.conn(i), message) // it leaves
	})
	return nil
}

func attackLongOutputs(ctx context.Context, t *target) error {
	text := strings.Repeat("A long text. ", longText/13)
	conn, err := t.connect()
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // what is open then ends with it
	client := toolparserv1.NewToolParserServiceClient(conn)
	message, piece := share(request(text)), share(delta(text))
	crowdOf(1024, func(i int) {
		if i%2 == 0 {
			parse(ctx, conn, message) // most are shed
			return
		}
		if e, err := openExchange(ctx, client); err == nil {
			_ = e.stream.SendMsg(piece) // the end says what became of it
			_ = e.stream.RecvMsg(unread{})
			_ = e.stream.RecvMsg(unread{})
		}
	})
	return nil
}

// attackHalfMessages announces messages of 16 MiB, and sends the half of each.
func attackHalfMessages(ctx context.Context, t *target) error {
	ctx, cancel := context.WithTimeout(ctx, attackTime/2)
	defer cancel()
	transport := &http.Transport{Protocols: new(http.Protocols)}
	transport.Protocols.SetUnencryptedHTTP2(true)
	defer transport.CloseIdleConnections()
	prefix := binary.BigEndian.AppendUint32([]byte{0}, longText)
	body := append(prefix, strings.Repeat("x", longText/2)...)
	crowdOf(1024, func(int) {
		read, write := io.Pipe()
		go func() {
			_, _ = write.Write(body) // the rest never comes
			<-ctx.Done()
			_ = write.Close()
		}()
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+t.address+"/toolparser.v1.ToolParserService/StreamToolCalls", read)
		if err != nil {
			return
		}
		req.Header.Set("Content-Type", "application/grpc")
		req.Header.Set("Te", "trailers")
		if response, err := transport.RoundTrip(req); err == nil {
			_, _ = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
		}
		_ = read.Close()
	})
	return nil
}

func attackUnread(ctx context.Context, t *target) error {
	conn, err := t.connect()
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // what is open then ends with it
	client := toolparserv1.NewToolParserServiceClient(conn)
	text := strings.Repeat(`{"name": "f", "parameters": {"a": 1}} `, 100)
	ctx, cancel := context.WithTimeout(ctx, attackTime/2)
	defer cancel()
	crowdOf(1000, func(int) {
		e, err := openExchange(ctx, client)
		for err == nil {
			err = e.stream.Send(delta(text))
		}
	})
	return nil
}

func attackMiddling(ctx context.Context, t *target) error {
	message := share(request(strings.Repeat("A text. ", 33<<7)))
	crowdOf(2000, func(i int) {
		for range 5 {
			parse(ctx, t.conn(i), message)
		}
	})
	return nil
}

func attackHalfCalls(ctx context.Context, t *target) error {
	message := share(request(strings.Repeat(`{"name": "f", "parameters": {]`, 10<<10)))
	crowdOf(256, func(i int) { parse(ctx, t.conn(i), message) })
	return nil
}

func attackIdle(ctx context.Context, t *target) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	crowdOf(5000, func(i int) {
		e, err := openExchange(ctx, t.client(i))
		if err == nil {
			_ = e.delta(`{"name": "f", "parameters": {"a": "` + strings.Repeat("x", 10<<10)) // some are shed
		}
	})
	return nil
}

func attackGarbage(ctx context.Context, t *target) error {
	var d net.Dialer
	crowdOf(500, func(i int) {
		conn, err := d.DialContext(ctx, "tcp", t.address)
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()              // it is no connection of anything
		_ = conn.SetDeadline(time.Now().Add(attackTime)) // the server may neither read nor close
		begin := []string{"GET / HTTP/1.1\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\xff\xff", "\x16\x03\x01", ""}[i%4]
		_, _ = io.WriteString(conn, begin+strings.Repeat("\x00", 100<<10)) // it may be closed at once
	})
	return nil
}

// memory is what the server takes, and has taken at most, of memory and of address space.
func (t *target) memory() string {
	return fmt.Sprintf("%d MiB, %d at most, %d of address space", t.status("VmRSS")>>10, t.status("VmHWM")>>10, t.status("VmPeak")>>10)
}
