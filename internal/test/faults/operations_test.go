// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"context"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// operation is something that the provider does.
type operation struct {
	title   string   // of the error if its first request fails
	object  string   // its kind and its type
	configs []config // applied one after another; if there is none, the resource is imported
}

// config is a configuration in JSON, in which $NAME stands for the secret of that name.
type config string

const (
	inStore   config = `{"store_id": "` + fakeservice.DefaultStoreID + `"}`
	plain     config = `{"store_id": "` + fakeservice.DefaultStoreID + `", "webhook_id": "` + webhookID + `"}`
	destroyed config = "null"
)

// and returns c with more arguments.
func (c config) and(more string) config {
	return config(strings.TrimSuffix(string(c), "}") + ", " + more + "}")
}

var (
	withToken     = plain.and(`"active": true, "auth_token": "$webhook token"`)
	withWriteOnly = plain.and(`"active": true, "auth_token_wo": "$webhook token", "auth_token_wo_version": 1`)
	created       = inStore.and(`"delete_on_destroy": true, "url": "https://hooks.example.com/created", "triggers": ["charge_finished"],
		"auth_token_wo": "$webhook token", "auth_token_wo_version": 1`)

	ofCustomers config = `{"phone": "$filter phone", "metadata": "$filter order", "extra_filters": {"email": "$filter e-mail"}, "currency": "JPY",
		"card": {"name": "$filter name", "last_four": "$filter digits", "exp_month": 7, "exp_year": 2031}}`
)

// operations are what the provider does with its objects.
var operations = map[string]operation{
	"adopt with a token": {
		"Unable to Update Webhook", "resource paymentservice_webhook", []config{withToken},
	},
	"adopt with a write-only token": {
		"Unable to Update Webhook", "resource paymentservice_webhook", []config{withWriteOnly},
	},
	"create with a write-only token": {
		"Unable to Create Webhook", "resource paymentservice_webhook", []config{created},
	},
	"create and delete": {
		"Unable to Create Webhook", "resource paymentservice_webhook", []config{created, destroyed},
	},
	"update": {
		"Unable to Update Webhook", "resource paymentservice_webhook", []config{plain, withToken, withWriteOnly},
	},
	"import": {
		"Unable to Read Webhook", "resource paymentservice_webhook", nil,
	},
	"resume": {
		"Unable to Resume Webhook", "action paymentservice_resume_webhook", []config{plain},
	},
	"webhooks": {
		"Unable to List Webhooks", "data paymentservice_webhooks", []config{inStore},
	},
	"query of webhooks": {
		"Unable to List Webhooks", "list paymentservice_webhook", []config{inStore},
	},
	"charges": {
		"Unable to Read Charges", "data paymentservice_charges", []config{ofCustomers},
	},
	"ephemeral charges": {
		"Unable to Read Charges", "ephemeral paymentservice_charges", []config{ofCustomers},
	},
	"charge summary": {
		"Unable to Read Charges", "data paymentservice_charge_summary",
		[]config{ofCustomers.and(`"group_by": ["day", "mode", "status", "charged_currency"]`)},
	},
	"token of a card": {
		"Unable to Create Transaction Token", "ephemeral paymentservice_transaction_token",
		[]config{`{"create": true, "type": "one_time", "email": "a@example.com", "card": {
			"card_number": "$card number", "cvv": "$security code", "cardholder": "$card holder", "exp_month": "$card month", "exp_year": "$card year",
			"line1": "$card line 1", "line2": "$card line 2", "zip": "$card zip", "city": "$card city", "state": "$card state", "country": "JP",
			"phone_number": {"country_code": "81", "local_number": "$card phone"}}}`},
	},
	"token at a convenience store": {
		"Unable to Create Transaction Token", "ephemeral paymentservice_transaction_token",
		[]config{`{"create": true, "type": "one_time", "email": "$email address", "konbini": {
			"customer_name": "$konbini name", "convenience_store": "lawson", "phone_number": {"country_code": "81", "local_number": "$konbini phone"}}}`},
	},
	"token of paidy": {
		"Unable to Create Transaction Token", "ephemeral paymentservice_transaction_token",
		[]config{`{"create": true, "type": "one_time", "email": "a@example.com", "paidy": {"paidy_token": "$consumer"}}`},
	},
	"token of a device": {
		"Unable to Create Transaction Token", "ephemeral paymentservice_transaction_token",
		[]config{`{"create": true, "type": "one_time", "email": "a@example.com", "online": {
			"brand": "we_chat_online", "call_method": "sdk", "user_identifier": "$consumer"}}`},
	},
}

