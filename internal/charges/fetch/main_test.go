// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"log"
	"os"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

func TestMain(m *testing.M) {
	if err := acctest.QuickRapid(100); err != nil {
		log.Fatal(err)
	}
	os.Exit(m.Run())
}
