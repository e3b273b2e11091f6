// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"context"
	"encoding/json"
	"maps"
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
	title    string // of the error if its first request fails
	object   object
	configs  []acctest.Values // applied one after another; nil destroys
	isImport bool             // the resource is imported, and nothing is applied

	keepsSecrets bool // in the state, and not only filters
}

// object is what a configuration declares.
type object struct {
	kind string // as a configuration begins its block: data, resource, ...
	name string
}

// String names the object in messages of tests.
func (o object) String() string {
	return o.kind + " " + o.name
}

// The objects of the provider.
var (
	webhook        = object{"resource", "paymentservice_webhook"}
	webhookAction  = object{"action", "paymentservice_resume_webhook"}
	webhookQuery   = object{"list", "paymentservice_webhook"}
	webhooksData   = object{"data", "paymentservice_webhooks"}
	chargesData    = object{"data", "paymentservice_charges"}
	chargesOpened  = object{"ephemeral", "paymentservice_charges"}
	summaryData    = object{"data", "paymentservice_charge_summary"}
	tokenEphemeral = object{"ephemeral", "paymentservice_transaction_token"}
)

// block is what is configured in a block or an object.
type block = map[string]any

// secret stands in a configuration for the secret of that name.
type secret string

// with returns a configuration with more arguments.
func with(config, more acctest.Values) acctest.Values {
	all := maps.Clone(config)
	maps.Copy(all, more)
	return all
}

var (
	inStore = acctest.Values{"store_id": fakeservice.DefaultStoreID}
	plain   = with(inStore, acctest.Values{"webhook_id": webhookID})

	withToken = with(plain, acctest.Values{
		"active":     true,
		"auth_token": secret("webhook token"),
	})
	withWriteOnly = with(plain, acctest.Values{
		"active":                true,
		"auth_token_wo":         secret("webhook token"),
		"auth_token_wo_version": 1,
	})
	created = with(inStore, acctest.Values{
		"delete_on_destroy":     true,
		"url":                   "https://hooks.example.com/created",
		"triggers":              []string{"charge_finished"},
		"auth_token_wo":         secret("webhook token"),
		"auth_token_wo_version": 1,
	})
	ofCustomers = acctest.Values{
		"phone":         secret("filter phone"),
		"metadata":      secret("filter order"),
		"extra_filters": block{"email": secret("filter e-mail")},
		"currency":      "JPY",
		"card": block{
			"name":      secret("filter name"),
			"last_four": secret("filter digits"),
			"exp_month": 7,
			"exp_year":  2031,
		},
	}
	inGroups = with(ofCustomers, acctest.Values{
		"group_by": []string{"day", "mode", "status", "charged_currency"},
	})

	ofCard = acctest.Values{
		"create": true,
		"type":   "one_time",
		"email":  "a@example.com",
		"card": block{
			"card_number": secret("card number"),
			"cvv":         secret("security code"),
			"cardholder":  secret("card holder"),
			"exp_month":   secret("card month"),
			"exp_year":    secret("card year"),
			"line1":       secret("card line 1"),
			"line2":       secret("card line 2"),
			"zip":         secret("card zip"),
			"city":        secret("card city"),
			"state":       secret("card state"),
			"country":     "JP",
			"phone_number": block{
				"country_code": "81",
				"local_number": secret("card phone"),
			},
		},
	}
	atStore = acctest.Values{
		"create": true,
		"type":   "one_time",
		"email":  secret("email address"),
		"konbini": block{
			"customer_name":     secret("konbini name"),
			"convenience_store": "lawson",
			"phone_number": block{
				"country_code": "81",
				"local_number": secret("konbini phone"),
			},
		},
	}
	ofPaidy = acctest.Values{
		"create": true,
		"type":   "one_time",
		"email":  "a@example.com",
		"paidy":  block{"paidy_token": secret("consumer")},
	}
	ofDevice = acctest.Values{
		"create": true,
		"type":   "one_time",
		"email":  "a@example.com",
		"online": block{
			"brand":           "we_chat_online",
			"call_method":     "sdk",
			"user_identifier": secret("consumer"),
		},
	}
)

