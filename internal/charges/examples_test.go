// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/config"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// Every example reads charges.
func TestAccCharges_examples(t *testing.T) {
	t.Parallel()
	var files []string
	for _, kind := range []string{"data-sources", "ephemeral-resources"} {
		found, err := filepath.Glob("../../examples/" + kind + "/paymentservice_charge*/*.tf")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 9 {
		t.Fatalf("found %q", files)
	}
	for _, file := range files {
		t.Run(strings.TrimPrefix(file, "../../examples/"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			variables := config.Variables{}
			for name, value := range inputs {
				if strings.Contains(string(text), `variable "`+name+`"`) {
					variables[name] = value
				}
			}
			service, server := acctest.Start(t)
			service.Set(func(b *fakeservice.Behavior) {
				b.EmailFilter = true
				mutated(func(charge map[string]any) {
					if charge["id"] == uuidText {
						charge["status"] = nil
					}
				})(b)
			})
			service.SeedCharges(40, fakeservice.SeedOptions{StoreID: uuidText})
			service.AddCharges(fakeservice.Charge{ID: uuidText, StoreID: uuidText, CreatedOn: service.Charges("")[20].CreatedOn})
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: acctest.Factories(),
				TerraformVersionChecks:   versions(string(text)),
				Steps: []resource.TestStep{{
					Config: acctest.Provider(server) + string(text), ConfigVariables: variables,
					ConfigPlanChecks: acctest.ThenEmptyPlan(),
				}},
			})
			if !slices.ContainsFunc(service.Requests(), func(r fakeservice.Request) bool { return r.Status == 200 }) {
				t.Error("nothing was read")
			}
		})
	}
}

// inputs are the variables that examples declare.
var inputs = config.Variables{
	"card_last_four": config.StringVariable("0042"),
	"card": config.ObjectVariable(map[string]config.Variable{
		"last_four": config.StringVariable("0042"), "name": config.StringVariable("TARO YAMADA"),
		"exp_month": config.IntegerVariable(8), "exp_year": config.IntegerVariable(2031),
	}),
}

// versions are the oldest CLIs that an example works with.
func versions(example string) []tfversion.TerraformVersionCheck {
	switch {
	case strings.Contains(example, `ephemeral "`):
		return []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_10_0)}
	case strings.Contains(example, `check "`), strings.Contains(example, "plantimestamp("):
		return []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_5_0)}
	default:
		return nil
	}
}
