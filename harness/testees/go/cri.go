// CRIs of href-13, for an example: decoding, resolving, comparing. Made in an afternoon by the guide.
package main

import (
	"errors"
	"reflect"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Cri is the abstract form of a CRI or CRI reference. Sections are items of CBOR; nil is an unset one.
type Cri struct {
	Scheme    any // Int or string
	Authority any // []any, true (rootless) or nil (rooted, or unset)
	Discard   any // true or Int
	Path      any // []any
	Query     any // []any
	Fragment  any
}

func invalid(text string) error { return errors.New(text) }

// IsFull tells a CRI from a CRI reference.
func (c Cri) IsFull() bool { return c.Scheme != nil }

var schemeName = regexp.MustCompile(`^[a-z][a-z0-9+.-]*$`)

// Decode reads and checks a CRI or CRI reference.
func Decode(data []byte) (Cri, error) {
	item, err := decodeItem(data)
	if err != nil {
		return Cri{}, err
	}
	sections, ok := item.([]any)
	if !ok {
		return Cri{}, invalid("expected an array")
	}
	if len(sections) == 0 {
		sections = []any{Int{}}
	}
	if sections[len(sections)-1] == nil {
		return Cri{}, invalid("a null at the end")
	}
	cri, rest := Cri{Discard: true}, sections[1:]
	switch first := sections[0].(type) {
	case Int:
		if first.Negative {
			cri.Scheme = first
		} else if cri.Discard = first; first.N > 127 {
			return Cri{}, invalid("a discard above 127")
		}
	case string:
		if cri.Scheme = first; !schemeName.MatchString(first) {
			return Cri{}, invalid("not a scheme name")
		}
	case bool:
		if !first {
			return Cri{}, invalid("false in place of a scheme or discard")
		}
	case nil:
	default:
		return Cri{}, invalid("expected a scheme, null or discard")
	}
	if cri.IsFull() || sections[0] == nil {
		if len(rest) > 0 {
			cri.Authority, rest = rest[0], rest[1:]
		}
		if err := checkAuthority(cri.Authority); err != nil {
			return Cri{}, err
		}
		if !cri.IsFull() && cri.Authority == nil {
			return Cri{}, invalid("two nulls, where discard stands")
		}
	}
	if len(rest) > 3 {
		return Cri{}, invalid("too many sections")
	}
	rest = append(append([]any{}, rest...), nil, nil, nil)
	cri.Path, cri.Query, cri.Fragment = rest[0], rest[1], rest[2]
	for _, list := range []any{cri.Path, cri.Query} {
		if err := checkTexts(list); list != nil && err != nil {
			return Cri{}, err
		}
	}
	if cri.Fragment != nil && !isText(cri.Fragment) {
		return Cri{}, invalid("a fragment that is not a text")
	}
	if cri.IsFull() {
		if query, ok := cri.Query.([]any); ok && len(query) == 0 {
			return Cri{}, invalid("an empty query in a full CRI")
		}
		if cri.Path == nil {
			cri.Path = []any{}
		}
	}
	return cri, cri.check()
}

// check has what holds for a valid CRI beyond its structure.
func (c Cri) check() error {
	path, _ := c.Path.([]any)
	for _, segment := range path {
		if segment == "." || segment == ".." {
			return invalid("a dot segment")
		}
	}
	if !c.IsFull() {
		return nil
	}
	if c.Authority == nil && len(path) > 1 && path[0] == "" {
		return invalid("an empty first segment without authority")
	}
	if c.Authority == true && (len(path) == 0 || path[0] == "") {
		return invalid("a rootless path without a first segment")
	}
	return nil
}

func checkAuthority(section any) error {
	items, ok := section.([]any)
	if !ok {
		if section == nil || section == true {
			return nil
		}
		return invalid("expected an authority")
	}
	if len(items) > 0 && items[0] == false {
		if len(items) < 2 || !isText(items[1]) {
			return invalid("user information that is not a text")
		}
		items = items[2:]
	}
	if len(items) > 0 {
		if port, ok := items[len(items)-1].(Int); ok {
			if port.Negative || port.N > 65535 {
				return invalid("a port outside 0 to 65535")
			}
			items = items[:len(items)-1]
		}
	}
	if len(items) > 0 {
		if address, ok := items[0].([]byte); ok {
			return checkAddress(address, items[1:])
		}
	}
	for _, label := range items {
		for _, part := range parts(label) {
			if text, ok := part.(string); ok && strings.Contains(text, ".") {
				return invalid("a dot inside a label")
			}
		}
	}
	return checkTexts(items)
}

func checkAddress(address []byte, rest []any) error {
	if len(address) != 4 && len(address) != 16 {
		return invalid("an address of neither 4 nor 16 bytes")
	}
	if len(rest) == 1 && len(address) == 16 {
		if _, ok := rest[0].(string); ok {
			return nil
		}
	}
	if len(rest) > 0 {
		return invalid("an item behind the address")
	}
	return nil
}

func checkTexts(section any) error {
	items, ok := section.([]any)
	if !ok {
		return invalid("expected an array of texts")
	}
	for _, item := range items {
		if !isText(item) {
			return invalid("expected a text")
		}
	}
	return nil
}

func parts(text any) []any {
	if list, ok := text.([]any); ok {
		return list
	}
	return []any{text}
}

// isText: a text, or a sequence of alternating texts and bytes, none of them empty, with bytes among them.
func isText(item any) bool {
	list, ok := item.([]any)
	if !ok {
		_, ok = item.(string)
		return ok
	}
	bytes, wasText := 0, false
	for i, part := range list {
		text, isText := part.(string)
		data, isBytes := part.([]byte)
		if !isText && !isBytes || i > 0 && isText == wasText || len(text)+len(data) == 0 || !isMinimal(data) {
			return false
		}
		if wasText = isText; isBytes {
			bytes++
		}
	}
	return bytes > 0
}

// isMinimal: nothing in these bytes could stand as text.
func isMinimal(data []byte) bool {
	for len(data) > 0 {
		char, size := utf8.DecodeRune(data)
		if char != utf8.RuneError && char > 127 || size == 3 {
			return false
		}
		if char < 128 && (strings.ContainsRune("-._~", char) || isAlphanumeric(char)) {
			return false
		}
		data = data[size:]
	}
	return true
}

func isAlphanumeric(c rune) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// Encode writes the interchange form.
func (c Cri) Encode() []byte {
	sections := []any{c.Discard}
	if c.IsFull() || c.Authority != nil {
		sections = []any{c.Scheme, c.Authority}
	}
	path, _ := c.Path.([]any)
	if c.IsFull() && c.Query == nil && c.Fragment == nil && len(path) == 0 {
		return encodeItem(trimmed(sections))
	}
	return encodeItem(trimmed(append(sections, c.Path, c.Query, c.Fragment)))
}

func trimmed(sections []any) []any {
	for len(sections) > 0 && sections[len(sections)-1] == nil {
		sections = sections[:len(sections)-1]
	}
	return sections
}

// Resolve resolves a reference against this base: section 5.3.
func (c Cri) Resolve(reference Cri) (Cri, error) {
	if !c.IsFull() {
		return Cri{}, invalid("a base starts with a scheme")
	}
	if reference.IsFull() {
		return reference, nil
	}
	target := c
	path, _ := c.Path.([]any)
	path = append([]any{}, path...)
	discard, _ := reference.Discard.(Int)
	if reference.Discard == true {
		path, target.Query, target.Fragment = nil, nil, nil
		if target.Authority == true {
			target.Authority = nil
		}
	} else if discard.N > 0 {
		kept := len(path) - int(discard.N)
		if kept < 0 {
			kept = 0
		}
		path, target.Query, target.Fragment = path[:kept], nil, nil
	}
	if more, ok := reference.Path.([]any); ok {
		path, target.Query, target.Fragment = append(path, more...), nil, nil
	}
	if reference.Authority != nil {
		target.Authority = reference.Authority
	}
	if query, ok := reference.Query.([]any); ok {
		if target.Query, target.Fragment = nil, nil; len(query) > 0 {
			target.Query = query
		}
	}
	if reference.Fragment != nil {
		target.Fragment = reference.Fragment
	}
	target.Path = append([]any{}, path...)
	return target, target.check()
}

// Equivalent compares component by component: section 4.
func (c Cri) Equivalent(other Cri, ignoreFragment bool) (bool, error) {
	if !c.IsFull() || !other.IsFull() {
		return false, invalid("references have to be resolved before they are compared")
	}
	if ignoreFragment {
		c.Fragment, other.Fragment = nil, nil
	}
	return reflect.DeepEqual(c, other), nil
}
