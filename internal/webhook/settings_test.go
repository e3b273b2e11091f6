// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"maps"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// notSettings are the arguments that have rules of their own, and tests of them.
var notSettings = map[string]bool{"store_id": true, "webhook_id": true, "delete_on_destroy": true, "merchant_id": true, "auth_token_wo": true, "auth_token_wo_version": true}

// Whatever else the schema lets a user set is sent, by an update and by a creation, read
// back unless it is secret: an argument that exists only in the schema
// fails here.
func TestWebhook_everySetting(t *testing.T) {
	t.Parallel()
	p := acctest.NewProtocol(t)
	for _, attribute := range p.Schemas.ResourceSchemas["paymentservice_webhook"].Block.Attributes {
		if notSettings[attribute.Name] || !attribute.Optional && !attribute.Required {
			continue
		}
		t.Run(attribute.Name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			numbered := func(number int) acctest.Values {
				return acctest.Values{attribute.Name: anySetting(attribute.Type, number)}
			}
			r := e.resource()
			r.WriteOnly = false
			mustApply(t, r, adopting(numbered(1)))
			if body := e.Requests(fakeservice.ByMethod(http.MethodPatch))[0].JSON(); fmt.Sprint(body) != fmt.Sprint(map[string]any(numbered(1))) {
				t.Errorf("sent %v", body)
			}
			mustBeSettled(t, r, adopting(numbered(1)))
			if !attribute.Sensitive {
				e.answer(numbered(2))
				if diags := r.Refresh(t.Context()); len(diags) > 0 {
					t.Error(diags)
				}
				wantState(t, r, numbered(2))
			}

			e = start(t, nil)
			r = e.resource()
			r.WriteOnly = false
			created := creating(numbered(4))
			mustApply(t, r, created)
			sent := map[string]any{}
			for _, request := range e.Requests() {
				maps.Copy(sent, request.JSON())
			}
			if fmt.Sprint(sent[attribute.Name]) != fmt.Sprint(created[attribute.Name]) {
				t.Errorf("a creation sent %v", sent)
			}
		})
	}
}

// anySetting returns a value of a type: another one for the next number.
func anySetting(typ tftypes.Type, number int) any {
	switch {
	case typ.Is(tftypes.Bool):
		return number%2 == 1
	case typ.Is(tftypes.Number):
		return number
	case typ.Is(tftypes.String):
		return fmt.Sprint("https://hooks.example.com/", number)
	default:
		return []string{fmt.Sprint("event_", number)}
	}
}
