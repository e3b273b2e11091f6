// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// An echo may escape some characters of a secret and not others, wrap it, or put
// something between its characters. None of this matters to the letters and
// digits of a text, once its escapes are undone: they are compared with those of
// the secret, which may look escaped itself.

// minLetters is the length in bytes from which the letters of a value are looked
// for: fewer may make up other words.
const minLetters = 6

// minEncodedLetters is that length for the encodings of a value, which stand
// inside of longer words.
const minEncodedLetters = 12

// escapeMarks begin escapes. In quoted-printable text, so does an equals sign: in
// another text, what follows it means itself.
const (
	escapeMarks    = `\%&` + "\x1b"
	printableMarks = escapeMarks + "="
)

// letters are what is looked for of a value.
type letters struct {
	text      string
	isEncoded bool // may stand inside of a word
	isNumber  bool // may be a part of an identifier or a time by chance
}

func (x *index) addLetters(v string, encodings []string) {
	isNumber := isDigits(digitsOf(v))
	known := map[string]bool{}
	add := func(text string, least int, isEncoded bool) {
		if len(text) >= least && !known[text] {
			known[text] = true
			x.letters = insert(x.letters, text[:minLetters], letters{text, isEncoded, isNumber})
		}
	}
	for _, marks := range []string{"", escapeMarks, printableMarks} { // what looks like an escape in v may be torn apart
		add(lettersOf(v, marks).folded, minLetters, false)
	}
	for _, encoded := range encodings {
		add(lettersIn(encoded), minEncodedLetters, true)
	}
}

// lettersIn returns the letters and digits of s as lettersOf does, if it has no
// escapes.
func lettersIn(s string) string {
	folded := make([]byte, 0, len(s))
	for _, r := range s {
		folded = appendLetters(folded, r)
	}
	return string(folded)
}

// findLetters returns the parts of the original of t, which has its letters, that
// have those of a value.
func (x *index) findLetters(t *text) []span {
	if len(x.letters) == 0 {
		return nil
	}
	var found, numbers []span
	for from := 0; from+minLetters <= len(t.folded); from++ {
		for _, one := range x.letters[t.folded[from:from+minLetters]] {
			end := from + len(one.text)
			switch {
			case !strings.HasPrefix(t.folded[from:], one.text), !one.isEncoded && (t.joinsAt(from) || t.joinsAt(end)):
			case one.isNumber && !one.isEncoded:
				numbers = append(numbers, t.span(from, end))
			default:
				found = append(found, t.span(from, end))
			}
		}
	}
	if len(numbers) == 0 {
		return found
	}
	ids := harmless.FindAllStringIndex(t.original, -1)
	for _, number := range numbers {
		if !slices.ContainsFunc(ids, func(id []int) bool { return id[0] <= number.start && number.end <= id[1] }) {
			found = append(found, number)
		}
	}
	return found
}

