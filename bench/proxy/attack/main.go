// Command attack attacks toolparser proxy, as hostile clients and upstreams would, and reports for each attack the most memory that the proxy
// took, and how fast it served others meanwhile. It fails if that is more than wanted, or if the proxy doesn't live through it. The first
// argument is the program, and the rest are flags of its command proxy. It needs Linux, whose /proc has the memory.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const tools = `"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"a":{"type":"string"}}}}}]`

// An attack is what an upstream sends to a request for the model of its name, and who asks for it.
type attack struct {
	name, kind string
	clients    int
	reads      bool // the clients read
	// uploads is how much each client sends of a body that it says is longer; then the proxy refuses some of them.
	uploads int
	send    func(ctx context.Context, write func(string) bool)
}

// chunk is an event of chat completions.
func chunk(index int, delta string) string {
	return `data: {"choices":[{"index":` + strconv.Itoa(index) + `,"delta":` + delta + `}]}` + "\n\n"
}

// filler is part of a long text.
var filler = strings.Repeat("x", 64<<10)

// endless writes a text for ever, behind another one, at up to 64 MiB a second: more would take the processors from the proxy.
func endless(first, text string) func(context.Context, func(string) bool) {
	return func(ctx context.Context, write func(string) bool) {
		for ok := write(first); ok && ctx.Err() == nil; time.Sleep(time.Millisecond) {
			ok = write(text)
		}
	}
}

var attacks = []attack{
	{"64 clients that never read", "text/event-stream", 64, false, 0, endless("", chunk(0, `{"content":"`+filler+`"}`))},
	{"100,000 choices in 15 MiB of events", "text/event-stream", 1, true, 0, func(_ context.Context, write func(string) bool) {
		for i := range 100_000 {
			if !write(chunk(i, `{"content":"<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": \"`+filler[:60]+`"}`)) {
				return
			}
		}
	}},
	{"arguments of 100 MiB", "text/event-stream", 1, true, 0, func(_ context.Context, write func(string) bool) {
		write(chunk(0, `{"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{\"a\": \""}}]}`))
		for range 100 << 20 / len(filler) {
			if !write(chunk(0, `{"tool_calls":[{"index":0,"function":{"arguments":"`+filler+`"}}]}`)) {
				return
			}
		}
	}},
	{"ten endless bodies", "application/json", 10, true, 0, endless(`{"choices":[{"message":{"content":"`, filler)},
	{"ten calls in text that never end", "text/event-stream", 10, true, 0, endless(chunk(0, `{"content":"<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": \""}`), chunk(0, `{"content":"`+filler+`"}`))},
	{"100 request bodies that don't end", "application/json", 100, true, 8 << 20, nil},
}

const usual = "usual" // the model of those who do nothing wrong

func main() {
	most := flag.Int("most", 512, "MiB of memory that the proxy may take")
	fast := flag.Duration("fast", 20*time.Millisecond, "median time in which others must be served")
	long := flag.Duration("time", 10*time.Second, "time of an attack")
	only := flag.String("only", "", "part of an attack's name")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "want the path of toolparser, and flags of toolparser proxy")
		os.Exit(2)
	}
	upstream := httptest.NewServer(http.HandlerFunc(answer))
	var err error
	for i := range attacks {
		if strings.Contains(attacks[i].name, *only) {
			err = errors.Join(err, attackOne(&attacks[i], upstream.URL, *long, *most, *fast))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// attackOne attacks a proxy of its own: an earlier one keeps memory for a while.
func attackOne(a *attack, upstream string, long time.Duration, most int, fast time.Duration) error {
	p, err := startProxy(flag.Arg(0), append([]string{"--upstream", upstream}, flag.Args()[1:]...))
	if err != nil {
		return err
	}
	return errors.Join(p.attack(a, long, most, fast), p.stop())
}

// answer is the upstream.
func answer(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body) // what is broken has no name
	for i := range attacks {
		if !bytes.Contains(body, []byte(attacks[i].name)) {
			continue
		}
		w.Header().Set("Content-Type", attacks[i].kind)
		attacks[i].send(r.Context(), func(text string) bool {
			_, err := io.WriteString(w, text)
			return err == nil
		})
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"choices":[{"index":0,"message":{"content":"<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": \"b\"}}</tool_call>"},"finish_reason":"stop"}]}`)
}

// A proxied is a proxy that runs.
type proxied struct {
	process *exec.Cmd
	address string
	died    chan struct{} // is closed then
}

func startProxy(program string, flags []string) (*proxied, error) {
	p := &proxied{process: exec.Command(program, append([]string{"proxy", "--listen", "127.0.0.1:0"}, flags...)...), died: make(chan struct{})}
	log, err := p.process.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := p.process.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewReader(log)
	for p.address == "" {
		line, err := lines.ReadString('\n')
		if err != nil {
			return nil, fmt.Errorf("the proxy didn't start: %w", err)
		}
		if found := regexp.MustCompile(`address=http://(\S+:\d+)`).FindStringSubmatch(line); found != nil {
			p.address = found[1]
		}
	}
	go func() {
		_, _ = io.Copy(io.Discard, lines)
		_ = p.process.Wait() // it is killed, or has died
		close(p.died)
	}()
	return p, nil
}

