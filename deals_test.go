package jieqi_test

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

const dealPackage = "jieqi/engine/deal"

func TestBlindPackagesDoNotImportDeals(t *testing.T) {
	for _, p := range listPackages(t) {
		pkg := strings.TrimPrefix(p.ImportPath, "jieqi/")
		if slices.Contains(dealBlind, pkg) && slices.Contains(p.Imports, dealPackage) {
			t.Errorf("%s imports %s: a player may know what its side was told and nothing more", pkg, dealPackage)
		}
	}
}

// TestBlindPackagesNameNoDealType type-checks each blind package and fails on any expression
// whose type mentions one declared in engine/deal: importing nothing is not enough when a
// package that may hold deals could hand one over.
func TestBlindPackagesNameNoDealType(t *testing.T) {
	var patterns []string
	for _, pkg := range dealBlind {
		patterns = append(patterns, "jieqi/"+pkg)
	}
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedSyntax |
			packages.NeedTypes | packages.NeedTypesInfo | packages.NeedExportFile,
	}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	if len(loaded) != len(dealBlind) {
		t.Fatalf("%d packages loaded, want %d", len(loaded), len(dealBlind))
	}
	for _, pkg := range loaded {
		for _, e := range pkg.Errors {
			t.Errorf("%s: %v", pkg.PkgPath, e)
		}
		if len(pkg.TypesInfo.Types) == 0 {
			t.Errorf("%s: no expression was type-checked", pkg.PkgPath)
		}
		for expr, tv := range pkg.TypesInfo.Types {
			if mentionsDeal(tv.Type, map[types.Type]bool{}) {
				t.Errorf("%s: an expression has the type %s", pkg.Fset.Position(expr.Pos()), tv.Type)
			}
		}
	}
}

// TestMentionsDealFindsAPlantedType proves that the check above can fail.
func TestMentionsDealFindsAPlantedType(t *testing.T) {
	deal := types.NewNamed(types.NewTypeName(token.NoPos, types.NewPackage(dealPackage, "deal"), "Deal", nil),
		types.NewStruct(nil, nil), nil)
	field := types.NewField(token.NoPos, nil, "Hidden", types.NewSlice(types.NewPointer(deal)), false)
	carrier := types.NewStruct([]*types.Var{field}, nil)
	if !mentionsDeal(carrier, map[types.Type]bool{}) {
		t.Error("a struct with a slice of pointers to a deal was not found out")
	}
	if mentionsDeal(types.Typ[types.Int], map[types.Type]bool{}) {
		t.Error("an int is not a deal")
	}
}

// mentionsDeal walks a type and everything it is made of, named types of this module included.
func mentionsDeal(t types.Type, seen map[types.Type]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	walk := func(u types.Type) bool { return mentionsDeal(u, seen) }
	switch t := t.(type) {
	case *types.Named:
		obj := t.Obj()
		if obj.Pkg() == nil || !strings.HasPrefix(obj.Pkg().Path(), "jieqi/") {
			return false
		}
		return obj.Pkg().Path() == dealPackage || walk(t.Underlying())
	case *types.Alias:
		return walk(types.Unalias(t))
	case *types.Pointer:
		return walk(t.Elem())
	case *types.Slice:
		return walk(t.Elem())
	case *types.Array:
		return walk(t.Elem())
	case *types.Chan:
		return walk(t.Elem())
	case *types.Map:
		return walk(t.Key()) || walk(t.Elem())
	case *types.Signature:
		return walk(t.Params()) || walk(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if walk(v.Type()) {
				return true
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			// An unexported field of another package cannot be reached from here; what its
			// methods hand out shows as the type of the call.
			if f.Exported() && walk(f.Type()) {
				return true
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if walk(m.Type()) {
				return true
			}
		}
	}
	return false
}
