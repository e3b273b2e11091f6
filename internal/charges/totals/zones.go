// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package totals

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
// of its own, and the days of a summary must not depend on the machine that
// makes it.
//
//go:generate sh -c "cp \"$(go env GOROOT)/lib/time/zoneinfo.zip\" ."
//go:embed zoneinfo.zip
var zoneData []byte

var openZones = sync.OnceValues(func() (*zip.Reader, error) {
	return zip.NewReader(bytes.NewReader(zoneData), int64(len(zoneData)))
})

var errNoZone = errors.New("must be the IANA name of a time zone, such as Asia/Tokyo")

// LoadZone returns the time zone of an IANA name, such as Asia/Tokyo.
func LoadZone(name string) (*time.Location, error) {
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