func (p *proxied) stop() error {
	err := p.process.Process.Kill()
	<-p.died
	if errors.Is(err, os.ErrProcessDone) { // it has died; the attack says so
		return nil
	}
	return err
}

// alive reports whether the proxy runs.
func (p *proxied) alive() bool {
	select {
	case <-p.died:
		return false
	default:
		return true
	}
}

// peak is the most memory that the proxy took, in MiB.
func (p *proxied) peak() int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.process.Process.Pid)) // without it, there is none
	found := regexp.MustCompile(`VmHWM:\s*(\d+)`).FindSubmatch(status)
	if found == nil {
		return 0
	}
	n, _ := strconv.Atoi(string(found[1])) // it is a number
	return n >> 10
}

// attack runs one, and prints its line.
func (p *proxied) attack(a *attack, long time.Duration, most int, fast time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), long)
	defer cancel()
	var clients sync.WaitGroup
	refusals := make(chan error, a.clients)
	for range a.clients {
		clients.Go(func() { p.client(ctx, a, refusals) })
	}
	times, refused := p.victim(ctx)
	clients.Wait()
	close(refusals)
	var median time.Duration
	if slices.Sort(times); len(times) > 0 {
		median = times[len(times)/2]
	}
	peak := p.peak()
	fmt.Printf("%-40s %5d MiB at most; %d refused; others: %d requests, %d failed, p50 %v\n", a.name, peak, len(refusals), len(times)+refused, refused, median.Round(10*time.Microsecond))
	var errs []error
	if a.uploads > 0 && len(refusals) == 0 {
		errs = append(errs, fmt.Errorf("%s: none is refused", a.name))
	}
	for err := range refusals {
		errs = append(errs, err)
	}
	if !p.alive() {
		return fmt.Errorf("%s: the proxy has died", a.name)
	}
	if peak > most {
		errs = append(errs, fmt.Errorf("%s: %d MiB, want %d", a.name, peak, most))
	}
	if median > fast || len(times) == 0 {
		errs = append(errs, fmt.Errorf("%s: others were served in %v, want %v", a.name, median, fast))
	}
	return errors.Join(errs...)
}

// client is one of an attack's, until its time is over.
func (p *proxied) client(ctx context.Context, a *attack, refusals chan<- error) {
	c, err := (&net.Dialer{}).DialContext(ctx, "tcp", p.address)
	if err != nil {
		return
	}
	defer func() { _ = c.Close() }()
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	if a.uploads > 0 {
		p.upload(c, a, refusals)
		return
	}
	body := `{"model":"` + a.name + `","stream":true,` + tools + `}`
	fmt.Fprintf(c, "POST /v1/chat/completions HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", p.address, len(body), body)
	if a.reads {
		_, _ = io.Copy(io.Discard, c)
		return
	}
	<-ctx.Done()
}

// upload sends a part of a body, and reads what the proxy responds before its end, if it does.
func (p *proxied) upload(c net.Conn, a *attack, refusals chan<- error) {
	fmt.Fprintf(c, "POST /v1/chat/completions HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", p.address, 8*a.uploads)
	go func() {
		for range a.uploads / len(filler) {
			if _, err := io.WriteString(c, filler); err != nil {
				return
			}
		}
	}()
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return // its time is over
	}
	defer func() { _ = response.Body.Close() }()
	text, _ := io.ReadAll(response.Body) // what is missing shows
	var refusal struct {
		Error struct{ Message string }
	}
	if response.StatusCode != http.StatusServiceUnavailable || json.Unmarshal(text, &refusal) != nil || refusal.Error.Message == "" {
		err = fmt.Errorf("%s: status %d, %s", a.name, response.StatusCode, text)
	}
	refusals <- err
}

// victim asks until the time is over, as others do.
func (p *proxied) victim(ctx context.Context) (times []time.Duration, failed int) {
	client := &http.Client{Timeout: 5 * time.Second}
	defer client.CloseIdleConnections()
	for ; ctx.Err() == nil; time.Sleep(5 * time.Millisecond) {
		begun := time.Now()
		r, err := client.Post("http://"+p.address+"/v1/chat/completions", "application/json", strings.NewReader(`{"model":"`+usual+`",`+tools+`}`))
		var text []byte
		if err == nil {
			text, err = io.ReadAll(r.Body)
			_ = r.Body.Close()
		}
		if err != nil || !bytes.Contains(text, []byte(`"tool_calls"`)) {
			failed++
			continue
		}
		times = append(times, time.Since(begun))
	}
	return times, failed
}
