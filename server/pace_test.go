package server_test

import (
	"bufio"
	"io"
	"net/http"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc/test/bufconn"

	"github.com/toolparser/toolparser/server"
)

// TestHTTPBodiesGoRound among callers: next to 100 long bodies of one identity, another's waits for one of them at
// a time, and not for all. Time is counted in the pauses that bodies take for others, which are all that passes here.
func TestHTTPBodiesGoRound(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2)) // as many bodies go on at a time
	file := filepath.Join(t.TempDir(), "tokens")
	writeFile(t, file, "greedy "+oldToken+"\nother "+newToken+"\n")
	synctest.Test(t, func(t *testing.T) {
		listener := bufconn.Listen(64 << 10)
		startOn(t, server.HTTP(listener), testRegistry(t).Families(), server.WithConfig(server.Config{TokensFile: file, MaxMemory: 1 << 40}))
		post := func(token string, length int, body io.Reader) (int, error) {
			conn, err := listener.Dial()
			if err != nil {
				return 0, err
			}
			defer conn.Close() //nolint:errcheck // it did what it was for
			_, err = io.WriteString(conn, "POST "+parseMethod+" HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "+token+
				"\r\nContent-Type: application/json\r\nContent-Length: "+strconv.Itoa(length)+"\r\n\r\n")
			if err == nil {
				_, err = io.Copy(conn, body)
			}
			if err != nil {
				return 0, err
			}
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				return 0, err
			}
			return response.StatusCode, response.Body.Close()
		}
		const greedy, long, pieces, piece = 100, 3 << 20, 16, 32 << 10
		ended := make(chan error, greedy)
		for range greedy {
			go func() {
				// Its end never comes.
				_, err := post(oldToken, long+1, io.LimitReader(endless{}, long))
				ended <- err
			}()
		}
		time.Sleep(time.Millisecond) // all of them wait for each other
		begun := time.Now()
		request := `{"family":"line","modelOutput":"` + strings.Repeat("x", pieces*piece) + `"}`
		status, err := post(newToken, len(request), strings.NewReader(request))
		if err != nil || status != http.StatusOK {
			t.Error(status, err)
		}
		if waited := time.Since(begun); waited > 2*pieces*100*time.Microsecond {
			t.Errorf("a body of %d pieces waited for %v", pieces, waited)
		}
		for range greedy {
			if err := <-ended; err != nil { // after the time for a body
				t.Error(err)
			}
		}
	})
}

// endless is a text without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}
