// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"maps"
	"net/http"
	"time"

	"github.com/google/uuid"
)

// Token is a transaction token as in an answer (API description, section 2.1):
// the card number and the CVV are not kept.
type Token struct {
	ID          string
	StoreID     string
	Email       *string
	PaymentType string
	Active      bool
	Mode        string
	Type        string
	UsageLimit  *string
	Metadata    map[string]any
	CreatedOn   time.Time
	Data        map[string]any
}

// createToken implements the API description, section 4.1.
func (s *Service) createToken(c call) response {
	request, problems := readTokenRequest(c.body)
	if problems != nil {
		return invalid(problems...)
	}
	token := Token{
		ID:          uuid.NewString(),
		StoreID:     DefaultStoreID,
		Email:       request.email,
		PaymentType: request.paymentType,
		Active:      true,
		Mode:        "test",
		Type:        request.tokenType,
		UsageLimit:  request.usageLimit,
		Metadata:    request.metadata,
		CreatedOn:   s.instant(),
		Data:        answeredData(request),
	}
	s.store.mu.Lock()
	s.store.tokens = append(s.store.tokens, token)
	s.store.mu.Unlock()
	return answerJSON(http.StatusCreated, token.wire(c.behavior))
}

func (t Token) wire(b *Behavior) map[string]any {
	created := t.CreatedOn.Format(timestamp)
	object := map[string]any{
		"id":           t.ID,
		"store_id":     t.StoreID,
		"email":        t.Email,
		"payment_type": t.PaymentType,
		"active":       t.Active,
		"mode":         t.Mode,
		"type":         t.Type,
		"usage_limit":  t.UsageLimit,
		"confirmed":    nil,
		"metadata":     t.Metadata,
		"created_on":   created,
		"updated_on":   created,
		"last_used_on": nil,
		"data":         t.Data,
	}
	maps.Copy(object, b.ExtraFields)
	if b.TokenMutator != nil {
		b.TokenMutator(object)
	}
	return object
}
