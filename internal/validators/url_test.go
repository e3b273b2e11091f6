// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

const (
	local    = "must be reachable from the internet"
	form     = "plain form"
	finalDot = "must not have a dot at the end of its host"
	notURL   = "absolute http or https URL"
	badHost  = "valid host name"
	badPort  = "port from 1 to 65535"
	userInfo = "user name or password"
)

func TestCheckWebhookURL(t *testing.T) {
	t.Parallel()

	runRule(t, validators.WebhookURL(), map[string]ruleCase{
		"https":                 {value: "https://example.com/hook?x=1#y"},
		"http":                  {value: "http://example.com"},
		"upper case":            {value: "HTTPS://Example.COM/"},
		"highest port":          {value: "https://example.com:65535/"},
		"empty port":            {value: "https://example.com:/"},
		"underscore":            {value: "https://a_b.example.com/"},
		"international":         {value: "https://日本.example/"},
		"at sign in the path":   {value: "https://example.com/@me"},
		"starts like localhost": {value: "https://localhost.example.com/"},
		"ends like local":       {value: "https://notlocal.example/"},
		"number in a label":     {value: "https://127.example.com/"},
		"hyphens, as in ??--":   {value: "https://qa--shop.netlify.app/hook"},
		"three hyphens":         {value: "https://r4---sn-abc.googlevideo.com/"},
		"international, coded":  {value: "https://xn--wgv71a.example/"},

		"empty":             {value: "", want: notURL},
		"no scheme":         {value: "example.com/hook", want: notURL},
		"relative":          {value: "/notify", want: notURL},
		"scheme only":       {value: "https:example.com", want: notURL},
		"no host":           {value: "https:///hook", want: notURL},
		"port without host": {value: "https://:443/", want: notURL},
		"other scheme":      {value: "ftp://example.com/", want: notURL},
		"script":            {value: "javascript://example.com/%0aalert(1)", want: notURL},
		"space":             {value: "https://example.com/a b", want: notURL},
		"leading space":     {value: " https://example.com/", want: notURL},
		"line break":        {value: "https://example.com/\nx", want: notURL},
		"backslash":         {value: `https://example.com\@localhost/`, want: notURL, hidden: true},
		"bad escape":        {value: "https://example.com/%zz", want: notURL},
		"user":              {value: "https://user@example.com/", want: userInfo, hidden: true},
		"user and password": {value: "https://user:pw@example.com/", want: userInfo, hidden: true},
		"user info, local":  {value: "https://u:pw@localhost/", want: userInfo, hidden: true},
		"broken user info":  {value: "https://u:p/w@example.com/", want: notURL, hidden: true},
		"escaped at sign":   {value: "https://u:pw%40example.com/", want: notURL, hidden: true},
		"full-width at":     {value: "https://u:pw＠example.com/", want: notURL, hidden: true},
		"empty user":        {value: "https://@example.com/", want: userInfo, hidden: true},
		"port 0":            {value: "https://example.com:0/", want: badPort},
		"port too high":     {value: "https://example.com:65536/", want: badPort},
		"port, huge":        {value: "https://example.com:99999999999999999999/", want: badPort},
		"port of letters":   {value: "https://example.com:http/", want: notURL},
		"empty label":       {value: "https://a..example.com/", want: badHost},
		"label too long":    {value: "https://" + strings.Repeat("a", 64) + ".com/", want: badHost},
		"broken punycode":   {value: "https://xn--a.example.com/", want: badHost},
		"angle bracket":     {value: "https://exa<mple.com/", want: badHost},
		"quote":             {value: `https://exa"mple.com/`, want: badHost},
		"host with a comma": {value: "https://a,b.example.com/", want: badHost},
	})
}

func TestCheckWebhookURL_localNames(t *testing.T) {
	t.Parallel()

	runRule(t, validators.WebhookURL(), map[string]ruleCase{
		"localhost":             {value: "http://localhost:8080/", want: local},
		"localhost, upper case": {value: "http://LOCALHOST/", want: local},
		"below localhost":       {value: "http://api.localhost/", want: local},
		"single label":          {value: "http://intranet/", want: local + `, but "intranet" has no domain`},
		"before an at sign":     {value: "http://intranet/@x", want: local + ", but its host has no domain", hidden: true},
		"local":                 {value: "http://printer.local/", want: local},
		"internal":              {value: "http://metadata.google.internal/", want: local},
		"home.arpa":             {value: "http://nas.home.arpa/", want: local},
		"localdomain":           {value: "http://localhost.localdomain/", want: local},
		"below localdomain":     {value: "http://nas.localdomain:8080/", want: local},
		"home.arpa itself":      {value: "http://home.arpa/", want: local},
		"final dot, local":      {value: "http://localhost./", want: finalDot},
		"final dot":             {value: "https://example.com./", want: finalDot},
		"two final dots":        {value: "https://example.com../", want: badHost},
		"only a dot":            {value: "https://./", want: badHost},
		"ideographic dot":       {value: "https://api。localhost/", want: form},
		"final ideographic dot": {value: "https://example.com。/", want: finalDot},
		"full-width letters":    {value: "http://ｌｏｃａｌｈｏｓｔ/", want: form},
		"circled letters":       {value: "http://ⓛⓞcalhost/", want: form},
		"escaped full-width":    {value: "http://%EF%BD%8Cocalhost/", want: form},
		"soft hyphen":           {value: "http://local\u00adhost/", want: form},
		"international, local":  {value: "http://日本.local/", want: local},
	})
}

