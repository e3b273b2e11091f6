// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import "strings"

// countries are the assigned codes of ISO 3166-1 alpha-2, second letters by
// first letter.
var countries = map[string]string{
	"A": "DEFGILMOQRSTUWXZ",
	"B": "ABDEFGHIJLMNOQRSTVWYZ",
	"C": "ACDFGHIKLMNORUVWXYZ",
	"D": "EJKMOZ",
	"E": "CEGHRST",
	"F": "IJKMOR",
	"G": "ABDEFGHILMNPQRSTUWY",
	"H": "KMNRTU",
	"I": "DELMNOQRST",
	"J": "EMOP",
	"K": "EGHIMNPRWYZ",
	"L": "ABCIKRSTUVY",
	"M": "ACDEFGHKLMNOPQRSTUVWXYZ",
	"N": "ACEFGILOPRUZ",
	"O": "M",
	"P": "AEFGHKLMNRSTWY",
	"Q": "A",
	"R": "EOSUW",
	"S": "ABCDEGHIJKLMNORSTVXYZ",
	"T": "CDFGHJKLMNORTVWZ",
	"U": "AGMSYZ",
	"V": "ACEGINU",
	"W": "FS",
	"Y": "ET",
	"Z": "AMW",
}

func country(v string) string {
	if len(v) == 2 && strings.Contains(countries[v[:1]], v[1:]) {
		return ""
	}
	return reasonValue
}
