// Package manifests_test decodes the manifests of docs/many-machines.md strictly: a field that Kubernetes does not know is an
// error. It is a module of its own, so that the program does not depend on Kubernetes.
package manifests_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/yaml"
	strict "sigs.k8s.io/yaml"
)

// kinds are those that the manifests may have.
var kinds = map[metav1.TypeMeta]func() any{
	{Kind: "Service", APIVersion: "v1"}:          func() any { return new(corev1.Service) },
	{Kind: "StatefulSet", APIVersion: "apps/v1"}: func() any { return new(appsv1.StatefulSet) },
	{Kind: "Deployment", APIVersion: "apps/v1"}:  func() any { return new(appsv1.Deployment) },
	{Kind: "Job", APIVersion: "batch/v1"}:        func() any { return new(batchv1.Job) },
}

func TestManifestsDecodeStrictly(t *testing.T) {
	files, err := filepath.Glob("*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no manifests: %v", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for reader := yaml.NewDocumentDecoder(io.NopCloser(bytes.NewReader(text))); ; {
			document := make([]byte, 1<<16)
			n, err := reader.Read(document)
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			decode(t, name, document[:n])
		}
	}
}

func decode(t *testing.T, name string, document []byte) {
	t.Helper()
	var meta metav1.TypeMeta
	if err := strict.Unmarshal(document, &meta); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	make, known := kinds[meta]
	if !known {
		t.Fatalf("%s: kind %+v", name, meta)
	}
	if err := strict.UnmarshalStrict(document, make()); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if err := strict.UnmarshalStrict(append(document, "\nnonsense: 1\n"...), make()); err == nil {
		t.Errorf("%s: a field that nobody knows was taken", name)
	}
}
