// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// facts are attributes whose values messages.golden leaves out.
var facts = map[string]bool{"id": true, "store_id": true, "platform_id": true, "created_on": true, "updated_on": true}

// claims are the parts of a message on which a user relies, with the settings that it lists.
var claims = regexp.MustCompile("Its id is [^ .]+|No setting is configured|is unclear|No webhook was created|terraform untaint|still lists|does not show|says nothing|creates no webhooks|may not be visible yet|never returns the list|omit `merchant_id`|under another name|takes the same webhook over again|refused to list it|the new `\\w+`((, | and )`\\w+`)*|\\n  - `\\w+`")

// record adds what a step comes to, if it is anything, and the texts of its messages.
func (s *stage) record(step string, diags acctest.Diagnostics) {
	s.Helper()
	var did []string
	if sent := s.requests(); sent != "" {
		did = append(did, sent)
	}
	for _, d := range diags {
		title := strings.ToLower(d.Severity.String()) + " " + d.Summary
		if len(d.Attribute.Steps()) > 0 {
			title += fmt.Sprintf(" (at %s)", d.Attribute.LastStep())
		}
		for _, claim := range claims.FindAllString(d.Detail, -1) {
			title += ", " + strings.ReplaceAll(strings.TrimPrefix(claim, "\n  - "), "`", "")
		}
		did = append(did, title)
		token, _ := s.config["auth_token"].(string)
		if _, end, _ := strings.Cut(token, " "); strings.Contains(d.Detail, "not-to-be-seen") || end != "" && strings.Contains(d.Detail, end) {
			s.Error("the token is shown")
		}
		if slices.Contains(s.said, d.Detail) {
			continue
		}
		s.said = append(s.said, d.Detail)
		s.words = append(s.words, d.Summary+":", strings.ReplaceAll("  "+strings.ReplaceAll(d.Detail, "\n\n", "\n"), "\n", "\n  "))
	}
	if change := s.stateChange(); change != "" {
		did = append(did, change)
	}
	if len(did) > 0 {
		s.verdict = append(s.verdict, step+": "+strings.Join(did, "; "))
	}
}

// paths are left out of verdicts if the method says enough.
var paths = strings.NewReplacer("POST /long/webhooks", "POST long", "POST /webhooks", "POST", " /long/webhooks/ID", " long", " /webhooks/ID", "",
	" /long/webhooks", " long list", " /webhooks", " list", " /charges", " charges")

// requests returns the requests of a step, as verdicts have them.
func (s *stage) requests() string {
	all := strings.Split(paths.Replace(s.calls()), "; ")
	var text []string
	for len(all) > 0 {
		times := 1
		for times < len(all) && all[times] == all[0] {
			times++
		}
		text = append(text, all[0]+[]string{"", " twice", " repeatedly"}[min(times, 3)-1])
		all = all[times:]
	}
	return brief(strings.Join(text, ", "))
}

// brief makes JSON short: it needs no quotation marks to be understood.
func brief(text string) string {
	return strings.NewReplacer(`"`, "", "https://hooks.example.com/", "/").Replace(text)
}

// outcome returns the verdict on the situation and the words.
func (s *stage) outcome() (verdict, words string) {
	verdict = cmp.Or(strings.Join(s.verdict, "\n"), "nothing")
	return s.shown(verdict), s.shown(strings.Join(s.words, "\n"))
}

// shown returns a text with the names of ids.
func (s *stage) shown(text string) string {
	names := []string{hookID, "HOOK", otherID, "OTHER", fakeservice.DefaultStoreID, "STORE", fakeservice.DefaultMerchantID, "MERCHANT"}
	if s.created != "" {
		names = append(names, s.created, "NEW")
	}
	for _, w := range s.Webhooks() {
		names = append(names, w.ID, "NEW")
	}
	return strings.NewReplacer(names...).Replace(text)
}

// stateChange returns what has changed in the state. Of facts, only those that it lacked
// are named.
func (s *stage) stateChange() string {
	s.Helper()
	before, after := s.before, s.State()
	s.before = maps.Clone(after)
	if after == nil && before != nil {
		return "removed"
	}
	var learned, forgotten []string
	changes := map[string]any{}
	for _, all := range []acctest.Values{before, after} {
		for name := range all {
			value := after[name]
			switch {
			case reflect.DeepEqual(value, before[name]):
			case !facts[name]:
				changes[name] = value
			case before != nil && before[name] == nil:
				learned = append(learned, name)
			case value == nil:
				forgotten = append(forgotten, name)
			}
		}
	}
	var text []string
	if len(changes) > 0 {
		encoded, err := json.Marshal(changes)
		if err != nil {
			s.Fatal(err)
		}
		text = append(text, "state "+brief(string(encoded)))
	}
	if len(learned) > 0 {
		slices.Sort(learned)
		text = append(text, "learns "+strings.Join(learned, ", "))
	}
	if len(forgotten) > 0 {
		slices.Sort(forgotten)
		text = append(text, "forgets "+strings.Join(slices.Compact(forgotten), ", "))
	}
	return strings.Join(text, "; ")
}