// operations are what the provider does with its objects.
var operations = map[string]operation{
	"adopt with a token": {
		title:        "Unable to Update Webhook",
		object:       webhook,
		configs:      []acctest.Values{withToken},
		keepsSecrets: true,
	},
	"adopt with a write-only token": {
		title:   "Unable to Update Webhook",
		object:  webhook,
		configs: []acctest.Values{withWriteOnly},
	},
	"create with a write-only token": {
		title:   "Unable to Create Webhook",
		object:  webhook,
		configs: []acctest.Values{created},
	},
	"create and delete": {
		title:   "Unable to Create Webhook",
		object:  webhook,
		configs: []acctest.Values{created, nil},
	},
	"update": {
		title:        "Unable to Update Webhook",
		object:       webhook,
		configs:      []acctest.Values{plain, withToken, withWriteOnly},
		keepsSecrets: true,
	},
	"import": {
		title:    "Unable to Read Webhook",
		object:   webhook,
		isImport: true,
	},
	"resume": {
		title:   "Unable to Resume Webhook",
		object:  webhookAction,
		configs: []acctest.Values{plain},
	},
	"webhooks": {
		title:   "Unable to List Webhooks",
		object:  webhooksData,
		configs: []acctest.Values{inStore},
	},
	"query of webhooks": {
		title:   "Unable to List Webhooks",
		object:  webhookQuery,
		configs: []acctest.Values{inStore},
	},
	"charges": {
		title:   "Unable to Read Charges",
		object:  chargesData,
		configs: []acctest.Values{ofCustomers},
	},
	"ephemeral charges": {
		title:   "Unable to Read Charges",
		object:  chargesOpened,
		configs: []acctest.Values{ofCustomers},
	},
	"charge summary": {
		title:   "Unable to Read Charges",
		object:  summaryData,
		configs: []acctest.Values{inGroups},
	},
	"token of a card": {
		title:   "Unable to Create Transaction Token",
		object:  tokenEphemeral,
		configs: []acctest.Values{ofCard},
	},
	"token at a convenience store": {
		title:   "Unable to Create Transaction Token",
		object:  tokenEphemeral,
		configs: []acctest.Values{atStore},
	},
	"token of paidy": {
		title:   "Unable to Create Transaction Token",
		object:  tokenEphemeral,
		configs: []acctest.Values{ofPaidy},
	},
	"token of a device": {
		title:   "Unable to Create Transaction Token",
		object:  tokenEphemeral,
		configs: []acctest.Values{ofDevice},
	},
}

// do does it with the secrets of a set: one configuration after the other, until one fails.
func (o operation) do(ctx context.Context, p *acctest.Protocol, s secretSet) (diags acctest.Diagnostics) {
	r := p.NewResource(webhook.name) // the only resource
	if o.isImport {
		return r.Import(ctx, importID)
	}
	for _, c := range o.configs {
		config := s.fill(c)
		var more acctest.Diagnostics
		switch o.object.kind {
		case "data":
			_, more = p.Read(ctx, o.object.name, config)
		case "ephemeral":
			_, more = p.Open(ctx, o.object.name, config)
		case "list":
			_, more = p.List(ctx, o.object.name, config, 100, true)
		case "action":
			more = p.Invoke(ctx, o.object.name, config)
		default: // a resource
			more = r.Apply(ctx, config)
		}
		diags = append(diags, more...)
		if more.Errors() != "" {
			break
		}
	}
	return diags
}

// secretSet has secrets by name: values that are sent and must never be shown.
type secretSet map[secret]string

// fill returns a configuration with the secrets of the set.
func (s secretSet) fill(config acctest.Values) acctest.Values {
	return replaced(config, "", func(_ string, value any) any {
		if name, isSecret := value.(secret); isSecret {
			return s[name]
		}
		return value
	})
}

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

// credentials are the secrets that the provider's own configuration has, and filters those by which
// charges are found. A state keeps filters.
var (
	credentials = []secret{"secret", "app token"}
	filters     = []secret{"filter name", "filter phone", "filter digits", "filter e-mail", "filter order"}
)

// others is a set of the same names that has no value in common with secrets: each letter and digit is the next
// one.
var others = func() secretSet {
	set := secretSet{}
	for name, value := range secrets {
		set[name] = strings.Map(func(r rune) rune {
			switch {
			case r == '9' || r == 'z' || r == 'Z':
				return r - 1
			case unicode.IsDigit(r) || unicode.IsLetter(r):
				return r + 1
			}
			return r
		}, value)
	}
	set["card month"] = "11" // the next digits are those of no month
	return set
}()

