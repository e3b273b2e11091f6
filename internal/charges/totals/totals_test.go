// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package totals_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

func ptr[T any](v T) *T { return &v }

// add adds charges, which must succeed.
func add(t testing.TB, groupBy []string, zone string, charges ...paymentapi.Charge) *totals.Totals {
	t.Helper()
	location, err := totals.LoadZone(zone)
	if err != nil {
		t.Fatal(err)
	}
	added := totals.New(groupBy, location)
	if err := added.Add(charges); err != nil {
		t.Fatal(err)
	}
	return added
}

func whole(n int64) *json.Number { return ptr(json.Number(strconv.FormatInt(n, 10))) }

func requested(amount int64, formatted string) paymentapi.Charge {
	return paymentapi.Charge{ID: "c", RequestedAmount: whole(amount), RequestedCurrency: ptr("JPY"), RequestedAmountFormatted: ptr(json.Number(formatted))}
}

// tooFar are charges whose sum has more digits than a number of the CLI.
var tooFar = []paymentapi.Charge{requested(1, "1"+strings.Repeat("0", 300)), requested(1, "0."+strings.Repeat("0", 299)+"1")}

// describe writes a sum down, exactly.
func describe(s *totals.Sum) string {
	if s == nil {
		return "none"
	}
	formatted := "null"
	if f := s.Formatted(); f != nil {
		formatted = f.String()
	}
	return fmt.Sprintf("%d: %s, %s", s.Count, s.Amount(), formatted)
}

// Sums are exact, even beyond the limits of other types of numbers.
func TestTotals_exact(t *testing.T) {
	t.Parallel()
	const largest = 1<<63 - 1
	tests := map[string]struct {
		charges []paymentapi.Charge
		want    string
	}{
		"two of the largest":        {[]paymentapi.Charge{requested(largest, "1"), requested(largest, "1")}, "2: 18446744073709551614, 2"},
		"different fractions":       {[]paymentapi.Charge{requested(1, "1.005"), requested(1, "2"), requested(1, "-0.005")}, "3: 3, 3"},
		"a negative fraction":       {[]paymentapi.Charge{requested(1, "-0.01"), requested(1, "0.005")}, "2: 2, -0.005"},
		"nothing":                   {[]paymentapi.Charge{requested(0, "0")}, "1: 0, 0"},
		"many digits":               {[]paymentapi.Charge{requested(1, strings.Repeat("9", 140)), requested(1, "1")}, "2: 2, 1" + strings.Repeat("0", 140)},
		"more digits than numbers":  {tooFar, "2: 2, null"},
		"as many digits as numbers": {[]paymentapi.Charge{requested(1, strings.Repeat("9", 153))}, "1: 1, " + strings.Repeat("9", 153)},
		"a digit more than numbers": {[]paymentapi.Charge{requested(1, strings.Repeat("9", 154))}, "1: 1, null"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			added := add(t, nil, "UTC", tt.charges...)
			if got := describe(added.All().Requested["JPY"]); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if got := added.All().Count; got != int64(len(tt.charges)) {
				t.Errorf("count %d", got)
			}
		})
	}
}

// A sum that is null because a charge lacks its decimal form is not called too
// precise.
func TestTotals_tooPrecise(t *testing.T) {
	t.Parallel()
	charges := slices.Clone(tooFar)
	if names := add(t, nil, "UTC", charges...).TooPrecise(); !slices.Equal(names, []string{`requested["JPY"]`}) {
		t.Errorf("too precise: %q", names)
	}
	charges = append(charges, paymentapi.Charge{ID: "c", RequestedAmount: whole(1), RequestedCurrency: ptr("JPY")})
	if names := add(t, nil, "UTC", charges...).TooPrecise(); len(names) > 0 {
		t.Errorf("too precise: %q", names)
	}
}

// Groups are in the order of their keys: name by name, alphabetically, null last.
func TestTotals_orderOfGroups(t *testing.T) {
	t.Parallel()
	var charges []paymentapi.Charge
	for _, status := range []*string{nil, ptr("successful"), ptr(""), ptr("failed")} {
		for _, mode := range []*string{ptr("test"), nil, ptr("live")} {
			charges = append(charges, paymentapi.Charge{ID: "c", Status: status, Mode: mode})
		}
	}
	added := add(t, []string{"status", "mode"}, "UTC", append(charges, charges[:5]...)...)
	if got := strings.Join(added.Names(), " "); got != "mode status" {
		t.Errorf("names %q", got)
	}
	var got []string
	for _, group := range added.Groups() {
		got = append(got, fmt.Sprintf("%s/%s/%d", text(group.Key[0]), text(group.Key[1]), group.Count))
	}
	want := "live//1 live/failed/1 live/successful/1 live/null/2 test//1 test/failed/1 test/successful/2 test/null/2 null//1 null/failed/1 null/successful/2 null/null/2"
	if strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
}

