// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package docs_test

import (
	"regexp"
	"strings"
	"testing"
)

// written finds the files that commands write.
var written = regexp.MustCompile(`(?s)cat > (\S+) <<'EOT'\n(.*?\n)EOT\n`)

// filesOf returns the files that the commands of a part write.
func filesOf(p part) map[string]string {
	all := map[string]string{}
	for _, script := range p.commands() {
		for _, match := range written.FindAllStringSubmatch(script, -1) {
			all[match[1]] = match[2]
		}
	}
	return all
}

// A created webhook is replaced, protected and left as the guide says.
func TestAccGuide_createWebhooks(t *testing.T) {
	t.Parallel()
	page := load(t, createWebhooks)
	start := filesOf(page.section(t, "Create several webhooks"))
	u := newUser(t, withCLI(t), start)
	u.runs("apply -auto-approve", ends("2 added", "POST", "POST"))
	u.runs(`apply -auto-approve -replace=paymentservice_webhook.shop["refunds"]`, ends("1 added, 0 changed, 1 destroyed", "DELETE", "POST"))

	fragment := page.section(t, "Protect webhooks from deletion").blocks[0].text
	protected := strings.Replace(start["main.tf"], "delete_on_destroy = true\n", fragment, 1)
	u.write(map[string]string{"main.tf": protected})
	u.runs("apply -auto-approve", ends("0 added, 2 changed"))
	fewer := regexp.MustCompile(`(?m)^ +refunds .*\n`).ReplaceAllString(start["webhooks.tf"], "")
	u.write(map[string]string{"webhooks.tf": fewer})
	u.runs("plan", ends("cannot be destroyed").failing())

	kept, _, _ := strings.Cut(protected, "\nresource")
	u.write(map[string]string{"main.tf": kept})
	u.runs("apply -auto-approve", ends("2 destroyed"))
}
