package proxy

import (
	"net/http"
	"sync"
	"time"
)

// A responseWriter is written to, and flushed, by the handler of a request and by a sign: the reverse proxy flushes the headers in a
// goroutine of its own, whatever the handler does. A client that reads nothing for a time makes writing fail.
type responseWriter struct {
	http.ResponseWriter
	control http.ResponseController
	patient time.Duration
	mu      sync.Mutex
}

func newResponseWriter(w http.ResponseWriter, patient time.Duration) *responseWriter {
	return &responseWriter{ResponseWriter: w, control: *http.NewResponseController(w), patient: patient}
}

// hurry sets the time that the client has to read, until patiently is called. Without deadlines the client decides.
func (w *responseWriter) hurry() { _ = w.control.SetWriteDeadline(time.Now().Add(w.patient)) }

func (w *responseWriter) patiently() { _ = w.control.SetWriteDeadline(time.Time{}) }

// WriteHeader implements http.ResponseWriter. A response without a Content-Type has none: net/http would guess one.
func (w *responseWriter) WriteHeader(status int) {
	if h := w.Header(); len(h["Content-Type"]) == 0 {
		h["Content-Type"] = nil
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *responseWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hurry()
	defer w.patiently()
	return w.ResponseWriter.Write(p)
}

// FlushError is for http.ResponseController.
func (w *responseWriter) FlushError() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hurry()
	defer w.patiently()
	return w.control.Flush()
}

// Unwrap is for http.ResponseController.
func (w *responseWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
