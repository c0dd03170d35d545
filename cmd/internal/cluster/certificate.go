package cluster

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"time"

	"jieqi/dataset/durable"
)

// hubHost is the name in a hub's certificate, whatever address it is reached at: guests carry the certificate itself.
const hubHost = "jieqi-hub"

// identity is the certificate that a hub shows to its guests.
type identity struct {
	public []byte // PEM
	pair   tls.Certificate
}

// certificate returns that of the hub in folder, which is made when it is first asked for.
func certificate(folder string) (*identity, error) {
	path := filepath.Join(folder, "hub.pem")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if text, err = newCertificate(); err != nil {
			return nil, err
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, err
		}
		if err := durable.WriteFile(path, text); err != nil {
			return nil, err
		}
		if err := os.Chmod(path, 0o600); err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, err
	}
	pair, err := tls.X509KeyPair(text, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; remove it, and invite all workers again", path, err)
	}
	public := pem.EncodeToMemory(&pem.Block{Type: certificateBlock, Bytes: pair.Certificate[0]})
	return &identity{public, pair}, nil
}

// newCertificate makes a key and signs its certificate with it. It lasts as long as its file: who may come in is decided by keys.
func newCertificate() ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()), Subject: pkix.Name{CommonName: hubHost}, DNSNames: []string{hubHost},
		NotBefore: now.Add(-time.Hour), NotAfter: now.AddDate(20, 0, 0), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for _, b := range []*pem.Block{{Type: certificateBlock, Bytes: signed}, {Type: "PRIVATE KEY", Bytes: private}} {
		if err := pem.Encode(&out, b); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}