// do does it with the secrets of a set.
func (o operation) do(ctx context.Context, p *acctest.Protocol, s secretSet) (diags acctest.Diagnostics) {
	kind, name, _ := strings.Cut(o.object, " ")
	r := p.NewResource("paymentservice_webhook")
	if o.configs == nil {
		return r.Import(ctx, importID)
	}
	for _, c := range o.configs {
		var more acctest.Diagnostics
		switch config := c.filled(s); kind {
		case "data":
			_, more = p.Read(ctx, name, config)
		case "ephemeral":
			_, more = p.Open(ctx, name, config)
		case "list":
			_, more = p.List(ctx, name, config, 100, true)
		case "action":
			more = p.Invoke(ctx, name, config)
		default:
			more = r.Apply(ctx, config)
		}
		if diags = append(diags, more...); more.Errors() != "" {
			break
		}
	}
	return diags
}

// filled returns the configuration with the secrets of a set.
func (c config) filled(s secretSet) acctest.Values {
	var pairs []string
	for name, secret := range s {
		pairs = append(pairs, `"$`+name+`"`, `"`+inJSON(secret)+`"`)
	}
	return config(strings.NewReplacer(pairs...).Replace(string(c))).decoded()
}

// secretSet has secrets by name: values that are sent and must never be shown.
type secretSet map[string]string

var secrets = secretSet{
	"secret":        "sk-Geheim+/=%41\"é",
	"app token":     "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0b3BzZWNyZXQifQ",
	"webhook token": "Bearer hook&<Token>+0",
	"card number":   "4000056655665556",
	"security code": "9173",
	"card month":    "07",
	"card year":     "2037",
	"card holder":   "Li Wu",
	"card zip":      "735-0042",
	"card line 1":   "77b Rue d'Aligre",
	"card line 2":   "Maison Blanche 0815",
	"card state":    "Kanagawa",
	"card city":     "Kamakura-shi",
	"card phone":    "08011112222",
	"konbini name":  "JIRO SATOSHI 𠮷川",
	"konbini phone": "09055556666",
	"email address": "jiro@consumer1.example.jp",
	"consumer":      "pk-Hirakata-77",
	"filter name":   "HANAKO <SUZUKI>",
	"filter phone":  "09087654321",
	"filter digits": "8642",
	"filter e-mail": "hunter7@search.example.jp",
	"filter order":  "Order-of-Hunter/77",
}

// others is a set that has no value in common with secrets: the next letters and digits.
var others = func() secretSet {
	set := secretSet{}
	for name, secret := range secrets {
		set[name] = strings.Map(func(r rune) rune {
			switch {
			case r == '9' || r == 'z' || r == 'Z':
				return r - 1
			case unicode.IsDigit(r) || unicode.IsLetter(r):
				return r + 1
			}
			return r
		}, secret)
	}
	set["card month"] = "11"
	return set
}()

func inJSON(s string) string {
	text, _ := json.Marshal(s) // a text always marshals
	return strings.Trim(string(text), `"`)
}

var credentials = []string{"secret", "app token"}

var secretName = regexp.MustCompile(`"\$([^"]+)"`)

// names are those of all secrets that it sends, the credentials last.
func (o operation) names() (all []string) {
	for _, c := range o.configs {
		for _, match := range secretName.FindAllStringSubmatch(string(c), -1) {
			all = append(all, match[1])
		}
	}
	slices.Sort(all)
	return append(slices.Compact(all), credentials...)
}

