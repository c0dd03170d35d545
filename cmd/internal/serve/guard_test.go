package serve

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// send has a handler answer a request.
func send(h http.Handler, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = "localhost:8080"
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestHostsAndOrigins(t *testing.T) {
	h := Handler(config(t))
	for host, want := range map[string]int{
		"localhost:8080": 200, "127.0.0.1": 200, "[::1]:8080": 200, "LOCALHOST": 200, "evil.example": 421, "evil.example:8080": 421, "": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example:80": 421,
	} {
		if w := send(h, "GET", "/play", "", "Host", host); w.Code != want {
			t.Errorf("host %q: %d, want %d", host, w.Code, want)
		}
	}
	const body = `{"colour":"red","opponent":0,"level":0,"practice":false}`
	for origin, want := range map[string]int{"http://localhost:8080": 200, "http://evil.example": 403, "null": 403, "http://localhost:9999": 403} {
		if w := send(h, "POST", "/api/play/games", body, "Origin", origin); w.Code != want {
			t.Errorf("origin %q: %d, want %d", origin, w.Code, want)
		}
	}
	if w := send(h, "POST", "/api/play/games", body, "Sec-Fetch-Site", "cross-site"); w.Code != 403 {
		t.Errorf("a cross-site request: %d", w.Code)
	}
}

func TestHeaders(t *testing.T) {
	h := Handler(config(t))
	for _, path := range []string{"/play", "/assets/play.js", "/api/play/about", "/nothing", "/api/run"} {
		head := send(h, "GET", path, "").Header()
		if csp := head.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'") || strings.Contains(csp, "inline") {
			t.Errorf("%s: policy %q", path, csp)
		}
		if head.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: a browser may guess what it is", path)
		}
	}
	report := send(h, "GET", "/run/report", "").Header().Get("Content-Security-Policy")
	if strings.Contains(report, "script-src 'unsafe-inline'") || !strings.Contains(report, "default-src 'none'") {
		t.Errorf("the report's policy is %q", report)
	}
	for _, name := range pageNames {
		if page := send(h, "GET", "/"+name, "").Body.String(); strings.Count(page, "<script") != 1 || strings.Contains(page, "<style") || strings.Contains(page, "http:") || strings.Contains(page, "https:") {
			t.Errorf("%s has inline scripts or styles, or loads something from elsewhere", name)
		}
	}
}

func TestToken(t *testing.T) {
	cfg := config(t)
	cfg.Token = "a secret of some length"
	h := Handler(cfg)
	for _, path := range []string{"/", "/play", "/assets/play.js", "/api/play/about", "/play?token=wrong", "/run/report"} {
		if w := send(h, "GET", path, ""); w.Code != http.StatusUnauthorized || strings.Contains(w.Body.String(), cfg.Token) {
			t.Errorf("%s without a token: %d", path, w.Code)
		}
	}
	w := send(h, "GET", "/play?x=1&token=a+secret+of+some+length", "")
	if to := w.Header().Get("Location"); w.Code != http.StatusSeeOther || to != "/play?x=1" {
		t.Fatalf("%d to %q", w.Code, to)
	}
	cookies := w.Result().Cookies()
	if len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode || strings.Contains(cookies[0].Value, "secret") {
		t.Fatalf("cookies %v", cookies)
	}
	if w := send(h, "GET", "/play", "", "Cookie", cookies[0].Name+"="+cookies[0].Value); w.Code != 200 {
		t.Errorf("with the cookie: %d", w.Code)
	}
	if w := send(h, "GET", "/play", "", "Authorization", "Bearer "+cfg.Token); w.Code != 200 {
		t.Errorf("with the token as a bearer: %d", w.Code)
	}
	if to := send(h, "GET", "http://localhost:8080//evil.example/?token=a+secret+of+some+length", "").Header().Get("Location"); strings.HasPrefix(to, "//") || strings.Contains(to, "://") {
		t.Errorf("a redirect to %q", to)
	}
	if w := send(h, "POST", "/api/play/games?token=a+secret+of+some+length", "{}"); w.Code != http.StatusUnauthorized {
		t.Errorf("a token in the address of a request that changes something: %d", w.Code)
	}
}

func TestAddresses(t *testing.T) {
	const token = "sixteen letters!"
	for addr, c := range map[string]struct{ token, says string }{
		"127.0.0.1:8080": {"", ""}, "localhost:0": {"", ""}, "[::1]:80": {token, ""}, "127.0.0.1:80": {"short", "fewer than 16"},
		"0.0.0.0:8080": {"", "--token"}, ":8080": {"", "--token"}, "192.0.2.7:80": {"", "--token"}, "example.org:80": {"", "--token"}, "[::]:80": {"short", "fewer than 16"},
		"192.0.2.8:80": {token, ""}, "8080": {token, "HOST:PORT"}, "": {token, "HOST:PORT"},
	} {
		hosts, err := Hosts(addr, c.token, []string{"Name.Example"})
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q with token %q: %v, want it to say %q", addr, c.token, err, c.says)
		}
		if err == nil && !strings.Contains(strings.Join(hosts, " "), "name.example") {
			t.Errorf("%q: hosts %q", addr, hosts)
		}
	}
}
