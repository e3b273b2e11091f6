// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ISO 8601, as far as the API description uses it. Nothing here is left to
// time.Parse, which takes more than the standard.

var (
	extendedDate  = regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})$`)
	basicDate     = regexp.MustCompile(`^(\d{4})(\d{2})(\d{2})$`)
	extendedClock = regexp.MustCompile(`^(\d{2})(?::(\d{2})(?::(\d{2}))?)?(?:[.,](\d+))?(Z|[+-]\d{2}(?::\d{2})?)?$`)
	basicClock    = regexp.MustCompile(`^(\d{2})(?:(\d{2})(\d{2})?)?(?:[.,](\d+))?(Z|[+-]\d{2}(?:\d{2})?)?$`)
)

// clock is a time of day.
type clock struct {
	passed time.Duration // since the start of the day
	east   time.Duration // of UTC
	zoned  bool
}

// readInstant reads a date, which begins in UTC, or a date and a time of day. A
// time needs a zone, unless zoneless times are taken for UTC.
func readInstant(v string, zoneless bool) (time.Time, bool) {
	date, clockText, hasClock := strings.Cut(v, "T")
	dates, clocks := extendedDate, extendedClock
	if basicDate.MatchString(date) {
		dates, clocks = basicDate, basicClock
	}
	parts := dates.FindStringSubmatch(date)
	if parts == nil {
		return time.Time{}, false
	}
	year, month, day := number(parts[1]), number(parts[2]), number(parts[3])
	at := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if at.Month() != time.Month(month) || at.Day() != day {
		return time.Time{}, false // time.Date took it for a day of another month
	}
	if !hasClock {
		return at, true
	}
	c, ok := readClock(clocks, clockText)
	return at.Add(c.passed - c.east), ok && (c.zoned || zoneless)
}

// timeOfDay takes a time of day with its zone. The standard writes the offset
// of UTC with a plus.
func timeOfDay(v string) string {
	text := strings.TrimPrefix(v, "T")
	for _, format := range []*regexp.Regexp{extendedClock, basicClock} {
		if c, ok := readClock(format, text); ok && c.zoned && (c.east != 0 || !strings.Contains(text, "-")) {
			return ""
		}
	}
	return reasonFormat
}

func readClock(format *regexp.Regexp, text string) (clock, bool) {
	parts := format.FindStringSubmatch(text)
	if parts == nil {
		return clock{}, false
	}
	hour, minute, second := number(parts[1]), number(parts[2]), number(parts[3])
	unit := time.Hour
	for i, smaller := range []time.Duration{time.Minute, time.Second} {
		if parts[i+2] != "" {
			unit = smaller
		}
	}
	c := clock{passed: time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second}
	if parts[4] != "" {
		c.passed += fractionOf(unit, parts[4])
	}
	endOfDay := parts[2] != "" && c.passed == 24*time.Hour
	if hour > 23 && !endOfDay || minute > 59 || second > 59 {
		return clock{}, false
	}
	var ok bool
	c.east, c.zoned, ok = readZone(strings.ReplaceAll(parts[5], ":", ""))
	return c, ok
}

// readZone reads "", "Z", "+09" and "-0930".
func readZone(text string) (east time.Duration, zoned, ok bool) {
	switch text {
	case "":
		return 0, false, true
	case "Z":
		return 0, true, true
	}
	hours, minutes := number(text[1:3]), number(text[3:])
	east = time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
	if text[0] == '-' {
		east = -east
	}
	return east, true, hours < 24 && minutes < 60
}

// fractionOf returns 0.digits of a unit. A nanosecond that has begun counts, so
// that 24:00:00.0000000001 is beyond the end of the day.
func fractionOf(unit time.Duration, digits string) time.Duration {
	part, _ := new(big.Rat).SetString("0." + digits)
	part.Mul(part, new(big.Rat).SetInt64(int64(unit)))
	whole, rest := new(big.Int).QuoRem(part.Num(), part.Denom(), new(big.Int))
	return time.Duration(whole.Int64() + int64(rest.Sign()))
}

// number reads checked digits; none are 0.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// durationUnits are the units of a duration in their order, those of the time
// of day after the T. Years and months have no length of their own.
var durationUnits = []struct {
	name   string
	length time.Duration
}{
	{"Y", 0}, {"M", 0}, {"W", 7 * 24 * time.Hour}, {"D", 24 * time.Hour}, {"TH", time.Hour}, {"TM", time.Minute}, {"TS", time.Second},
}

var durationPart = regexp.MustCompile(`^(\d+)(?:[.,](\d+))?([A-Z])`)

// readPeriod reads an ISO 8601 duration. That of years or months is none unless
// they are zero, since their length varies. Lengths far beyond every limit are
// cut.
func readPeriod(v string) (total time.Duration, ok bool) {
	rest, ok := strings.CutPrefix(v, "P")
	inTime, place, last := "", -1, ""
	for ok && rest != "" {
		if inTime == "" && rest[0] == 'T' {
			inTime, rest = "T", rest[1:]
		}
		part := durationPart.FindStringSubmatch(rest)
		if part == nil {
			return 0, false
		}
		rest = rest[len(part[0]):]
		last = inTime + part[3]
		at := slices.IndexFunc(durationUnits, func(u struct {
			name   string
			length time.Duration
		}) bool {
			return u.name == last
		})
		alone := last != "W" || place < 0 && rest == ""
		if at <= place || !alone || part[2] != "" && rest != "" {
			return 0, false
		}
		place = at
		length, known := partLength(part[1], part[2], durationUnits[at].length)
		if !known {
			return 0, false
		}
		total = min(total+length, 2*maxExpiration)
	}
	return total, ok && last != ""
}

// partLength returns the length of so many units, and false if these have none
// and there are some.
func partLength(whole, fraction string, unit time.Duration) (time.Duration, bool) {
	if unit == 0 {
		return 0, strings.Trim(whole+fraction, "0") == ""
	}
	n, err := strconv.Atoi(whole)
	if err != nil || time.Duration(n) > 2*maxExpiration/unit {
		return 2 * maxExpiration, true
	}
	length := time.Duration(n) * unit
	if fraction != "" {
		length += fractionOf(unit, fraction)
	}
	return length, true
}
