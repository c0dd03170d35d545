//go:build js

package main

import (
	"encoding/json"
	"syscall/js"
)

// method answers a call with what can be written as JSON.
type method func(args json.RawMessage) (any, error)

// serve answers the page's messages until the Worker is ended. Each call has a goroutine of its own.
func serve(methods map[string]method) {
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		id, name, text := data.Get("id"), data.Get("method").String(), data.Get("args").String()
		go func() {
			call, known := methods[name]
			if !known {
				reply(id, nil, "no method is called "+name)
				return
			}
			result, err := call(json.RawMessage(text))
			if err != nil {
				reply(id, nil, err.Error())
				return
			}
			reply(id, result, "")
		}()
		return nil
	}))
	send(map[string]any{"event": "ready", "data": "null"})
	select {}
}

// reply answers call id.
func reply(id js.Value, result any, failure string) {
	if failure != "" {
		send(map[string]any{"id": id, "error": failure})
		return
	}
	send(map[string]any{"id": id, "result": encode(result)})
}

// tell sends the page what it did not ask for.
func tell(event string, data any) {
	send(map[string]any{"event": event, "data": encode(data)})
}

func encode(v any) string {
	b, err := json.Marshal(v)
	must(err) // plain data always encodes
	return string(b)
}

func send(message map[string]any) { js.Global().Call("postMessage", message) }

// decode reads a call's arguments.
func decode[T any](args json.RawMessage) (v T, err error) {
	err = json.Unmarshal(args, &v)
	return v, err
}

// nothing is the answer to what needs none.
var nothing = struct{}{}
