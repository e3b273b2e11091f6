// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import "github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"

const (
	gettingStarted  = "docs/guides/getting-started.md"
	adoptWhatExists = "docs/guides/adopt-what-exists.md"
	webhooksInCI    = "docs/guides/webhooks-in-ci.md"
	lists           = "examples/list-resources/paymentservice_webhook/list-resource.tfquery.hcl"

	rightMerchant = "Make sure that you use the right merchant"
	emptyPlan     = "End with an empty plan"
	notYet        = "so there is no `POST` yet" // said of OpenTofu
)

var (
	found    = ends("https://hooks.example.com/payments/3")
	imports  = ends("3 to import, 0 to add, 0 to change").as("The plan says `3 to import, 0 to add, 0 to change`")
	imported = ends("3 imported, 0 added, 0 changed")
	empty    = ends("No changes").as("The plan says `No changes`")
	onlyFile = ends("")
	initDone = ends("initialized")
)

var tutorials = map[string]tutorial{
	"the first steps": {"README.md", []string{"Try it by hand"}, "1.0.0", "1.6.0", nil, []expected{
		ends("1 added, 0 changed", "PATCH"), ends("active = false -> true", "PATCH").afterStop(), ends("1 destroyed"),
	}},
	"credentials in the environment": {"docs/index.md", []string{"Authentication"}, "1.0.0", "1.6.0", map[string]string{"main.tf": "examples/provider/provider.tf"}, []expected{
		ends("1 to add, 0 to change"),
	}},
	"a query": {"docs/list-resources/webhook.md", []string{"Example Usage"}, queryVersion, "", map[string]string{"find" + querySuffix: lists}, []expected{
		ends("to import, 0 to add, 0 to change").as("… to import, 0 to add, 0 to change"),
	}},
	"adopting with a query": {adoptWhatExists, []string{rightMerchant, "Import with a query", emptyPlan}, queryVersion, "", nil, []expected{
		onlyFile, initDone, found, imports, imported, empty,
	}},
	"adopting with the data source": {adoptWhatExists, []string{rightMerchant, "Import with the data source", emptyPlan}, "1.7.0", "1.7.0", nil, []expected{
		onlyFile, initDone, found, imports, imported, ends("find.tf\n").as("These commands write them into `find.tf`"), empty,
	}},
	"adopting with ids": {adoptWhatExists, []string{rightMerchant, "Import with ids from the console", emptyPlan}, "1.5.0", "1.6.0", nil, []expected{
		onlyFile, initDone, ends("2 to import, 0 to add, 0 to change").as("The plan says `2 to import, 0 to add, 0 to change`"), ends("2 imported, 0 added, 0 changed"), empty,
	}},
	"the workflows": {webhooksInCI, []string{"Set up the workflows"}, "1.0.0", "1.6.0", map[string]string{"main.tf": webhooksInCI + "#Declare the webhooks"}, []expected{
		initDone, ends("1 to add, 0 to change"),
		initDone, ends("1 to add, 0 to change"), ends("1 added, 0 changed", "PATCH"),
		initDone, {Outcome: cli.Outcome{Says: []string{"active = false -> true", "::error::Webhooks are not as declared."}}, stopped: true, fails: true},
	}},
	"workflows that find nothing": {webhooksInCI, []string{"Set up the workflows"}, "1.0.0", "1.6.0", map[string]string{"main.tf": "examples/provider/provider_guards.tf"}, []expected{
		initDone, ends("No changes"), initDone, ends("No changes"), ends("0 added, 0 changed"), initDone, ends("All webhooks are as declared."),
	}},
	"the action": {webhooksInCI, []string{"Resume a stopped webhook"}, "1.14.0", "", map[string]string{"main.tf": webhooksInCI + "#Resume a stopped webhook"}, []expected{
		ends("1 invoked", `PATCH {"active":true}`).afterStop(),
	}},
	"getting started": {gettingStarted, []string{
		"1. Start the sandbox", "2. Adopt a webhook", "3. Resume it", "4. Create a webhook", "5. Look at charges", "6. Create a token", "7. Clean up",
	}, "1.10.0", "1.11.0", nil, []expected{
		ends("1 to add, 0 to change, 0 to destroy").as("The plan says `1 to add`."),
		ends("1 added, 0 changed", "PATCH").as("The first terminal shows one `PATCH`"),
		ends("active = false -> true").as("The plan shows `active = false -> true`").afterStop(),
		ends("0 added, 1 changed", "PATCH"),
		ends("1 added", `POST "url":"https://hooks.example.com/refunds"`).as("The first terminal shows one `POST`. With `delete_on_destroy = true`"),
		ends("failed_in_june = "),
		ends("Apply complete!", "POST").as("The first terminal shows one `POST`, and neither"),
		{Outcome: cli.Outcome{Says: []string{"Webhook Not Deleted", "2 destroyed"}, Writes: []string{"DELETE"}}, page: "The warnings say that the adopted webhook stays at the service"},
	}},
	"getting started with a real account": {gettingStarted, []string{"With a real account"}, "1.5.0", "1.6.0", nil, []expected{ends("")}},
}

// notTried are the sections whose commands run nowhere here, and why.
var notTried = map[string]string{
	"docs/resources/webhook.md#Import":                     "TestAccExamples_apply runs them",
	"README.md#See it work":                                "the demo has a test of its own",
	"README.md#Install your own build":                     "it removes what was installed",
	"README.md#Verify a release":                           "it needs a release",
	"docs/guides/test-modules.md#Test against the sandbox": "TestRun_command runs such a command",
	"CONTRIBUTING.md#Set up":                               "they take too long",
	"CONTRIBUTING.md#Debug":                                "they wait for a debugger",
}
