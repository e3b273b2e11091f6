// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// answer is what came of one attempt.
type answer struct {
	request   Request // that it answers
	status    int     // 0 if no answer came
	header    http.Header
	asked     time.Duration // the wait that it asks for
	body      []byte        // complete unless err is set
	tooLarge  bool
	err       error // of sending, or of reading the body
	connected bool  // the request had a connection, so it may have arrived
}

// unusable makes the error for a success that cannot be used. The problem quotes
// nothing of the service but ids.
func (a *answer) unusable(problem string) *ResponseError {
	e := &ResponseError{Request: a.request, StatusCode: a.status, Problem: problem}
	e.add(e, 0)
	return e
}

// defective is like unusable, and names the defect of a list or of an item of
// it.
func (a *answer) defective(defect Defect, problem string) *ResponseError {
	e := a.unusable(problem)
	e.Defect = defect
	return e
}

// Caps of an answer's body once it is decompressed, in bytes. Each is many times
// what it is for: a page of 100 charges, one object, an error message. Each is also
// small enough for several answers to be in memory at once.
const (
	maxListBody   = 8 << 20
	maxObjectBody = 1 << 20
	maxErrorBody  = 64 << 10
)

// maxCommas caps the values in a body: what is short to write can be long to
// hold. Ten thousand charges have fewer.
const maxCommas = 400_000

// maxBody returns the cap of an answer to r with the given status.
func (r call) maxBody(status int) int {
	switch {
	case !r.succeeds(status):
		return maxErrorBody
	case r.list:
		return maxListBody
	default:
		return maxObjectBody
	}
}

// problem says what is wrong with the body, such as "is not JSON"; empty if it is
// a JSON value of a size that may be read.
func (a *answer) problem(limit int, s sent) (string, Defect) {
	size := strconv.Itoa(limit>>10) + " KiB"
	if limit >= 1<<20 {
		size = strconv.Itoa(limit>>20) + " MiB"
	}
	state, encoding := checkJSON(a.body), undecoded(a, s)
	switch {
	case a.tooLarge:
		return "is larger than " + size, DefectTooLarge
	case bytes.Count(a.body, []byte(",")) > maxCommas:
		return "has more values than any answer of this API", DefectTooLarge
	case encoding != "" && state != jsonComplete:
		return encoding, DefectEncoding
	case isNoGzip(a.err):
		return noGzip, DefectEncoding
	case a.err != nil, state == jsonCut:
		return endsEarly, DefectUnknown
	}
	return stateTexts[state], DefectUnknown
}

const (
	endsEarly = "ends too early"
	noGzip    = "is not gzip, although the header Content-Encoding says so"
)

// isNoGzip reports whether err is of a body that Go could not decompress.
func isNoGzip(err error) bool {
	_, corrupt := errors.AsType[flate.CorruptInputError](err)
	return corrupt || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum)
}

// stateTexts say what a body is instead of JSON.
var stateTexts = map[jsonState]string{
	jsonEmpty: "is empty", jsonTooDeep: "is nested too deeply", jsonInvalid: "is not JSON",
}

// undecoded says how a body is compressed that Go did not decompress; empty if
// there is no sign of it.
func undecoded(a *answer, s sent) string {
	encoding := strings.Join(a.header.Values("Content-Encoding"), ", ")
	switch {
	case encoding != "" && !strings.EqualFold(encoding, "identity"):
		return "has the encoding " + cmp.Or(s.reason(encoding), mark) + " (header Content-Encoding), which the provider did not ask for"
	case bytes.HasPrefix(a.body, []byte("\x1F\x8B")):
		return "is compressed with gzip in a way that its headers do not say"
	}
	return ""
}