func text(value *string) string {
	if value == nil {
		return "null"
	}
	return *value
}

// Keys that look alike when they are put together are different keys.
func TestTotals_similarKeys(t *testing.T) {
	t.Parallel()
	for _, separator := range []string{"", "\x00", "\x01", "\x02", ",", "null"} {
		added := add(t, []string{"mode", "status"}, "UTC",
			paymentapi.Charge{ID: "c", Mode: ptr("x" + separator + "y"), Status: ptr("z")},
			paymentapi.Charge{ID: "c", Mode: ptr("x"), Status: ptr("y" + separator + "z")},
			paymentapi.Charge{ID: "c", Mode: ptr("x" + separator + "y" + separator + "z"), Status: ptr("")},
			paymentapi.Charge{ID: "c", Mode: ptr("x" + separator + "y" + separator + "z")},
		)
		if n := len(added.Groups()); n != 4 {
			t.Errorf("with %q: %d groups", separator, n)
		}
	}
}

// Days and months begin when they begin in the time zone.
func TestTotals_days(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ zone, created, day string }{
		"the last instant of a day in Tokyo":   {"Asia/Tokyo", "2025-05-31T14:59:59.999999Z", "2025-05-31"},
		"the first instant of a day in Tokyo":  {"Asia/Tokyo", "2025-05-31T15:00:00.000000Z", "2025-06-01"},
		"written without an offset":            {"Asia/Tokyo", "2025-05-31T15:00:00", "2025-06-01"},
		"before a day that Samoa did not have": {"Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29"},
		"after a day that Samoa did not have":  {"Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31"},
		"an unreadable time":                   {"UTC", "yesterday", "null"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			added := add(t, []string{"day", "month"}, tt.zone, paymentapi.Charge{ID: "c", CreatedOn: &tt.created})
			key := added.Groups()[0].Key
			month := tt.day
			if month != "null" {
				month = month[:7]
			}
			if text(key[0]) != tt.day || text(key[1]) != month {
				t.Errorf("day %s, month %s; want %s", text(key[0]), text(key[1]), tt.day)
			}
		})
	}
}

// The oldest and the newest charge do not depend on the order in which the parts of
// a list come. A charge that says no time is not one whose time is unreadable.
func TestTotals_oldestAndNewest(t *testing.T) {
	t.Parallel()
	utc, tokyo := "2025-06-01T00:00:00Z", "2025-06-01T09:00:00+09:00"
	for name, tt := range map[string]struct {
		created        []*string
		oldest, newest string
		undated        int64
	}{
		"one instant, written in two ways": {[]*string{&utc, &tokyo}, utc, tokyo, 0},
		"no time, and one that is none":    {[]*string{nil, ptr("yesterday")}, "null", "null", 1},
		"one of several that has a time":   {[]*string{nil, &utc, ptr("")}, utc, utc, 1},
	} {
		for range 2 {
			slices.Reverse(tt.created)
			var charges []paymentapi.Charge
			for _, created := range tt.created {
				charges = append(charges, paymentapi.Charge{ID: "c", CreatedOn: created})
			}
			added := add(t, nil, "UTC", charges...)
			if text(added.Oldest()) != tt.oldest || text(added.Newest()) != tt.newest || added.Undated() != tt.undated {
				t.Errorf("%s: from %s to %s, %d undated", name, text(added.Oldest()), text(added.Newest()), added.Undated())
			}
		}
	}
}

func TestTotals_tooManyGroups(t *testing.T) {
	t.Parallel()
	location, err := totals.LoadZone("UTC")
	if err != nil {
		t.Fatal(err)
	}
	added := totals.New([]string{"status"}, location)
	for i := range totals.MaxGroups {
		if err := added.Add([]paymentapi.Charge{{ID: "c", Status: ptr(fmt.Sprint(i))}}); err != nil {
			t.Fatalf("group %d: %v", i+1, err)
		}
	}
	if err := added.Add([]paymentapi.Charge{{ID: "c", Status: ptr("7")}}); err != nil {
		t.Errorf("a group that exists: %v", err)
	}
	if err := added.Add([]paymentapi.Charge{{ID: "c"}}); !errors.Is(err, totals.ErrTooManyGroups) {
		t.Errorf("error %v", err)
	}
}

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
