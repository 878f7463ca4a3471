package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"unicode/utf8"
)

// Int is an integer of CBOR: N, or -1 - N.
type Int struct {
	Negative bool
	N        uint64
}

// The outer array, a section, a percent-encoded text in it: nothing in a CRI is nested more deeply.
const maxDepth = 3

var errShort = errors.New("the input ends too early")

// decodeItem reads exactly one item: Int, []byte, string, []any, bool or nil.
func decodeItem(data []byte) (any, error) {
	item, rest, err := readItem(data, 0)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("%d bytes behind the item", len(rest))
	}
	return item, err
}

func readItem(data []byte, depth int) (any, []byte, error) {
	if depth > maxDepth {
		return nil, nil, errors.New("nested too deeply for a CRI")
	}
	major, n, data, err := readHead(data)
	if err != nil {
		return nil, nil, err
	}
	switch major {
	case 0, 1:
		return Int{major == 1, n}, data, nil
	case 2, 3:
		if n > uint64(len(data)) {
			return nil, nil, errShort
		}
		if major == 2 {
			return data[:n:n], data[n:], nil
		}
		if !utf8.Valid(data[:n]) {
			return nil, nil, errors.New("a text that is not UTF-8")
		}
		return string(data[:n]), data[n:], nil
	case 4:
		items := []any{}
		for ; n > 0; n-- {
			var item any
			if item, data, err = readItem(data, depth+1); err != nil {
				return nil, nil, err
			}
			items = append(items, item)
		}
		return items, data, nil
	case 7:
		switch n {
		case 20, 21:
			return n == 21, data, nil
		case 22:
			return nil, data, nil
		}
	}
	return nil, nil, errors.New("an item that no CRI is made of")
}

// readHead reads the major type and the argument. Of major type 7 only what is one byte long is taken.
func readHead(data []byte) (byte, uint64, []byte, error) {
	if len(data) == 0 {
		return 0, 0, nil, errShort
	}
	major, info, data := data[0]>>5, data[0]&31, data[1:]
	if info < 24 {
		return major, uint64(info), data, nil
	}
	if info > 27 || major == 7 {
		return 0, 0, nil, errors.New("an indefinite length, a float or a reserved head")
	}
	size := 1 << (info - 24)
	if size > len(data) {
		return 0, 0, nil, errShort
	}
	var wide [8]byte
	copy(wide[8-size:], data[:size])
	return major, binary.BigEndian.Uint64(wide[:]), data[size:], nil
}

func encodeItem(item any) []byte {
	switch item := item.(type) {
	case bool:
		if item {
			return []byte{0xf5}
		}
		return []byte{0xf4}
	case Int:
		if item.Negative {
			return head(1, item.N)
		}
		return head(0, item.N)
	case []byte:
		return append(head(2, uint64(len(item))), item...)
	case string:
		return append(head(3, uint64(len(item))), item...)
	case []any:
		data := head(4, uint64(len(item)))
		for _, one := range item {
			data = append(data, encodeItem(one)...)
		}
		return data
	}
	return []byte{0xf6}
}

func head(major byte, n uint64) []byte {
	if n < 24 {
		return []byte{major<<5 | byte(n)}
	}
	var wide [8]byte
	binary.BigEndian.PutUint64(wide[:], n)
	info, size := byte(24), 1
	for size < 8 && n>>(8*size) > 0 {
		info, size = info+1, size*2
	}
	return append([]byte{major<<5 | info}, wide[8-size:]...)
}
