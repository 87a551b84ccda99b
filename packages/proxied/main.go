//go:build unix

// Command proxied checks that the program of a package runs the proxy. The tests of packages/python and packages/npm run it:
//
//	go run ./packages/proxied COMMAND [ARGUMENT…]     such as: npx --offline toolparser
//
// It starts a model API whose calls come as text, and the command with the arguments of a proxy for it. A client then asks
// for an answer that comes at once, and for one in chunks. In both, the text must have become a call. In the end, SIGINT
// comes to all processes of the command, as from a terminal, and the proxy must end as it should.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// patience is how long the command may take. uvx installs a wheel first.
const patience = 3 * time.Minute

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: proxied COMMAND [ARGUMENT…]")
		os.Exit(2)
	}
	if err := check(os.Args[1], os.Args[2:]...); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", strings.Join(os.Args[1:], " "), err)
		os.Exit(1)
	}
}

func check(name string, arguments ...string) error {
	api := httptest.NewServer(http.HandlerFunc(answer))
	defer api.Close()
	c := exec.Command(name, append(arguments, "proxy", "--upstream", api.URL, "--listen", "127.0.0.1:0")...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	log, err := c.StderrPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	group := -c.Process.Pid
	watch := time.AfterFunc(patience, func() { _ = syscall.Kill(group, syscall.SIGKILL) })
	defer watch.Stop()
	lines := bufio.NewReader(log)
	asked := ask(lines)
	signaled := syscall.Kill(group, syscall.SIGINT)
	rest, _ := io.ReadAll(lines) // up to the end of the last process
	_ = c.Wait()                 // what runs the proxy may end by the signal
	if !strings.Contains(string(rest), "msg=draining") {
		return errors.Join(asked, signaled, fmt.Errorf("after SIGINT, the proxy says %q", rest))
	}
	return asked
}

var serving = regexp.MustCompile(`msg=serving address=(http://[^/]+)/v1`)

// ask reads the log up to the address of the proxy, and asks it.
func ask(log *bufio.Reader) error {
	var said strings.Builder
	for {
		line, err := log.ReadString('\n')
		said.WriteString(line)
		if m := serving.FindStringSubmatch(line); m != nil {
			return errors.Join(askAt(m[1], false), askAt(m[1], true))
		}
		if err != nil {
			return fmt.Errorf("the proxy doesn't serve: %s", said.String())
		}
	}
}

func askAt(address string, stream bool) error {
	request := fmt.Sprintf(`{"model": "qwen3", "stream": %t, "messages": [], "tools": [{"type": "function", "function": {"name": "f"}}]}`, stream)
	response, err := http.Post(address+"/v1/chat/completions", "application/json", strings.NewReader(request)) //nolint:noctx // the command is killed if it takes too long
	if err != nil {
		return err
	}
	defer response.Body.Close() //nolint:errcheck // it is read
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	body := string(text)
	if !strings.Contains(body, `"tool_calls"`) || !strings.Contains(body, `"name":"f"`) || strings.Contains(body, "tool_call>") {
		return fmt.Errorf("stream %t: no call in %s", stream, body)
	}
	return nil
}

// answer is a model API whose calls come as text.
func answer(w http.ResponseWriter, r *http.Request) {
	const call = `<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": 1}}</tool_call>`
	request, _ := io.ReadAll(r.Body) // a short one
	if !strings.Contains(string(request), `"stream": true`) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"choices":[{"index":0,"message":{"role":"assistant","content":"%s"},"finish_reason":"stop"}]}`, call)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for piece := range strings.SplitAfterSeq(call, " ") {
		_, _ = fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"}}]}\n\n", piece)
	}
	_, _ = io.WriteString(w, "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
}