// joinsAt reports whether the letters beside a place make one word: nothing stands
// between them in the original.
func (t *text) joinsAt(at int) bool {
	if at == 0 || at == len(t.folded) || t.ends[at-1] != t.at[at] {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(t.folded[:at])
	after, _ := utf8.DecodeRuneInString(t.folded[at:])
	return joins(before) && joins(after)
}

// symbol is a character of a text, and where in the text it comes from.
type symbol struct {
	r rune
	span
}

// lettersOf returns the letters and digits of s, each in the first of its cases
// and without accents, once the escapes are undone that begin with the marks.
func lettersOf(s, marks string) *text {
	t := &text{original: s, at: make([]int, 0, len(s)), ends: make([]int, 0, len(s))}
	folded := make([]byte, 0, len(s))
	add := func(r rune, at span) {
		before := len(folded)
		folded = appendLetters(folded, r)
		for range len(folded) - before {
			t.at, t.ends = append(t.at, at.start), append(t.ends, at.end)
		}
	}
	if strings.ContainsAny(s, marks) {
		for _, one := range unescaped(symbolsOf(s), marks) {
			add(one.r, one.span)
		}
	} else {
		for i, r := range s {
			add(r, span{i, i + utf8.RuneLen(r)})
		}
	}
	t.folded = string(folded)
	return t
}

func symbolsOf(s string) []symbol {
	symbols := make([]symbol, 0, len(s))
	for i, r := range s {
		symbols = append(symbols, symbol{r, span{i, i + utf8.RuneLen(r)}})
	}
	return symbols
}

// unescaped undoes several layers of escapes.
func unescaped(symbols []symbol, marks string) []symbol {
	for range maxEscapeDepth {
		if !hasAny(symbols, marks) {
			break
		}
		symbols = unescapeSymbols(symbols, marks)
	}
	return symbols
}

func hasAny(symbols []symbol, marks string) bool {
	for _, one := range symbols {
		if strings.ContainsRune(marks, one.r) {
			return true
		}
	}
	return false
}

// appendLetters appends r if it is a letter or a digit, as all its forms are
// written here.
func appendLetters(b []byte, r rune) []byte {
	switch {
	case 'a' <= r && r <= 'z':
		return utf8.AppendRune(b, r-'a'+'A')
	case 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		return utf8.AppendRune(b, r)
	case r <= unicode.MaxASCII:
		return b
	}
	for _, r := range norm.NFKD.String(string(r)) {
		switch {
		case unicode.IsDigit(r):
			b = utf8.AppendRune(b, asciiDigit(r))
		case unicode.IsLetter(r) && r != 'ー': // a dash in numbers
			b = utf8.AppendRune(b, firstCase(r))
		}
	}
	return b
}

// unescapeSymbols undoes one layer of the escapes that begin with one of the
// marks.
func unescapeSymbols(symbols []symbol, marks string) []symbol {
	plain := make([]symbol, 0, len(symbols))
	var run byteRun
	for i := 0; i < len(symbols); {
		one := symbols[i]
		var e escape
		if strings.ContainsRune(marks, one.r) {
			e = escapeAt(symbols[i:])
		}
		at := span{one.start, symbols[i+max(e.length, 1)-1].end}
		if e.isByte {
			run.add(e.code, at)
			i += e.length
			continue
		}
		plain = run.flush(plain)
		if e.length == 0 {
			plain = append(plain, one)
			i++
			continue
		}
		for _, r := range e.text {
			plain = append(plain, symbol{r, at})
		}
		i += e.length
	}
	return run.flush(plain)
}

// escape is what some symbols stand for: a text, or a byte of one.
type escape struct {
	length int // in symbols; 0 for no escape
	text   string
	code   rune
	isByte bool
}

// maxEntity is how many characters the longest entity of HTML that is looked for
// has.
const maxEntity = 12

// escapeAt returns the escape that symbols begin with, if they do.
func escapeAt(symbols []symbol) escape {
	switch symbols[0].r {
	case '%', '=':
		if code, ok := codeIn(symbols, 1, 2, 16); ok {
			return escape{length: 3, code: code, isByte: true}
		}
	case '&':
		entity := textOf(symbols[:min(len(symbols), maxEntity)])
		if end := strings.IndexByte(entity, ';'); end > 0 {
			entity = entity[:end+1]
			if plain := html.UnescapeString(entity); plain != entity {
				return escape{length: utf8.RuneCountInString(entity), text: plain}
			}
		}
	case '\x1b': // of a terminal: a bracket, parameters and a letter
		if len(symbols) > 1 && symbols[1].r == '[' {
			for i := 2; i < min(len(symbols), maxEntity); i++ {
				if unicode.IsLetter(symbols[i].r) {
					return escape{length: i + 1}
				}
			}
		}
	case '\\':
		return backslashAt(symbols)
	}
	return escape{}
}

// backslashAt returns the escape of symbols that begin with backslashes: an echo
// of an echo has several of them. If it is none that says more, they stand for
// nothing.
func backslashAt(symbols []symbol) escape {
	at := 0
	for at < len(symbols) && symbols[at].r == '\\' {
		at++
	}
	if at == len(symbols) {
		return escape{length: at}
	}
	switch symbols[at].r {
	case 'u':
		first, ok := codeIn(symbols, at+1, 4, 16)
		if !ok {
			break
		}
		next := at + 5
		if utf16.IsSurrogate(first) {
			low := next
			for low < len(symbols) && symbols[low].r == '\\' {
				low++
			}
			if second, ok := codeIn(symbols, low+1, 4, 16); ok && low > next && symbols[low].r == 'u' {
				return escape{length: low + 5, text: string(utf16.DecodeRune(first, second))}
			}
		}
		return escape{length: next, text: string(first)}
	case 'x':
		if code, ok := codeIn(symbols, at+1, 2, 16); ok {
			return escape{length: at + 3, code: code, isByte: true}
		}
	case 'n', 'r', 't': // white space
		return escape{length: at + 1}
	default:
		if code, ok := codeIn(symbols, at, 3, 8); ok {
			return escape{length: at + 3, code: code, isByte: true}
		}
	}
	return escape{length: at}
}

// codeIn returns the number that so many symbols from a place on are the digits
// of; in octal, it is a byte.
func codeIn(symbols []symbol, from, length, base int) (code rune, ok bool) {
	if from+length > len(symbols) {
		return 0, false
	}
	bits := 16
	if base == 8 {
		bits = 8
	}
	number, err := strconv.ParseUint(textOf(symbols[from:from+length]), base, bits)
	return rune(number), err == nil //nolint:gosec // at most 16 bits
}

func textOf(symbols []symbol) string {
	var b strings.Builder
	for _, one := range symbols {
		b.WriteRune(one.r)
	}
	return b.String()
}

// byteRun collects bytes that escapes stand for, since a character may take
// several.
type byteRun struct {
	bytes []byte
	at    []span
}

func (b *byteRun) add(code rune, at span) {
	b.bytes, b.at = append(b.bytes, byte(code)), append(b.at, at) //nolint:gosec // two digits in hex, or three in octal up to 377
}

// flush appends the characters of UTF-8 that the bytes are, or else of Latin-1.
func (b *byteRun) flush(symbols []symbol) []symbol {
	for i := 0; i < len(b.bytes); {
		r, size := utf8.DecodeRune(b.bytes[i:])
		if r == utf8.RuneError {
			r, size = rune(b.bytes[i]), 1
		}
		symbols = append(symbols, symbol{r, span{b.at[i].start, b.at[i+size-1].end}})
		i += size
	}
	b.bytes, b.at = b.bytes[:0], b.at[:0]
	return symbols
}
