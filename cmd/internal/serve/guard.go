package serve

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// policy lets a page use what this server has and nothing else. WebAssembly is for the same pages without a server.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"

// guarded lets only those requests through to h that may be answered.
func (s *server) guarded(h http.Handler) http.Handler {
	h = http.NewCrossOriginProtection().Handler(s.whole(h))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Security-Policy", policy)
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("Cross-Origin-Opener-Policy", "same-origin")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime)) // whoever answers after a wait sets another
		if !s.known(r.Host) {
			http.Error(w, "this server is not called so", http.StatusMisdirectedRequest)
			return
		}
		if s.Token != "" && !s.admitted(w, r) {
			return
		}
		h.ServeHTTP(w, r)
	})
}

// whole has h answer a request whose body is there, if it is not too long and does not take too long. Without a deadline
// afterwards: some answers wait in line, and one that passed would end the request.
func (s *server) whole(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w) // tests have writers without deadlines
		control.SetReadDeadline(time.Now().Add(readTime))
		text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		var large *http.MaxBytesError
		switch {
		case errors.As(err, &large):
			s.refuse(w, r, badf("the request has more than %d bytes", large.Limit))
		case err != nil:
			s.refuse(w, r, badf("the request broke off"))
		default:
			control.SetReadDeadline(time.Time{})
			r.Body = io.NopCloser(bytes.NewReader(text))
			h.ServeHTTP(w, r)
		}
	})
}

// known reports whether a Host header names this server.
func (s *server) known(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return slices.Contains(s.Hosts, strings.ToLower(strings.Trim(host, "[]")))
}

const tokenCookie = "jieqi_token"

// admitted reports whether a request brings the token: in a cookie, as a bearer, or once in the address, from where it
// goes into a cookie. Otherwise it answers the request.
func (s *server) admitted(w http.ResponseWriter, r *http.Request) bool {
	want := hashed(s.Token)
	same := func(got string) bool { return subtle.ConstantTimeCompare([]byte(got), []byte(want)) == 1 }
	if c, err := r.Cookie(tokenCookie); err == nil && same(c.Value) {
		return true
	}
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && same(hashed(bearer)) {
		return true
	}
	query := r.URL.Query()
	if r.Method == http.MethodGet && same(hashed(query.Get("token"))) {
		http.SetCookie(w, &http.Cookie{Name: tokenCookie, Value: want, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: 30 * 24 * 3600})
		query.Del("token")
		to := *r.URL
		to.Scheme, to.Host, to.RawQuery = "", "", query.Encode()
		to.Path = "/" + strings.TrimLeft(to.Path, "/") // "//elsewhere" would lead away
		http.Redirect(w, r, to.String(), http.StatusSeeOther)
		return false
	}
	http.Error(w, "open the address that the server printed, with its token", http.StatusUnauthorized)
	return false
}

func hashed(token string) string {
	sum := sha256.Sum256([]byte("jieqi token " + token))
	return hex.EncodeToString(sum[:])
}

// shortestToken is how long a token must be.
const shortestToken = 16

// Hosts returns the names that a server on an address answers to. An address that others can reach needs a token.
func Hosts(addr, token string, more []string) ([]string, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("address %q: want HOST:PORT such as 127.0.0.1:8080", addr)
	}
	hosts := []string{"localhost", "127.0.0.1", "::1"}
	for _, name := range more {
		hosts = append(hosts, strings.ToLower(name))
	}
	ip := net.ParseIP(host)
	if host == "localhost" || ip.IsLoopback() {
		return append(hosts, host), checkToken(token)
	}
	if token == "" {
		return nil, fmt.Errorf("address %q: others can reach it, so it needs a --token of at least %d characters", addr, shortestToken)
	}
	if host != "" && !ip.IsUnspecified() {
		return append(hosts, strings.ToLower(host)), checkToken(token)
	}
	own, err := net.InterfaceAddrs()
	if err != nil {
		return nil, err
	}
	for _, a := range own {
		if n, ok := a.(*net.IPNet); ok {
			hosts = append(hosts, n.IP.String())
		}
	}
	return hosts, checkToken(token)
}

func checkToken(token string) error {
	if token != "" && len(token) < shortestToken {
		return errors.New("the token has fewer than 16 characters")
	}
	return nil
}
