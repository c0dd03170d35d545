package settings

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Flat returns the settings of c, a struct or a pointer to one, by their keys: as in its TOML, with dots.
func Flat(c any) map[string]any {
	flat := map[string]any{}
	flatten(flat, "", reflect.Indirect(reflect.ValueOf(c)))
	return flat
}

func flatten(into map[string]any, prefix string, v reflect.Value) {
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		key, _, _ := strings.Cut(cmp.Or(tag.Get("toml"), tag.Get("json")), ",")
		switch field := v.Field(i); {
		case key == "" || key == "-":
		case field.Kind() == reflect.Struct:
			flatten(into, prefix+key+".", field)
		default:
			into[prefix+key] = field.Interface()
		}
	}
}

// Differences names the settings in which now is not what was, each as "KEY was A, now B", in the order of keys; at
// most four, and how many more there are. It is empty if there are none. Both are of the same type.
func Differences(was, now any) string {
	const most = 4
	a, b := Flat(was), Flat(now)
	var words []string
	for _, key := range slices.Sorted(maps.Keys(a)) {
		if !reflect.DeepEqual(a[key], b[key]) { // some values are maps or lists
			words = append(words, fmt.Sprintf("%s was %v, now %v", key, a[key], b[key]))
		}
	}
	if more := len(words) - most; more > 0 {
		words = append(words[:most], fmt.Sprintf("%d more", more))
	}
	return strings.Join(words, "; ")
}
