// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package timezone has the time zones that decide which day and month it is.
package timezone

import (
	"archive/zip"
	"bytes"
	_ "embed" // the data of the time zones
	"errors"
	"io/fs"
	"sync"
	"time"
)

// zoneData is the time zone database as Go brings it. It is embedded here, and
// not through time/tzdata, because that is used only if the system has no data
// of its own, and days and months must not depend on the machine.
//
//go:generate sh -c "cp \"$(go env GOROOT)/lib/time/zoneinfo.zip\" ."
//go:embed zoneinfo.zip
var zoneData []byte

var openZones = sync.OnceValues(func() (*zip.Reader, error) {
	return zip.NewReader(bytes.NewReader(zoneData), int64(len(zoneData)))
})

var errNoZone = errors.New("must be the IANA name of a time zone, such as Asia/Tokyo")

// Load returns the time zone of an IANA name, such as Asia/Tokyo.
func Load(name string) (*time.Location, error) {
	zones, err := openZones()
	if err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(zones, name)
	if err != nil {
		return nil, errNoZone
	}
	return time.LoadLocationFromTZData(name, data)
}
