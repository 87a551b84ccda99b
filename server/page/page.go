// Package page is a page that shows how an output is parsed: its text with the
// segments in color, the calls, what was repaired, and how a stream would go. It asks
// the server that it came from, and no one else.
package page

import (
	"embed"
	"io/fs"
	"net/http"
)

//go:embed static
var static embed.FS

// Path begins the addresses of the page's parts; the page itself is at "/".
const Path = "/page/"

// policy lets the page load its own parts and call this server, and nothing else. Text
// can't become markup or script: the page has no way to make HTML of a string.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// Handler serves the page at "/", and its parts under Path.
func Handler() http.Handler {
	parts, err := fs.Sub(static, "static")
	if err != nil {
		panic(err) // the folder is there, or this wouldn't have been built
	}
	files := http.FileServerFS(parts)
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", files)
	mux.Handle("GET "+Path, http.StripPrefix(Path, files))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cache-Control", "no-cache")
		mux.ServeHTTP(w, r)
	})
}
