package cluster

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/nats-io/nkeys"

	"jieqi/dataset/durable"
)

// Guest is a worker that was invited to a hub.
type Guest struct {
	Name string `json:"name"`
	Key  string `json:"key"`            // public key of its NKey
	Shut string `json:"shut,omitempty"` // why it is shut out; "" while it is welcome
}

// guestsFile lists the guests of a hub's folder.
func guestsFile(folder string) string { return filepath.Join(folder, "guests.json") }

// Guests returns who was invited to the hub in folder.
func Guests(folder string) ([]Guest, error) {
	list, err := durable.ReadJSON[[]Guest](guestsFile(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, g := range *list {
		if !nkeys.IsValidPublicUserKey(g.Key) {
			return nil, fmt.Errorf("%s: %.40q has no valid key; take its line out and invite it again", guestsFile(folder), g.Name)
		}
	}
	return *list, nil
}

// guestName is what a worker may be called.
var guestName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$`)

// Invite adds a guest to the hub in folder and returns what it brings along. A hub that is at work notices within a second,
// unless it was begun without guests.
func Invite(folder, name string) (Credentials, error) {
	if !guestName.MatchString(name) {
		return Credentials{}, fmt.Errorf("invite %.60q: want a name of up to 40 letters, digits, - and _", name)
	}
	lock, err := lockGuests(folder)
	if err != nil {
		return Credentials{}, fmt.Errorf("invite %s: %w", name, err)
	}
	defer lock.Close()
	guests, err := Guests(folder)
	if err != nil {
		return Credentials{}, err
	}
	if slices.ContainsFunc(guests, func(g Guest) bool { return g.Name == name }) {
		return Credentials{}, fmt.Errorf("invite %s: that name is taken; choose another, or revoke it first", name)
	}
	pair, err := nkeys.CreateUser()
	if err != nil {
		return Credentials{}, err
	}
	key, err := pair.PublicKey()
	if err != nil {
		return Credentials{}, err
	}
	seed, err := pair.Seed()
	if err != nil {
		return Credentials{}, err
	}
	authority, err := certificate(folder)
	if err != nil {
		return Credentials{}, err
	}
	if err := durable.WriteJSON(guestsFile(folder), append(guests, Guest{Name: name, Key: key})); err != nil {
		return Credentials{}, err
	}
	return Credentials{Name: name, seed: seed, authority: authority.public}, nil
}

// Revoke takes a guest off the list: its name can be invited again, its key is no longer let in.
func Revoke(folder, name string) error {
	return changeGuests(folder, func(guests []Guest) ([]Guest, error) {
		left := slices.DeleteFunc(slices.Clone(guests), func(g Guest) bool { return g.Name == name })
		if len(left) == len(guests) {
			return nil, fmt.Errorf("revoke %.60q: nobody of that name was invited", name)
		}
		return left, nil
	})
}

// shutOut marks a guest, by its key, as not welcome any more. Whoever was not invited is not on the list.
func shutOut(folder, key, why string) error {
	return changeGuests(folder, func(guests []Guest) ([]Guest, error) {
		for i := range guests {
			if guests[i].Key == key {
				guests[i].Shut = why
			}
		}
		return guests, nil
	})
}

func changeGuests(folder string, change func([]Guest) ([]Guest, error)) error {
	lock, err := lockGuests(folder)
	if err != nil {
		return fmt.Errorf("guests of the hub: %w", err)
	}
	defer lock.Close()
	guests, err := Guests(folder)
	if err != nil {
		return err
	}
	if guests, err = change(guests); err != nil {
		return err
	}
	return durable.WriteJSON(guestsFile(folder), append([]Guest{}, guests...))
}

// lockGuests keeps other processes from changing the list, after a moment if one is about to. Nobody else needs to read the hub's
// folder.
func lockGuests(folder string) (lock io.Closer, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	for range 100 {
		if lock, err = durable.Lock(folder); !errors.Is(err, durable.ErrInUse) {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	return lock, err
}
