// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package release_test proves the packaging: what a release would publish is
// complete, and a CLI installs it and plans with it.
package release_test

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
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
			if want := []string{"LICENSE.txt", binary}; !slices.Equal(slices.Sorted(slices.Values(names)), want) {
				t.Errorf("the archive has %q, want %q", names, want)
			}
		})
	}
}

func TestRelease_checksums(t *testing.T) {
	t.Parallel()
	d := open(t)
	sums := map[string]string{}
	for line := range strings.Lines(string(read(t, d.file("SHA256SUMS")))) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		sums[name] = sum
	}
	published := map[string]string{}
	for _, platform := range platforms {
		published[filepath.Base(d.file(platform+".zip"))] = d.file(platform + ".zip")
	}
	published[filepath.Base(d.file("manifest.json"))] = "../../../terraform-registry-manifest.json"
	for name, path := range published {
		sum := sha256.Sum256(read(t, path))
		if sums[name] != hex.EncodeToString(sum[:]) {
			t.Errorf("the checksum of %s is %q", name, sums[name])
		}
	}
	if len(sums) != len(published) {
		t.Errorf("there are %d checksums for %d files", len(sums), len(published))
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
	path, ok := cli.Find()
	if !ok {
		t.Skip("no terraform is on PATH, and TF_ACC_TERRAFORM_PATH names none")
	}
	c, err := cli.New(t.Context(), path, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	archive := d.file(runtime.GOOS + "_" + runtime.GOARCH + ".zip")
	if err := os.MkdirAll(c.Mirror(), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(c.Mirror(), filepath.Base(archive)), read(t, archive), 0o600); err != nil {
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
	directory := t.TempDir()
	if err := os.WriteFile(filepath.Join(directory, "main.tf"), []byte(configuration), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init"}, {"plan", "-out=plan.tfplan"}, {"apply", "plan.tfplan"}} {
		if _, err := c.Run(t.Context(), directory, nil, args...); err != nil {
			t.Fatal(err)
		}
	}
	said, err := c.Run(t.Context(), directory, nil, "version")
	if err != nil || !strings.Contains(said, "v"+d.version) {
		t.Errorf("the CLI names another version of the provider: %v\n%s", err, said)
	}
	for _, request := range service.Requests() {
		if agent := request.Header.Get("User-Agent"); !strings.Contains(agent, project+"/"+d.version) {
			t.Errorf("the provider calls itself %q", agent)
		}
	}
}