func TestCheckWebhookURL_addresses(t *testing.T) {
	t.Parallel()

	cases := map[string]ruleCase{}
	for want, hosts := range map[string][]string{
		"": {
			"8.8.8.8", "1.1.1.1:8443", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
			"128.0.0.0", "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.167.255.255", "198.17.255.255",
			"198.20.0.0", "223.255.255.255",
			"[2606:4700::1111]", "[2001:4860:4860::8888]", "[2a00::1]:443",
			"[::ffff:8.8.8.8]", "[64:ff9b::808:808]", "[2002:808:808::1]", "[2001:0:808:808::f7f7:f7f7]",
		},
		local: {
			"0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.255",
			"169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.1.1", "198.18.0.1",
			"198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
			"[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[fc00::1]", "[fdff::1]", "[fe80::1]", "[fe80::1%25eth0]", "[2606:4700::1%25eth0]",
			"[fec0::1]", "[ff02::1]", "[100::1]", "[2001:db8::1]", "[3fff::1]", "[5f00::1]", "[4000::1]",
			"[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:192.168.0.1]", "[::127.0.0.1]", "[::10.0.0.1]", "[::ffff:0:7f00:1]",
			"[64:ff9b::7f00:1]", "[64:ff9b::169.254.169.254]", "[64:ff9b:1::808:808]", "[64:ff9b:1::7f00:1]",
			"[2002:7f00:1::]", "[2002:c0a8:101::1]", "[2001:0:7f00:1::f7f7:f7f7]", "[2001:0:808:808::80ff:fffe]",
		},
		finalDot: {"127.0.0.1."},
		form: {
			"127.1", "127.0.1", "2130706433", "0x7f.1", "0x7f000001", "0X7F.0.0.1", "017700000001", "0177.0.0.1", "127.0.0.01",
			"0", "0x", "134744072", "１２７.０.０.１", "127。0。0。1", "①②⑦.0.0.1", "1.2.3.4.5", "256.1.1.1", "1.2.3", "example.0x7f",
		},
		notURL: {"[::1", "::1", "[::1]x", "[1::2::3]", "[::g]"},
	} {
		for _, host := range hosts {
			cases[host] = ruleCase{value: "http://" + host + "/hook", want: want}
		}
	}

	runRule(t, validators.WebhookURL(), cases)
}

func TestCheckHTTPURL(t *testing.T) {
	t.Parallel()

	runRule(t, rule(validators.CheckHTTPURL), map[string]ruleCase{
		"public":       {value: "https://shop.example.com/done?order=1"},
		"local":        {value: "http://localhost:3000/done"},
		"other scheme": {value: "myapp://done", want: notURL},
		"relative":     {value: "/done", want: notURL},
		"port 0":       {value: "https://example.com:0/", want: badPort},
		"final dot":    {value: "https://example.com./done"},
		"address":      {value: "http://[::1]:3000/done"},
		"underscore":   {value: "http://my_shop:3000/done"},
		"bracket":      {value: "https://exa<mple.com/", want: badHost},
		"empty label":  {value: "https://shop..example.com/", want: badHost},
		"quote":        {value: `https://exa"mple.com/`, want: badHost},
		"two dots":     {value: "https://example.com../done", want: badHost},
		"bad address":  {value: "http://[::zz]/", want: notURL},
	})
}

func TestDescriptions(t *testing.T) {
	t.Parallel()

	got := validators.WebhookURL().MarkdownDescription(t.Context())
	if !strings.HasPrefix(got, "value must be") || got != validators.WebhookURL().Description(t.Context()) {
		t.Errorf("got %q", got)
	}
}

func FuzzCheckWebhookURL(f *testing.F) {
	for _, seed := range []string{
		"https://example.com/hook", "http://127.1/", "http://[::ffff:10.0.0.1]/", "http://１２７.0.0.1/", "http://u:p@h/", "http://日本.local",
	} {
		f.Add(seed)
	}

	f.Fuzz(func(t *testing.T, raw string) {
		if validators.CheckWebhookURL(raw) != nil {
			return
		}

		u, err := url.Parse(raw)
		if err != nil {
			t.Fatalf("accepted %q, which does not parse", raw)
		}

		host := strings.ToLower(u.Hostname())
		if u.User != nil || host == "localhost" || strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".") {
			t.Errorf("accepted %q", raw)
		}

		if u.Scheme = "ftp"; validators.CheckWebhookURL(u.String()) == nil {
			t.Errorf("accepted %q", u)
		}
	})
}
