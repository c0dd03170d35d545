package cluster

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// ownServer is a NATS server of somebody's own with an account for one run, in the way that the tools of NATS set one up.
type ownServer struct {
	t       testing.TB
	account nkeys.KeyPair
	url     string
}

func startOwnServer(t testing.TB) *ownServer {
	t.Helper()
	operator, operatorKey := newKey(t, nkeys.CreateOperator)
	account, accountKey := newKey(t, nkeys.CreateAccount)
	_, systemKey := newKey(t, nkeys.CreateAccount)
	claims := jwt.NewOperatorClaims(operatorKey)
	claims.SystemAccount = systemKey
	text, err := claims.Encode(operator)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := jwt.DecodeOperatorClaims(text)
	if err != nil {
		t.Fatal(err)
	}
	accounts := &server.MemAccResolver{}
	for _, key := range []string{accountKey, systemKey} {
		c := jwt.NewAccountClaims(key)
		if key == accountKey {
			c.Limits.JetStreamLimits = jwt.JetStreamLimits{DiskStorage: jwt.NoLimit, MemoryStorage: jwt.NoLimit, Streams: jwt.NoLimit, Consumer: jwt.NoLimit}
		}
		text, err := c.Encode(operator)
		if err != nil {
			t.Fatal(err)
		}
		if err := accounts.Store(key, text); err != nil {
			t.Fatal(err)
		}
	}
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true, MaxPayload: 2 << 20,
		TrustedOperators: []*jwt.OperatorClaims{signed}, SystemAccount: systemKey, AccountResolver: accounts,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server did not come up")
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return &ownServer{t: t, account: account, url: s.ClientURL()}
}

func newKey(t testing.TB, create func() (nkeys.KeyPair, error)) (nkeys.KeyPair, string) {
	t.Helper()
	pair, err := create()
	if err != nil {
		t.Fatal(err)
	}
	key, err := pair.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return pair, key
}

// user returns the credentials of a user who may do what limit leaves of everything.
func (s *ownServer) user(name string, limit func(*jwt.UserClaims)) *Credentials {
	s.t.Helper()
	pair, key := newKey(s.t, nkeys.CreateUser)
	c := jwt.NewUserClaims(key)
	c.Name = name
	limit(c)
	text, err := c.Encode(s.account)
	if err != nil {
		s.t.Fatal(err)
	}
	seed, err := pair.Seed()
	if err != nil {
		s.t.Fatal(err)
	}
	file, err := jwt.FormatUserConfig(text, seed)
	if err != nil {
		s.t.Fatal(err)
	}
	path := filepath.Join(s.t.TempDir(), name+".creds")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		s.t.Fatal(err)
	}
	creds, err := ReadCredentials(path)
	if err != nil {
		s.t.Fatal(err)
	}
	return creds
}

// TestOverAServerOfOnesOwn plays over a server that is not a part of the program, with credentials in the form of NATS and no more
// rights for the worker than docs/many-machines.md lists.
func TestOverAServerOfOnesOwn(t *testing.T) {
	t.Parallel()
	s := startOwnServer(t)
	o := options(t, t.TempDir(), "")
	o.URL, o.Credentials = s.url, s.user("hub", func(*jwt.UserClaims) {})
	h := openHub(t, o)
	defer h.Close()
	startWorker(t, WorkerOptions{URL: s.url, Name: "far", Slots: 1, Credentials: s.user("far", func(c *jwt.UserClaims) {
		p := permissions(c.Subject)
		c.Pub.Allow.Add(p.Publish.Allow...)
		c.Sub.Allow.Add(p.Subscribe.Allow...)
	})})
	c, dir := games(40), t.TempDir()
	together(t, h, c, dir)
	sameShards(t, alone(t, c), dir)
}
