// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package totals_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
)

func TestLoadZone(t *testing.T) {
	t.Parallel()
	for _, name := range append(zones, "Japan", "GMT", "America/Argentina/Buenos_Aires", "EST5EDT") {
		zone, err := totals.LoadZone(name)
		if err != nil || zone.String() != name {
			t.Errorf("%s: zone %v, error %v", name, zone, err)
		}
	}
	for _, name := range []string{"", "Local", "local", "JST", "asia/tokyo", "Asia/Tokio", "Asia", "Asia/", "/etc/localtime", "../UTC", "Asia/../UTC", "UTC ", "+09:00", "Asia\\Tokyo"} {
		if zone, err := totals.LoadZone(name); err == nil {
			t.Errorf("%q is the zone %s", name, zone)
		}
	}
}

// Zones come from the binary, whatever the system and the environment say.
func TestLoadZone_fromTheBinary(t *testing.T) {
	wrong := t.TempDir()
	if err := os.Mkdir(filepath.Join(wrong, "Asia"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(wrong, "Asia", "Tokyo"), zoneOf(t, "America/New_York"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ZONEINFO", wrong)
	zone, err := totals.LoadZone("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	if _, offset := time.Date(2025, 6, 1, 0, 0, 0, 0, zone).Zone(); offset != 9*60*60 {
		t.Errorf("Tokyo is %d s from UTC", offset)
	}
}

// zoneOf returns a zone's data if the system has it.
func zoneOf(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("/usr/share/zoneinfo", name))
	if errors.Is(err, fs.ErrNotExist) {
		return []byte("TZif") // broken, which would be noticed as well
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The zones are those of the version of Go that the provider is built with.
func TestZones_current(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	current, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "lib", "time", "zoneinfo.zip"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("this installation of Go has no time zones to compare with")
	}
	if err != nil {
		t.Fatal(err)
	}
	embedded, err := os.ReadFile("zoneinfo.zip")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(current, embedded) {
		t.Error("the time zones are not those of Go; run: go generate ./internal/charges/totals")
	}
}
