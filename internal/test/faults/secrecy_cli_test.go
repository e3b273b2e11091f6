// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// settings declares the variables that hold the secrets. Only an argument that is not kept can
// have an ephemeral one.
const settings = `{
  "variable": {
    "kept": {"type": "map(string)", "sensitive": true},
    "secret": {"type": "map(string)", "ephemeral": true}
  },
  "provider": {"paymentservice": {
    "ca_certificate": "${var.secret[\"authority\"]}",
    "client_certificate": "${var.secret[\"client certificate\"]}",
    "client_key": "${var.secret[\"client key\"]}"
  }}
}`

// writeOperations configures every object with secrets, which come from variables.
func writeOperations(cli *acctest.CLI) {
	for doing, o := range withSecrets() {
		if o.keepsSecrets {
			continue
		}
		config := replaced(o.configs[0], "", func(_ string, value any) any {
			name, isSecret := value.(secret)
			if !isSecret {
				return value
			}
			variable := "secret"
			if slices.Contains(filters, name) {
				variable = "kept"
			}
			return fmt.Sprintf("${var.%s[%q]}", variable, name)
		})
		name := strings.ReplaceAll(doing, " ", "_")
		cli.Write(name+".tf.json", encoded(block{o.object.kind: block{o.object.name: block{name: config}}}))
	}
}

func encoded(v any) string {
	text, _ := json.Marshal(v) // what came from JSON always marshals
	return string(text)
}

// TestAccSecrecy uses every secret with a real CLI that logs everything. Nothing that it prints,
// logs or writes has one.
func TestAccSecrecy(t *testing.T) {
	t.Parallel()
	authority, pair, config := acctest.MutualTLS()
	service := fakeservice.NewExtended(secrets["secret"] + "." + secrets["app token"])
	server := acctest.ServeTLS(t, service, config)
	service.AddWebhook(fakeservice.Webhook{ID: webhookID})
	service.Set(func(b *fakeservice.Behavior) {
		b.Rewrite = func(object map[string]any) { object["auth_token"] = secrets["webhook token"] }
	})
	cli := acctest.NewCLI(t, server, "1.11")
	kept := secretSet{}
	for _, name := range filters {
		kept[name] = secrets[name]
	}
	used := maps.Clone(secrets)
	used["authority"] = authority.PEM()
	used["client certificate"] = pair.Certificate
	used["client key"] = pair.Key
	cli.Environment = append(cli.Environment,
		"TF_LOG=TRACE",
		"TF_LOG_PATH="+filepath.Join(cli.Directory, "trace.log"),
		"PAYMENTSERVICE_MAX_RETRIES=0",
		"PAYMENTSERVICE_SECRET="+secrets["secret"],
		"PAYMENTSERVICE_APP_TOKEN="+secrets["app token"],
		"TF_VAR_kept="+encoded(kept),
		"TF_VAR_secret="+encoded(used),
	)
	cli.Write("main.tf.json", settings)
	writeOperations(cli)
	cli.Run("plan", "-out=test.tfplan", "-input=false")
	cli.Run("apply", "-input=false", "test.tfplan")
	if hook, _ := service.Webhook(webhookID); hook.AuthToken != secrets["webhook token"] {
		t.Error("the webhook's token did not arrive, so nothing was tried")
	}
	if got := len(service.Tokens()); got == 0 {
		t.Error("no token was created, so nothing was tried")
	}

	refusal := encoded(block{
		"code": "BAD",
		"errors": []block{{
			"field":  "auth_token",
			"reason": secrets["webhook token"] + " is no good",
		}},
	})
	service.Inject(fakeservice.Fault{
		Method: http.MethodPatch,
		Status: http.StatusBadRequest,
		Body:   []byte(refusal),
	})
	const replaces = "-replace=paymentservice_webhook.adopt_with_a_write-only_token"
	if said, ok := cli.Try("apply", "-auto-approve", replaces); ok || !strings.Contains(said, "status 400") {
		t.Errorf("for a refused token, the CLI said %q", said)
	}

	for name, text := range cli.Traces() {
		for line := range strings.Lines(pair.Key) {
			line = strings.TrimSpace(line)
			if !strings.HasPrefix(line, "-----") && strings.Contains(text, line) {
				t.Errorf("%s shows a line of the client key", name)
			}
		}
		keepsFilters := strings.HasPrefix(name, "terraform.tfstate") || strings.HasPrefix(name, "test.tfplan")
		expectNone(t, name, text, keepsFilters)
		for _, token := range service.Tokens() {
			if strings.Contains(text, token.ID) {
				t.Errorf("%s has the id of a token", name)
			}
		}
	}
}

// needle is a text that must not occur.
type needle struct {
	name secret
	how  string // it is encoded
	text string // in lower case
}

// needles are the secrets as they are and in all encodings. A month is in any text by chance.
var needles = func() []needle {
	var all []needle
	for name, value := range secrets {
		if name == "card month" {
			continue
		}
		all = append(all, needle{name: name, how: "as it is", text: strings.ToLower(value)})
		for how, encode := range encodings {
			all = append(all, needle{name: name, how: how, text: strings.ToLower(encode(value))})
		}
	}
	return all
}()

// chance finds the parts of a log that may hold any digits.
var chance = regexp.MustCompile(`\bpid=\d+|\btf_req_id=[0-9a-f-]+|"tf_req_id":"[0-9a-f-]+"`)

// A secret of at most maxChance characters may occur by chance, in a time or in the
// name of a temporary file, so it must be a whole word.
const maxChance = 6

// expectNone searches a text for every needle. A state or a plan keeps filters, which are
// arguments.
func expectNone(t *testing.T, where, text string, keepsFilters bool) {
	t.Helper()
	lower := chance.ReplaceAllLiteralString(strings.ToLower(text), "")
	isBetween := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	words := " " + strings.Join(strings.FieldsFunc(lower, isBetween), " ") + " "
	for _, n := range needles {
		if keepsFilters && slices.Contains(filters, n.name) {
			continue
		}
		in := lower
		sought := n.text
		if len(sought) <= maxChance {
			in = words
			sought = " " + sought + " "
		}
		if at := strings.Index(in, sought); at >= 0 {
			shown := in[max(0, at-120):min(len(in), at+len(sought)+40)]
			t.Errorf("%s shows the %s, %s: ...%s", where, n.name, n.how, shown)
		}
	}
}
