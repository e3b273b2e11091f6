// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"fmt"
	"sync/atomic"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// limitedRows encodes the charges of a list up to so many bytes.
type limitedRows struct {
	encoder        *rows.Encoder
	maxBytes       int64
	charges, bytes atomic.Int64
}

// keep encodes some more charges. It can be called from any goroutine.
func (l *limitedRows) keep(charges []paymentapi.Charge) ([]byte, error) {
	encoded, err := l.encoder.Encode(charges)
	if err != nil {
		return nil, err
	}
	count, bytes := l.charges.Add(int64(len(charges))), l.bytes.Add(int64(len(encoded)))
	if bytes > l.maxBytes {
		return nil, &tooLongError{charges: count, bytes: bytes}
	}
	return encoded, nil
}

// tooLongError is a list of which so many charges already take more bytes than
// the CLI would accept.
type tooLongError struct{ charges, bytes int64 }

// Error implements error.
func (e *tooLongError) Error() string {
	return fmt.Sprintf("the first %d charges take %d bytes", e.charges, e.bytes)
}
