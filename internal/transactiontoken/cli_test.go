// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"archive/zip"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/fakeservice"
)

// cli runs the CLI itself on a configuration, with the provider as a program of
// its own, and logs everything.
type cli struct {
	t    *testing.T
	path string
	dir  string
	said strings.Builder
}

func newCLI(t *testing.T, config string) *cli {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("runs the CLI; set TF_ACC")
	}
	path, err := exec.LookPath(cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), "terraform"))
	if err != nil {
		t.Skip(err)
	}
	c := &cli{t: t, path: path, dir: t.TempDir()}
	c.skipBelow(1, 11)
	plugins := t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "build", "-o", plugins, "../..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c.write("main.tf", config)
	c.write("cli.rc", fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"payment-service/paymentservice\" = %q\n  }\n  direct {}\n}\n", plugins))
	return c
}

func (c *cli) skipBelow(major, minor int) {
	c.t.Helper()
	command := exec.CommandContext(c.t.Context(), c.path, "version", "-json")
	command.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE=")
	out, err := command.Output()
	if err != nil {
		c.t.Fatal(err)
	}
	var version struct {
		Version string `json:"terraform_version"`
	}
	if err := json.Unmarshal(out, &version); err != nil {
		c.t.Fatal(err)
	}
	var haveMajor, haveMinor int
	if _, err := fmt.Sscanf(version.Version, "%d.%d", &haveMajor, &haveMinor); err != nil {
		c.t.Fatal(err)
	}
	if haveMajor < major || haveMajor == major && haveMinor < minor {
		c.t.Skipf("needs %d.%d, have %s", major, minor, version.Version)
	}
}

func (c *cli) write(name, text string) {
	c.t.Helper()
	if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
}

// run runs a command; card is what the variable card holds.
func (c *cli) run(card string, arguments ...string) error {
	c.t.Helper()
	command := exec.CommandContext(c.t.Context(), c.path, arguments...)
	command.Dir = c.dir
	command.Env = append(os.Environ(),
		"TF_CLI_CONFIG_FILE="+filepath.Join(c.dir, "cli.rc"), "TF_LOG=TRACE", "TF_LOG_PATH="+filepath.Join(c.dir, "trace.log"),
		"TF_IN_AUTOMATION=1", "CHECKPOINT_DISABLE=1", "TF_VAR_card="+card)
	out, err := command.CombinedOutput()
	c.said.Write(out)
	return err
}

// traces returns all that the CLI said and wrote, the parts of a plan file
// unpacked.
func (c *cli) traces() map[string]string {
	c.t.Helper()
	texts := map[string]string{"output": c.said.String()}
	err := filepath.WalkDir(c.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		texts[entry.Name()] = string(text)
		if filepath.Ext(path) == ".tfplan" && err == nil {
			return unpack(path, texts)
		}
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return texts
}

func unpack(path string, texts map[string]string) error {
	archive, err := zip.OpenReader(path)
	if err != nil {
		return err
	}
	defer archive.Close() //nolint:errcheck // only read
	for _, file := range archive.File {
		content, err := file.Open()
		if err != nil {
			return err
		}
		text, err := io.ReadAll(content)
		if err != nil {
			return err
		}
		texts[file.Name] = string(text)
	}
	return nil
}

// A card goes in through an ephemeral variable, and the token's id out through
// a write-only argument; neither is left in any file, log or message.
func TestAccTransactionToken_leavesNoTrace(t *testing.T) {
	t.Parallel()

	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{URL: "https://hooks.example.com/a", Active: true})
	c := newCLI(t, fmt.Sprintf(`
terraform {
  required_providers {
    paymentservice = { source = "payment-service/paymentservice" }
  }
}

variable "card" {
  type      = object({ cardholder = string, card_number = string, exp_month = string, exp_year = string, cvv = string })
  ephemeral = true
  sensitive = true
}
%s
resource "paymentservice_webhook" "test" {
  store_id              = %q
  webhook_id            = %q
  auth_token_wo         = ephemeral.paymentservice_transaction_token.test.id
  auth_token_wo_version = 1
}
`, tokenConfig(server, onlyInApply(), "type = \"one_time\"\n  card = var.card"), webhook.StoreID, webhook.ID))

	card := fmt.Sprintf(`{"cardholder":%q,"card_number":%q,"exp_month":"12","exp_year":"2031","cvv":%q}`, cardholder, cardNumber, cvv)
	if err := c.run(card, "plan", "-out=saved.tfplan"); err != nil {
		t.Fatal(err, c.said.String())
	}
	if n := len(service.Tokens()); n != 0 {
		t.Errorf("the plan created %d tokens", n)
	}
	if err := c.run(card, "apply", "saved.tfplan"); err != nil {
		t.Fatal(err, c.said.String())
	}
	if n := len(service.Tokens()); n != 1 {
		t.Fatalf("the apply created %d tokens, want 1", n)
	}

	wrong := strings.NewReplacer(`"12"`, `"`+cardNumber+`"`, `"2031"`, `"`+cardholder+`"`).Replace(card)
	replace := []string{"apply", "-auto-approve", "-replace=paymentservice_webhook.test"}
	if err := c.run(wrong, replace...); err == nil || !strings.Contains(c.said.String(), "card.exp_month") {
		t.Errorf("a wrong card was not refused: %v", err)
	}
	service.Inject(fakeservice.Fault{Method: "POST", Status: 400, Body: fmt.Appendf(nil, `{"code":"X","errors":[{"field":"data","reason":%q}]}`, card)})
	if err := c.run(card, replace...); err == nil {
		t.Error("an apply passed though the service refused the token")
	}

	secrets := map[string]*regexp.Regexp{
		"the card number":   regexp.MustCompile(cardNumber),
		"the cardholder":    regexp.MustCompile(cardholder),
		"the security code": regexp.MustCompile(`cvv\W{0,8}` + cvv),
		"the token's id":    regexp.MustCompile(service.Tokens()[0].ID),
	}
	traces := c.traces()
	for _, name := range []string{"trace.log", "saved.tfplan", "terraform.tfstate"} {
		if traces[name] == "" {
			t.Errorf("there is no %s to look at", name)
		}
	}
	for name, text := range traces {
		for what, secret := range secrets {
			if secret.MatchString(text) {
				t.Errorf("%s holds %s", name, what)
			}
		}
	}
}
