package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/nats-io/nats.go/jetstream"

	"jieqi/cmd/internal/spec"
	"jieqi/dataset/durable"
	"jieqi/engine"
	"jieqi/nnue"
)

// maxNetwork is the most bytes of a network's file that anybody takes.
const maxNetwork = 16 << 20

// here returns the network's factory if it is a part of this program.
func (n network) here() (f engine.Factory, ok bool, err error) {
	if spec.BuiltIn(n.Name) {
		f, err = spec.Load(n.Name)
		return f, true, err
	}
	f, err = spec.Load(spec.Shipped)
	return f, f.Hash == n.Hash, err
}

// offer puts a network's file where workers find it, unless it is there or they have it.
func offer(ctx context.Context, bucket jetstream.ObjectStore, n network, path string) error {
	if _, ok, err := n.here(); ok || err != nil {
		return err
	}
	if _, err := bucket.GetInfo(ctx, n.Name); !errors.Is(err, jetstream.ErrObjectNotFound) {
		return err
	}
	data, err := durable.ReadLimited(path, maxNetwork)
	if err != nil {
		return err
	}
	if len(data) > maxNetwork {
		return fmt.Errorf("%s: more than %d bytes", path, maxNetwork)
	}
	_, err = bucket.PutBytes(ctx, n.Name, data)
	return err
}

// fetch returns the loader of a worker: networks that are not in this program come from the bucket, and are what their names say.
func fetch(bucket jetstream.ObjectStore) loader {
	return func(ctx context.Context, n network) (engine.Factory, error) {
		if f, ok, err := n.here(); ok || err != nil {
			return f, err
		}
		object, err := bucket.Get(ctx, n.Name)
		if err != nil {
			return engine.Factory{}, err
		}
		data, err := io.ReadAll(io.LimitReader(object, maxNetwork+1))
		if err = errors.Join(err, object.Close()); err != nil {
			return engine.Factory{}, err
		}
		if len(data) > maxNetwork {
			return engine.Factory{}, fmt.Errorf("more than %d bytes", maxNetwork)
		}
		decoded, err := nnue.Decode(data)
		if err != nil {
			return engine.Factory{}, err
		}
		return spec.Network(decoded), nil
	}
}

// local returns the loader of the hub: networks are the files that specs name.
func local(specOf func(name string) string) loader {
	return func(_ context.Context, n network) (engine.Factory, error) {
		if f, ok, err := n.here(); ok || err != nil {
			return f, err
		}
		return spec.Load(specOf(n.Name))
	}
}