// withSecrets returns the operations that have one configuration, with secrets.
func withSecrets() map[string]operation {
	all := maps.Clone(operations)
	maps.DeleteFunc(all, func(_ string, o operation) bool {
		return len(o.configs) != 1 || !secretName.MatchString(string(o.configs[0]))
	})
	return all
}

// An operation that is missing would pass every test that runs over them. The sensitive
// arguments of an object are those that are a secret in one of them.
func TestOperations_areAllThatIsRegistered(t *testing.T) {
	t.Parallel()
	secretArguments := map[string][]string{}
	for _, o := range operations {
		secretArguments[o.object] = append(secretArguments[o.object], "")
		for _, c := range o.configs {
			each(c.decoded(), "", func(in block, name, path string) {
				if text, _ := in[name].(string); strings.HasPrefix(text, "$") {
					secretArguments[o.object] = append(secretArguments[o.object], path+".")
				}
			})
		}
	}
	within := func(path, outer string) bool { return strings.HasPrefix(path, outer+".") }
	for object, arguments := range registered(acctest.NewProtocol(t).Schemas) {
		if secretArguments[object] == nil {
			t.Errorf("no operation has the %s", object)
		}
		for _, argument := range arguments {
			if !slices.ContainsFunc(secretArguments[object], func(secret string) bool { return within(secret, argument) }) {
				t.Errorf("in no operation with the %s, %s is a secret", object, argument)
			}
		}
		for _, secret := range secretArguments[object] {
			if secret != "" && !slices.ContainsFunc(arguments, func(argument string) bool { return within(secret, argument) }) {
				t.Errorf("the schema of the %s does not mark %s as sensitive", object, secret)
			}
		}
	}
}

// registered returns the objects that the provider registers, with their sensitive
// arguments, but functions and the caller identity, which send no requests.
func registered(schemas *tfprotov6.GetProviderSchemaResponse) map[string][]string {
	all := map[string][]string{}
	for kind, ofKind := range map[string]map[string]*tfprotov6.Schema{
		"resource ": schemas.ResourceSchemas, "data ": schemas.DataSourceSchemas,
		"ephemeral ": schemas.EphemeralResourceSchemas, "list ": schemas.ListResourceSchemas,
	} {
		for name, schema := range ofKind {
			all[kind+name] = sensitive(schema.Block.Attributes, schema.Block.BlockTypes, "")
		}
	}
	delete(all, "data paymentservice_caller_identity")
	for name := range schemas.ActionSchemas {
		all["action "+name] = nil
	}
	return all
}

// sensitive returns the sensitive ones among attributes and nested blocks that can be
// configured.
func sensitive(attributes []*tfprotov6.SchemaAttribute, blocks []*tfprotov6.SchemaNestedBlock, prefix string) (paths []string) {
	for _, a := range attributes {
		switch {
		case !a.Optional && !a.Required:
		case a.Sensitive:
			paths = append(paths, prefix+a.Name)
		case a.NestedType != nil:
			paths = append(paths, sensitive(a.NestedType.Attributes, nil, prefix+a.Name+".")...)
		}
	}
	for _, b := range blocks {
		paths = append(paths, sensitive(b.Block.Attributes, b.Block.BlockTypes, prefix+b.TypeName+".")...)
	}
	return paths
}

// block is what is configured in a block or an object.
type block = map[string]any

func (c config) decoded() (b block) {
	if err := json.Unmarshal([]byte(c), &b); err != nil {
		panic(err) // a test wrote a configuration that is no JSON
	}
	return b
}

// each calls f for every argument in a block, with its path.
func each(in block, path string, f func(in block, name, path string)) {
	for _, name := range slices.Sorted(maps.Keys(in)) {
		at := strings.TrimPrefix(path+"."+name, ".")
		if inner, ok := in[name].(block); ok {
			each(inner, at, f)
		} else {
			f(in, name, at)
		}
	}
}
