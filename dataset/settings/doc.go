// Package settings compares configurations setting by setting, so that whoever resumes work with other settings is
// told which. A configuration is a struct whose settings have a `toml` tag, or else a `json` tag; structs in
// it are its tables. Fields without a tag, or with "-", decide nothing and are left out.
package settings
