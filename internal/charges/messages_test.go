// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// situation is what a message is about, as a line of messages.golden has it.
type situation struct {
	By               string // one of ways; the data source if empty
	Charges          int
	Provider, Config map[string]any
	Rewrite          map[string]any // what fields of charges have instead; {id} is the id
	Only             []int          // the charges to rewrite, the oldest is 0; all if empty
	More             int            // than there are charges, in total_hits
	Rate             *fakeservice.Rate
	Stop             int // the second in which the run is interrupted

	fakeservice.Fault        // of requests
	Break             string // one of breaks
	Body              string
}

var breaks = map[string]fakeservice.Break{"hang": fakeservice.BreakHang, "cut": fakeservice.BreakCut}

// TestMessages: messages.golden has situations and arguments. The verdict has the titles of
// the messages, or says that there is none; what they say is recorded. With an error, there
// is no result. No message shows the values of card or phone.
func TestMessages(t *testing.T) {
	t.Parallel()
	p := acctest.NewProtocol(t)
	golden.Situations(t, "messages.golden", func(t *testing.T, line string) (verdict, words string) {
		name, input, _ := strings.Cut(line, ": ")
		decoder := json.NewDecoder(strings.NewReader(input))
		decoder.UseNumber()
		decode := func(into any) {
			if err := decoder.Decode(into); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
		}
		if by, ok := arguments[name]; ok {
			var config map[string]any
			decode(&config)
			return validated(t, p, by, acctest.FromJSON(config))
		}
		var s situation
		decode(&s)
		synctest.Test(t, func(t *testing.T) { verdict, words = messages(s.run(t)) })
		return verdict, words
	})
}

// manyTimes is how often a call was repeated for about a minute and a half. The waits
// between its attempts vary at random.
var manyTimes = regexp.MustCompile(`\((?:[89]|1[0-2]) times\)`)

// notable are the figures of a text, and what it is about.
var notable = regexp.MustCompile("status [0-9]+|page [0-9]+|in the part|\\d+ charges?( outside of `\\w+`)?|\\d+ requests at the same time|requests? \\(429\\)|`(card|cursor|extra_filters|metadata|phone|requested|charged|fees|request_timeout)\\b[^`]*`")

// messages returns the titles of diagnostics with what is notable, and their texts.
func messages(diags acctest.Diagnostics) (titles, texts string) {
	for _, d := range diags {
		title := strings.ToLower(d.Severity.String()) + " " + d.Summary
		if len(d.Attribute.Steps()) > 0 {
			title += fmt.Sprintf(" (%s)", d.Attribute)
		}
		for _, part := range slices.Compact(notable.FindAllString(d.Detail, -1)) {
			title += "; " + part
		}
		titles += title + "\n"
		texts += strings.ReplaceAll(manyTimes.ReplaceAllString(d.Detail, "(about 9 times)"), "\n\n", "\n") + "\n"
	}
	return cmp.Or(strings.TrimSpace(titles), "no message"), strings.TrimSpace(texts)
}

func (s situation) run(t *testing.T) acctest.Diagnostics {
	t.Helper()
	service, p := inBubble(t, s.Charges, acctest.FromJSON(s.Provider))
	only := map[any]bool{}
	ids := stored(service)
	for _, n := range s.Only {
		only[ids[len(ids)-1-n]] = true
	}
	service.Set(func(b *fakeservice.Behavior) {
		b.Rate, b.Page = s.Rate, fakeservice.WrongTotalHits(s.More)
		if len(s.Rewrite) == 0 {
			return
		}
		b.Rewrite = func(charge map[string]any) {
			id := charge["id"]
			if len(only) > 0 && !only[id] {
				return
			}
			for field, value := range s.Rewrite {
				if charge[field] = value; value == "{id}" {
					charge[field] = id
				}
			}
		}
	})
	s.Fault.Break = breaks[s.Break]
	if s.Body == "9 MiB" {
		s.Body = strings.Repeat(" ", 9<<20)
	}
	if s.Body != "" {
		s.Fault.Body = []byte(s.Body)
	}
	if s.Status != 0 || s.Break != "" {
		service.Inject(s.Fault)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if s.Stop > 0 {
		time.AfterFunc(time.Duration(s.Stop)*time.Second, cancel)
	}
	read, ok := ways[s.By]
	if !ok {
		read = list
	}
	result, diags := read(ctx, p, acctest.FromJSON(s.Config))
	if complete := result["charges"] != nil || result["charge_count"] != nil; complete != (diags.Errors() == "") {
		t.Errorf("there is a result: %t, and the messages are: %s", complete, diags)
	}
	return diags
}

// arguments are the kinds of arguments in messages.golden, with the objects that have
// them.
var arguments = map[string]map[string]way{"filters": ways, "list": lists, "summary": {"summary": summary}}

// validated returns the messages about a configuration, which must be the same for all
// objects that have its arguments.
func validated(t *testing.T, p *acctest.Protocol, by map[string]way, config acctest.Values) (verdict, words string) {
	t.Helper()
	said := map[[2]string]string{}
	for name, read := range by {
		mine := maps.Clone(config)
		if limits, ok := config["timeouts"].(acctest.Values); ok && name == "ephemeral resource" && limits["read"] != nil {
			mine["timeouts"] = acctest.Values{"open": limits["read"]}
		}
		_, diags := read(t.Context(), p, mine)
		// A configured one would send a request.
		diags = slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool { return d.Summary == "Provider Not Configured" })
		if verdict, words = messages(diags); len(diags) == 0 {
			verdict = "valid"
		}
		spelling := strings.NewReplacer("timeouts.open", "timeouts.read", `"open"`, `"read"`)
		verdict, words = spelling.Replace(verdict), spelling.Replace(words)
		said[[2]string{verdict, words}] = name
	}
	if len(said) != 1 {
		t.Errorf("%v has different messages: %q", config, said)
	}
	for _, secret := range []string{"12345", "66", "88", "0312345678", "8131234", "YAMADA", "042"} {
		if strings.Contains(words, secret) {
			t.Errorf("%s is in: %s", secret, words)
		}
	}
	return verdict, words
}
