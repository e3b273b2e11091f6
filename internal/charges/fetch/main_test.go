// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

func TestMain(m *testing.M) { acctest.Main(m, 100) }
