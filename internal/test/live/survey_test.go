// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package live_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// survey collects what a service does if the description leaves it open. It
// holds names, statuses and numbers, and no value of an object.
type survey struct {
	limits    map[string]bool
	protocols map[string]bool
	digits    map[int]bool
	onFirst   string
	onLater   string
	rows      [][2]string
}

func newSurvey() *survey {
	return &survey{limits: map[string]bool{}, protocols: map[string]bool{}, digits: map[int]bool{}, onFirst: "not seen", onLater: "not seen"}
}

var rateHeader = regexp.MustCompile(`(?i)rate-?limit|retry-after|remaining`)

func (s *survey) headers(a answer) {
	s.protocols[a.proto] = true
	for name := range a.header {
		if rateHeader.MatchString(name) {
			s.limits[name] = true
		}
	}
}

var fraction = regexp.MustCompile(`:\d\d(?:\.(\d+))?(?:Z|[+-]\d)`)

func (s *survey) page(query url.Values, p page) {
	has := "absent"
	if p.TotalHits != nil {
		has = "present"
	}
	if query.Get("cursor") == "" {
		s.onFirst = has
	} else {
		s.onLater = has
	}
	for _, item := range p.Items {
		if match := fraction.FindStringSubmatch(item.CreatedOn); match != nil {
			s.digits[len(match[1])] = true
		}
	}
}

// add adds what one answer shows.
func (s *survey) add(what string, a answer) {
	media, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	if err != nil {
		media = "no content type"
	}
	s.rows = append(s.rows, [2]string{what, fmt.Sprintf("%d, %s, %s", a.status, media, shape(a.body))})
}

// shape describes a body by the names of its fields.
func shape(body []byte) string {
	var object map[string]json.RawMessage
	switch {
	case len(body) == 0:
		return "no body"
	case json.Unmarshal(body, &object) != nil:
		return "no JSON object"
	case len(object) == 0:
		return "{}"
	}
	return "fields " + strings.Join(slices.Sorted(maps.Keys(object)), ", ")
}

// nowhere is an id that no object has.
const nowhere = "00000000-0000-4000-8000-000000000000"

// ask sends the requests of the survey; each of them only reads.
func (s *service) ask(t *testing.T) {
	t.Helper()
	storeID := s.storeID
	if s.read != nil {
		storeID = s.read.StoreID
		s.seen.add("`GET` of a webhook", s.get(t, webhookPath(storeID, s.read.WebhookID), nil))
	}
	if storeID != "" {
		s.seen.add("list of webhooks", s.get(t, "/stores/"+storeID+"/webhooks", url.Values{"limit": {"10"}}))
		s.seen.add("`GET` of a webhook that does not exist", s.get(t, webhookPath(storeID, nowhere), nil))
	}
	s.seen.add("`GET` of an unknown path", s.get(t, "/"+nowhere, nil))
	s.seen.add("charges with `limit` 9", s.get(t, s.chargesPath(), url.Values{"limit": {"9"}}))
	s.seen.add("charges with an unknown `cursor`", s.get(t, s.chargesPath(), url.Values{"cursor": {nowhere}}))
}

// table returns the survey as Markdown.
func (s *survey) table() string {
	var digits []string
	for _, n := range slices.Sorted(maps.Keys(s.digits)) {
		digits = append(digits, strconv.Itoa(n))
	}
	rows := append([][2]string{
		{"`total_hits` without a cursor", s.onFirst},
		{"`total_hits` with a cursor", s.onLater},
		{"digits of a second in `created_on`", orNone(digits)},
		{"headers about a rate", orNone(slices.Sorted(maps.Keys(s.limits)))},
		{"protocol", orNone(slices.Sorted(maps.Keys(s.protocols)))},
	}, s.rows...)
	var b strings.Builder
	b.WriteString("| matter | what this service does |\n|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s |\n", r[0], strings.ReplaceAll(r[1], "|", `\|`))
	}
	return b.String()
}

func orNone(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// update changes a webhook behind the provider's back.
func (s *service) update(t *testing.T, storeID, webhookID string, change any) answer {
	t.Helper()
	body, err := json.Marshal(change)
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.send(t.Context(), http.MethodPatch, webhookPath(storeID, webhookID), nil, body)
	if err != nil {
		t.Fatal(err)
	}
	return got
}
