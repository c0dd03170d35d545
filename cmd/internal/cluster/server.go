package cluster

import (
	"crypto/tls"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"jieqi/dataset"
)

// startTimeout is how long an embedded server may take to come up: it reads back its store.
const startTimeout = 30 * time.Second

// embedded is the NATS server in the hub's process.
type embedded struct {
	folder string
	server *server.Server
	host   string
	port   int
	self   nkeys.KeyPair // the hub's own; nil where nobody is asked for a key

	mu     sync.Mutex
	guests []Guest // as the server knows them
}

// startServer starts a server at addr with its store in folder. Once somebody was invited to the hub, everybody is asked for a
// key, and connections are encrypted. Without guests only this machine is let in.
func startServer(addr, folder string) (*embedded, error) {
	host, text, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, AddressError{fmt.Errorf("hub: %w; want an address such as 127.0.0.1:4222", err)}
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 {
		return nil, AddressError{fmt.Errorf("hub: port %q of %s: want a number from 1 to 65535, known to the workers", text, addr)}
	}
	e := &embedded{folder: folder, host: host, port: int(port)}
	if e.guests, err = Guests(folder); err != nil {
		return nil, err
	}
	if len(e.guests) == 0 && !loopback(host) {
		return nil, fmt.Errorf("hub: %s can be reached from other machines, and nobody was invited: make a key for each with `jieqi hub invite NAME`, or serve at 127.0.0.1", addr)
	}
	if len(e.guests) > 0 {
		if e.self, err = nkeys.CreateUser(); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	opts, err := e.options()
	if err != nil {
		return nil, err
	}
	if e.server, err = server.NewServer(opts); err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	e.server.SetLoggerV2(&failures{}, false, false, false)
	return e, e.start(addr)
}

// start brings the server up.
func (e *embedded) start(addr string) error {
	// The library ends the process when its port is taken, so that is tried before.
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("hub: %w; choose another address", err)
	}
	if err := l.Close(); err != nil {
		return err
	}
	e.server.Start()
	if !e.server.ReadyForConnections(startTimeout) || !e.server.JetStreamEnabled() {
		e.server.Shutdown()
		return fmt.Errorf("hub: the server at %s did not come up within %v: is there room in %s?", addr, startTimeout, e.folder)
	}
	return nil
}

// loopback reports whether only this machine can reach the host.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// options are those of the server for its guests.
func (e *embedded) options() (*server.Options, error) {
	o := &server.Options{
		ServerName: "jieqi-hub", Host: e.host, Port: e.port, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: filepath.Join(e.folder, "jetstream"),
		MaxPayload: dataset.MaxParcel + 1<<16, MaxSubs: 1 << 20, DisableJetStreamBanner: true,
	}
	if len(e.guests) == 0 && e.self == nil {
		return o, nil
	}
	id, err := certificate(e.folder)
	if err != nil {
		return nil, err
	}
	o.TLSConfig = &tls.Config{Certificates: []tls.Certificate{id.pair}, MinVersion: tls.VersionTLS13}
	o.TLSTimeout = 10
	self, err := e.self.PublicKey()
	if err != nil {
		return nil, err
	}
	o.Nkeys = []*server.NkeyUser{{Nkey: self}}
	for _, g := range e.guests {
		if g.Shut == "" {
			o.Nkeys = append(o.Nkeys, &server.NkeyUser{Nkey: g.Key, Permissions: permissions(g.Key)})
		}
	}
	return o, nil
}

// refresh lets new guests in and those that were revoked or shut out not any more, if the list has changed.
func (e *embedded) refresh() error {
	guests, err := Guests(e.folder)
	e.mu.Lock()
	defer e.mu.Unlock()
	if err != nil || e.self == nil || reflect.DeepEqual(guests, e.guests) {
		return err
	}
	e.guests = guests
	opts, err := e.options()
	if err != nil {
		return err
	}
	return e.server.ReloadOptions(opts)
}

// guest returns who was invited with this key.
func (e *embedded) guest(key string) (Guest, bool) {
	if e == nil {
		return Guest{}, false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	i := slices.IndexFunc(e.guests, func(g Guest) bool { return g.Key == key })
	if i < 0 {
		return Guest{}, false
	}
	return e.guests[i], true
}

// connect opens the hub's own connection, inside the process.
func (e *embedded) connect() (*nats.Conn, error) {
	opts := []nats.Option{nats.InProcessServer(e.server), nats.Name("hub")}
	if e.self != nil {
		id, err := certificate(e.folder)
		if err != nil {
			return nil, err
		}
		more, err := keyed(e.self, id.public)
		if err != nil {
			return nil, err
		}
		opts = append(opts, more...)
	}
	return nats.Connect(e.server.ClientURL(), opts...)
}

// stop ends the server; what it had stored stays.
func (e *embedded) stop() {
	e.server.Shutdown()
	e.server.WaitForShutdown()
}

// failures keeps the server's log silent: what matters of it comes back as errors of requests.
type failures struct{}

func (*failures) Noticef(string, ...any) {}
func (*failures) Warnf(string, ...any)   {}
func (*failures) Errorf(string, ...any)  {}
func (*failures) Debugf(string, ...any)  {}
func (*failures) Tracef(string, ...any)  {}

// Fatalf is called where the server cannot go on; start notices that it did not come up.
func (*failures) Fatalf(string, ...any) {}
