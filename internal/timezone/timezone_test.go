// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package timezone_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/timezone"
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"UTC", "Asia/Tokyo", "Japan", "GMT", "America/Argentina/Buenos_Aires", "Etc/GMT+12", "EST5EDT"} {
		zone, err := timezone.Load(name)
		if err != nil || zone.String() != name {
			t.Errorf("%s: zone %v, error %v", name, zone, err)
		}
	}
	for _, name := range []string{"", "Local", "local", "JST", "asia/tokyo", "Asia/Tokio", "Asia", "Asia/", "/etc/localtime", "../UTC", "Asia/../UTC", "UTC ", "+09:00", "Asia\\Tokyo"} {
		if zone, err := timezone.Load(name); err == nil {
			t.Errorf("%q is the zone %s", name, zone)
		}
	}
}

// Zones come from the binary, whatever the system and the environment say.
func TestLoad_fromTheBinary(t *testing.T) {
	zones, err := zip.OpenReader("zoneinfo.zip")
	check(t, err)
	defer zones.Close()
	newYork, err := fs.ReadFile(zones, "America/New_York")
	check(t, err)
	wrong := t.TempDir()
	check(t, os.Mkdir(filepath.Join(wrong, "Asia"), 0o700))
	check(t, os.WriteFile(filepath.Join(wrong, "Asia", "Tokyo"), newYork, 0o600))
	t.Setenv("ZONEINFO", wrong)
	zone, err := timezone.Load("Asia/Tokyo")
	check(t, err)
	if _, offset := time.Date(2025, 6, 1, 0, 0, 0, 0, zone).Zone(); offset != 9*60*60 {
		t.Errorf("Tokyo is %d s from UTC", offset)
	}
}

// The zones are those of the version of Go that the provider is built with.
func TestZones_current(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	check(t, err)
	current, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "lib", "time", "zoneinfo.zip"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("this installation of Go has no time zones to compare with")
	}
	check(t, err)
	embedded, err := os.ReadFile("zoneinfo.zip")
	check(t, err)
	if !bytes.Equal(current, embedded) {
		t.Error("the time zones are not those of Go; run: go generate ./internal/timezone")
	}
}
