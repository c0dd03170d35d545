package safetensors

import (
	"fmt"

	"jieqi/dataset/durable"
)

// ReadFile is Read of the file at path, which must have no more numbers than the given one: no more of it than those
// take is read. Errors name path.
func ReadFile(path string, numbers int) ([]Tensor, map[string]string, error) {
	most := MaxFile(numbers)
	file, err := durable.ReadLimited(path, most)
	if err != nil {
		return nil, nil, err
	}
	if len(file) > most {
		return nil, nil, fmt.Errorf("%s: longer than %d bytes, the most that %d numbers take", path, most, numbers)
	}
	tensors, metadata, err := Read(file)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return tensors, metadata, nil
}
