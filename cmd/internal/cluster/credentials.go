package cluster

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"jieqi/dataset/durable"
)

// Credentials are what a worker shows to a hub, or hub and worker to a NATS cluster of one's own.
type Credentials struct {
	Name      string // of the guest
	seed      []byte // of its NKey; nil: a new one, for a hub that asks for none
	authority []byte // certificate of the hub, in PEM
	file      string // credentials of a NATS cluster, in the form of its own tools
}

// Types of the blocks in a file of credentials.
const (
	seedBlock        = "JIEQI WORKER SEED"
	certificateBlock = "CERTIFICATE"
)

// maxCredentials is the most bytes of a file of credentials.
const maxCredentials = 1 << 16

// Encode returns the credentials as the text of a file: whoever has it can play for the hub.
func (c *Credentials) Encode() []byte {
	text := fmt.Appendf(nil, "# Invitation of worker %s: `jieqi worker --creds` reads it. Keep it secret.\n", c.Name)
	text = append(text, pem.EncodeToMemory(&pem.Block{Type: seedBlock, Headers: map[string]string{"name": c.Name}, Bytes: c.seed})...)
	return append(text, c.authority...)
}

// ReadCredentials reads a file that Encode wrote, or one that the tools of NATS wrote.
func ReadCredentials(path string) (*Credentials, error) {
	text, err := durable.ReadLimited(path, maxCredentials)
	if err != nil {
		return nil, err
	}
	c, err := parseCredentials(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if c.file != "" {
		c.file = path
	}
	return c, nil
}

func parseCredentials(text []byte) (*Credentials, error) {
	if len(text) > maxCredentials {
		return nil, fmt.Errorf("more than %d bytes: no credentials", maxCredentials)
	}
	if bytes.Contains(text, []byte("BEGIN NATS USER JWT")) {
		seed, err := nkeys.ParseDecoratedNKey(text)
		if err != nil {
			return nil, fmt.Errorf("credentials of NATS without a seed: %w", err)
		}
		raw, err := seed.Seed()
		return &Credentials{file: "given", seed: raw}, err
	}
	var c Credentials
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		switch block.Type {
		case seedBlock:
			c.Name, c.seed = block.Headers["name"], block.Bytes
		case certificateBlock:
			c.authority = append(c.authority, pem.EncodeToMemory(block)...)
		}
	}
	if c.seed == nil || c.authority == nil {
		return nil, errors.New("no credentials: want the file that `jieqi hub invite` wrote, or one of the tools of NATS")
	}
	if _, err := nkeys.FromSeed(c.seed); err != nil {
		return nil, fmt.Errorf("its seed: %w", err)
	}
	if !guestName.MatchString(c.Name) {
		return nil, fmt.Errorf("its name %.60q is none", c.Name)
	}
	return &c, nil
}

// options are those of a connection, and the key that it is known by.
func (c *Credentials) options() (key string, opts []nats.Option, err error) {
	if c.seed == nil {
		pair, err := nkeys.CreateUser()
		if err != nil {
			return "", nil, err
		}
		key, err = pair.PublicKey()
		return key, nil, err
	}
	pair, err := nkeys.FromSeed(c.seed)
	if err != nil {
		return "", nil, err
	}
	if key, err = pair.PublicKey(); err != nil {
		return "", nil, err
	}
	if c.file != "" {
		return key, []nats.Option{nats.UserCredentials(c.file)}, nil
	}
	opts, err = keyed(pair, c.authority)
	return key, opts, err
}

// keyed are the options of a connection by key to a hub with this certificate, whatever its address.
func keyed(pair nkeys.KeyPair, authority []byte) ([]nats.Option, error) {
	key, err := pair.PublicKey()
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(authority) {
		return nil, errors.New("the hub's certificate is none")
	}
	return []nats.Option{
		nats.Nkey(key, pair.Sign),
		nats.Secure(&tls.Config{RootCAs: pool, ServerName: hubHost, MinVersion: tls.VersionTLS13}),
	}, nil
}