// inJSON returns a text as JSON has it between its quotes.
func inJSON(s string) string {
	text, _ := json.Marshal(s) // a text always marshals
	return strings.Trim(string(text), `"`)
}

// names are those of all secrets that it sends: those of its configurations, and the credentials at the end.
func (o operation) names() []secret {
	var all []secret
	for _, c := range o.configs {
		each(c, "", func(_ string, value any) {
			if name, isSecret := value.(secret); isSecret {
				all = append(all, name)
			}
		})
	}
	slices.Sort(all)
	return append(slices.Compact(all), credentials...)
}

// withSecrets returns the operations that have one configuration, with secrets of its own.
func withSecrets() map[string]operation {
	all := maps.Clone(operations)
	maps.DeleteFunc(all, func(_ string, o operation) bool {
		hasSecrets := len(o.names()) > len(credentials)
		return len(o.configs) != 1 || !hasSecrets
	})
	return all
}

// Tests run over all operations, so one that is missing would pass every test. And a sensitive argument that is a
// secret in none of them would never be searched for; nor would a schema be noticed that does not mark a secret.
func TestOperations_areAllThatIsRegistered(t *testing.T) {
	t.Parallel()
	hasOperation := map[object]bool{}
	secretArguments := map[object][]string{}
	for _, o := range operations {
		hasOperation[o.object] = true
		for _, c := range o.configs {
			each(c, "", func(path string, value any) {
				if _, isSecret := value.(secret); isSecret {
					secretArguments[o.object] = append(secretArguments[o.object], path)
				}
			})
		}
	}

	// A path is within itself and within the blocks around it: "card.name" in "card".
	within := func(path, outer string) bool { return strings.HasPrefix(path+".", outer+".") }
	for object, arguments := range registered(acctest.NewProtocol(t).Schemas) {
		if !hasOperation[object] {
			t.Errorf("no operation has the %s", object)
		}
		for _, argument := range arguments {
			isTried := func(path string) bool { return within(path, argument) }
			if !slices.ContainsFunc(secretArguments[object], isTried) {
				t.Errorf("in no operation with the %s, %s is a secret", object, argument)
			}
		}
		for _, path := range secretArguments[object] {
			isSensitive := func(argument string) bool { return within(path, argument) }
			if !slices.ContainsFunc(arguments, isSensitive) {
				t.Errorf("the schema of the %s does not mark %s as sensitive", object, path)
			}
		}
	}
}

// registered returns the objects that the provider registers, with their sensitive
// arguments, but functions and the caller identity, which send no requests.
func registered(schemas *tfprotov6.GetProviderSchemaResponse) map[object][]string {
	all := map[object][]string{}
	for kind, ofKind := range map[string]map[string]*tfprotov6.Schema{
		"resource":  schemas.ResourceSchemas,
		"data":      schemas.DataSourceSchemas,
		"ephemeral": schemas.EphemeralResourceSchemas,
		"list":      schemas.ListResourceSchemas,
	} {
		for name, schema := range ofKind {
			all[object{kind, name}] = sensitive(schema.Block.Attributes, schema.Block.BlockTypes, "")
		}
	}
	delete(all, object{"data", "paymentservice_caller_identity"})
	for name := range schemas.ActionSchemas {
		all[object{"action", name}] = nil
	}
	return all
}

// sensitive returns the sensitive ones among attributes and nested blocks that can be
// configured.
func sensitive(
	attributes []*tfprotov6.SchemaAttribute, blocks []*tfprotov6.SchemaNestedBlock, prefix string,
) (paths []string) {
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

// each calls f for every argument in a block, with its path.
func each(in block, path string, f func(path string, value any)) {
	for _, name := range slices.Sorted(maps.Keys(in)) {
		at := strings.TrimPrefix(path+"."+name, ".")
		if inner, ok := in[name].(block); ok {
			each(inner, at, f)
		} else {
			f(at, in[name])
		}
	}
}

// replaced returns a block with the value that f returns in place of that of every argument, or nil if
// there is no block.
func replaced(in block, path string, f func(path string, value any) any) block {
	if in == nil {
		return nil
	}
	out := block{}
	for name, value := range in {
		at := strings.TrimPrefix(path+"."+name, ".")
		if inner, ok := value.(block); ok {
			out[name] = replaced(inner, at, f)
		} else {
			out[name] = f(at, value)
		}
	}
	return out
}
