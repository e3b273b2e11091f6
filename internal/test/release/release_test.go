// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package release_test proves the packaging: what a release would publish is
// complete, and a CLI installs it and plans with it.
package release_test

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const project = "terraform-provider-paymentservice"

var platforms = []string{
	"darwin_amd64", "darwin_arm64",
	"freebsd_386", "freebsd_amd64", "freebsd_arm", "freebsd_arm64",
	"linux_386", "linux_amd64", "linux_arm", "linux_arm64",
	"windows_386", "windows_amd64", "windows_arm64",
}

// dist is the directory that goreleaser filled.
type dist struct {
	directory, version string
}

func open(t *testing.T) dist {
	t.Helper()
	directory := os.Getenv("RELEASE_DIST")
	if directory == "" {
		t.Skip("RELEASE_DIST names no directory of a release; `make snapshot` sets it")
	}
	var metadata struct{ Version string }
	if err := json.Unmarshal(read(t, filepath.Join(directory, "metadata.json")), &metadata); err != nil {
		t.Fatal(err)
	}
	return dist{directory, metadata.Version}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// file returns the path of a published file by the end of its name.
func (d dist) file(end string) string {
	return filepath.Join(d.directory, fmt.Sprintf("%s_%s_%s", project, d.version, end))
}

func TestRelease_archives(t *testing.T) {
	t.Parallel()
	d := open(t)
	for _, platform := range platforms {
		t.Run(platform, func(t *testing.T) {
			t.Parallel()
			archive, err := zip.OpenReader(d.file(platform + ".zip"))
			if err != nil {
				t.Fatal(err)
			}
			defer archive.Close()
			binary := project + "_v" + d.version
			if strings.HasPrefix(platform, "windows") {
				binary += ".exe"
			}
			var names []string
			for _, f := range archive.File {
				names = append(names, f.Name)
				if f.Name == binary && f.Mode()&0o111 == 0 {
					t.Errorf("%s is not executable", f.Name)
				}
			}
			if want := []string{"LICENSE.txt", "THIRD_PARTY_NOTICES.txt", binary}; !slices.Equal(slices.Sorted(slices.Values(names)), want) {
				t.Errorf("the archive has %q, want %q", names, want)
			}
		})
	}
}

// The Terraform Registry refuses a release whose checksums name anything else.
func TestRelease_checksumsOfWhatTheRegistryTakes(t *testing.T) {
	t.Parallel()
	d := open(t)
	published := map[string]string{"manifest.json": "../../../terraform-registry-manifest.json"}
	for _, platform := range platforms {
		published[platform+".zip"] = d.file(platform + ".zip")
	}
	var want []string
	for end, path := range published {
		want = append(want, fmt.Sprintf("%x  %s\n", sha256.Sum256(read(t, path)), filepath.Base(d.file(end))))
	}
	got := slices.Sorted(strings.Lines(string(read(t, d.file("SHA256SUMS")))))
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Errorf("the checksums are\n%s\nwant\n%s", strings.Join(got, ""), strings.Join(want, ""))
	}
}

func TestRelease_sboms(t *testing.T) {
	t.Parallel()
	d := open(t)
	for _, platform := range platforms {
		var sbom struct {
			Version  string `json:"spdxVersion"`
			Comment  string
			Packages []struct{ Name string }
		}
		if err := json.Unmarshal(read(t, d.file(platform+".zip.sbom.json")), &sbom); err != nil || !strings.HasPrefix(sbom.Version, "SPDX-") {
			t.Errorf("the SBOM for %s is no SPDX document: %q, %v", platform, sbom.Version, err)
		}
		if lists := slices.Contains(sbom.Packages, struct{ Name string }{"github.com/hashicorp/terraform-plugin-framework"}); lists == (sbom.Comment == "stand-in") {
			t.Errorf("the SBOM for %s, a %q, lists the module of the framework: %t", platform, sbom.Comment, lists)
		}
	}
}

func TestRelease_manifest(t *testing.T) {
	t.Parallel()
	var manifest struct {
		Version  int
		Metadata struct {
			Protocols []string `json:"protocol_versions"`
		}
	}
	if err := json.Unmarshal(read(t, "../../../terraform-registry-manifest.json"), &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.Version != 1 || !slices.Equal(manifest.Metadata.Protocols, []string{"6.0"}) {
		t.Errorf("the manifest is %+v", manifest)
	}
}

// A CLI installs the archive as it would from a registry, and plans with it.
func TestAccRelease_installs(t *testing.T) {
	t.Parallel()
	d := open(t)
	path, err := cli.Find("")
	if err != nil {
		t.Fatal(err)
	}
	c, err := cli.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	mirror := cli.Mirror(filepath.Join(t.TempDir(), "mirror"))
	archive := d.file(runtime.GOOS + "_" + runtime.GOARCH + ".zip")
	if err := os.MkdirAll(mirror.Directory(c.Registry()), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(mirror.Directory(c.Registry()), filepath.Base(archive)), read(t, archive), 0o600); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(t.TempDir(), "cli.tfrc")
	if err := os.WriteFile(config, []byte(mirror.Config()), 0o600); err != nil {
		t.Fatal(err)
	}
	service, server := acctest.Start(t)
	hook := service.AddWebhook(fakeservice.Webhook{URL: "https://hooks.example.com/a"})
	configuration := fmt.Sprintf(`terraform {
  required_providers {
    paymentservice = {
      source  = "payment-service/paymentservice"
      version = %q
    }
  }
}
%s
resource "paymentservice_webhook" "test" {
  store_id   = %q
  webhook_id = %q
  active     = true
}
`, d.version, acctest.Provider(server), hook.StoreID, hook.ID)
	w := c.In(t.TempDir(), config)
	if err := w.Write("main.tf", configuration); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init"}, {"plan", "-out=plan.tfplan"}, {"apply", "plan.tfplan"}} {
		if _, err := w.Run(t.Context(), args...); err != nil {
			t.Fatal(err)
		}
	}
	said, err := w.Run(t.Context(), "version")
	if err != nil || !strings.Contains(said, "v"+d.version) {
		t.Errorf("the CLI names another version of the provider: %v\n%s", err, said)
	}
	for _, request := range service.Requests() {
		if agent := request.Header.Get("User-Agent"); !strings.Contains(agent, project+"/"+d.version) {
			t.Errorf("the provider calls itself %q", agent)
		}
	}
}
