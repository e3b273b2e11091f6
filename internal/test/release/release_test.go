// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package release_test proves the packaging: what a release would publish is
// complete, and a CLI installs it and plans with it.
package release_test

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/json"
	"errors"
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
type dist struct{ directory, version string }

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

// write writes a file, which may be executed.
func write(t *testing.T, text string, path ...string) {
	t.Helper()
	file := filepath.Join(path...)
	err := os.MkdirAll(filepath.Dir(file), 0o750)
	if err := errors.Join(err, os.WriteFile(file, []byte(text), 0o700)); err != nil {
		t.Fatal(err)
	}
}

// file returns the path of a published file by the end of its name.
func (d dist) file(end string) string {
	return filepath.Join(d.directory, fmt.Sprintf("%s_%s_%s", project, d.version, end))
}

// Each platform has an archive of three files, and a list of what is in it.
func TestRelease_archives(t *testing.T) {
	t.Parallel()
	d := open(t)
	for _, platform := range platforms {
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
				t.Errorf("%s: %s is not executable", platform, f.Name)
			}
		}
		slices.Sort(names)
		if want := []string{"LICENSE.txt", "THIRD_PARTY_NOTICES.txt", binary}; !slices.Equal(names, want) {
			t.Errorf("%s: the archive has %q, want %q", platform, names, want)
		}
		sbom := string(read(t, d.file(platform+".zip.sbom.json")))
		if !json.Valid([]byte(sbom)) || !strings.Contains(sbom, `"SPDX-`) {
			t.Errorf("%s: the SBOM is no SPDX document", platform)
		}
		standIn := strings.Contains(sbom, `"stand-in"`)
		if lists := strings.Contains(sbom, `"github.com/hashicorp/terraform-plugin-framework"`); lists == standIn {
			t.Errorf("%s: the SBOM, a stand-in: %t, lists the module of the framework: %t", platform, standIn, lists)
		}
	}
}

// The manifest says which protocol the provider speaks. The Terraform Registry refuses a
// release whose checksums name anything but it and the archives.
func TestRelease_checksumsOfWhatTheRegistryTakes(t *testing.T) {
	t.Parallel()
	const manifest = "../../../terraform-registry-manifest.json"
	text := string(read(t, manifest))
	for _, part := range []string{`"version": 1,`, `"protocol_versions": ["6.0"]`} {
		if !strings.Contains(text, part) {
			t.Errorf("the manifest lacks %s: %s", part, text)
		}
	}
	d := open(t)
	published := map[string]string{"manifest.json": manifest}
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

// A CLI installs the archive as it would from a registry, and plans with it.
func TestRelease_installs(t *testing.T) {
	t.Parallel()
	d := open(t)
	path, err := cli.Find(t.Context(), "") // without a CLI, a release is not tested, so this fails
	c, openErr := cli.Open(t.Context(), path)
	if err := errors.Join(err, openErr); err != nil {
		t.Fatal(err)
	}
	directory := t.TempDir()
	mirror, archive := cli.Mirror(filepath.Join(directory, "mirror")), d.file(runtime.GOOS+"_"+runtime.GOARCH+".zip")
	write(t, string(read(t, archive)), mirror.Directory(c.Registry()), filepath.Base(archive))
	write(t, mirror.Config(), directory, "cli.tfrc")
	service, server := acctest.Start(t)
	hook := service.AddWebhook(fakeservice.Webhook{})
	required := strings.Replace(acctest.Requirement, "source", fmt.Sprintf("version = %q, source", d.version), 1)
	write(t, required+fmt.Sprintf(`
resource "paymentservice_webhook" "test" {
  store_id   = %q
  webhook_id = %q
  active     = true
}
`, hook.StoreID, hook.ID), directory, "main", "main.tf")
	w := c.In(filepath.Join(directory, "main"), filepath.Join(directory, "cli.tfrc"), server.Environment()...)
	said := ""
	for _, command := range []string{"init", "plan -out=plan.tfplan", "apply plan.tfplan", "version"} {
		if said, err = w.Run(t.Context(), strings.Fields(command)...); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(said, "v"+d.version) {
		t.Errorf("the CLI names another version of the provider: %s", said)
	}
	for _, request := range service.Requests() {
		if agent := request.Header.Get("User-Agent"); !strings.Contains(agent, project+"/"+d.version) {
			t.Errorf("the provider calls itself %q", agent)
		}
	}
}
