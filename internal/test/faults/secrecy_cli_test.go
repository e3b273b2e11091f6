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
	"strings"
	"testing"
	"unicode"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// settings declares the variables that hold the secrets. Only an argument that is not kept can
// have an ephemeral one.
const settings = `{
  "variable": {"kept": {"type": "map(string)", "sensitive": true}, "secret": {"type": "map(string)", "ephemeral": true}},
  "provider": {"paymentservice": {
    "ca_certificate": "${var.secret[\"authority\"]}", "client_certificate": "${var.secret[\"client certificate\"]}", "client_key": "${var.secret[\"client key\"]}"
  }}
}`

// writeOperations configures every object with secrets, which come from variables.
func writeOperations(cli *acctest.CLI) {
	for doing, o := range withSecrets() {
		if doing == "adopt with a token" {
			continue // it is kept in the state
		}
		text := secretName.ReplaceAllStringFunc(string(o.configs[0]), func(quoted string) string {
			name, variable := strings.Trim(quoted, `"$`), "secret"
			if strings.HasPrefix(name, "filter") {
				variable = "kept"
			}
			return `"${var.` + variable + `[\"` + name + `\"]}"`
		})
		kind, object, _ := strings.Cut(o.object, " ")
		name := strings.ReplaceAll(doing, " ", "_")
		cli.Write(name+".tf.json", fmt.Sprintf(`{%q: {%q: {%q: %s}}}`, kind, object, name, text))
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
	kept := maps.Clone(secrets)
	maps.DeleteFunc(kept, func(name, _ string) bool { return !strings.HasPrefix(name, "filter") })
	used := maps.Clone(secrets)
	used["authority"], used["client certificate"], used["client key"] = authority.PEM(), pair.Certificate, pair.Key
	cli.Environment = append(cli.Environment, "TF_LOG=TRACE", "TF_LOG_PATH="+filepath.Join(cli.Directory, "trace.log"), "PAYMENTSERVICE_MAX_RETRIES=0",
		"PAYMENTSERVICE_SECRET="+secrets["secret"], "PAYMENTSERVICE_APP_TOKEN="+secrets["app token"], "TF_VAR_kept="+encoded(kept), "TF_VAR_secret="+encoded(used))
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
	refusal := fmt.Sprintf(`{"code":"BAD","errors":[{"field":"auth_token","reason":"%s is no good"}]}`, inJSON(secrets["webhook token"]))
	service.Inject(fakeservice.Fault{Method: http.MethodPatch, Status: http.StatusBadRequest, Body: []byte(refusal)})
	if said, ok := cli.Try("apply", "-auto-approve", "-replace=paymentservice_webhook.adopt_with_a_write-only_token"); ok || !strings.Contains(said, "status 400") {
		t.Errorf("for a refused token, the CLI said %q", said)
	}
	for name, text := range cli.Traces() {
		for line := range strings.Lines(pair.Key) {
			if line = strings.TrimSpace(line); !strings.HasPrefix(line, "-----") && strings.Contains(text, line) {
				t.Errorf("%s shows a line of the client key", name)
			}
		}
		expectNone(t, name, text, strings.HasPrefix(name, "terraform.tfstate") || strings.HasPrefix(name, "test.tfplan"))
		for _, token := range service.Tokens() {
			if strings.Contains(text, token.ID) {
				t.Errorf("%s has the id of a token", name)
			}
		}
	}
}

// needles are the secrets as they are and in all encodings, in lower case. A month is in any
// text by chance.
var needles = func() map[string]string {
	all := map[string]string{}
	for name, secret := range secrets {
		if name == "card month" {
			continue
		}
		all[name] = strings.ToLower(secret)
		for how, encode := range encodings {
			all[name+", "+how] = strings.ToLower(encode(secret))
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
	words := " " + strings.Join(strings.FieldsFunc(lower, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ") + " "
	for name, needle := range needles {
		if keepsFilters && strings.HasPrefix(name, "filter") {
			continue
		}
		in := lower
		if len(needle) <= maxChance {
			in, needle = words, " "+needle+" "
		}
		if at := strings.Index(in, needle); at >= 0 {
			t.Errorf("%s shows the %s: ...%s", where, name, in[max(0, at-120):min(len(in), at+len(needle)+40)])
		}
	}
}
