// The testee: reads requests of crivet's testee protocol, asks the library, writes answers.
//
// This is the file to take. Replace what `perform` calls by your library, and what `description` claims by what it can.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
)

type object = map[string]any

type request struct {
	ID             uint64
	Op             string
	Cri            string
	Base           string
	Reference      string
	A              string
	B              string
	IgnoreFragment bool `json:"ignore-fragment"`
}

var description = object{
	"name": "crivet-example-go", "version": "1", "language": "Go", "protocol": 1,
	"profiles": []string{"href-13"}, "features": []string{"no-authority", "userinfo", "text-or-pet"},
	"operations": []string{"decode", "resolve", "equivalent"},
}

var errUnsupported = errors.New("no such operation")

// read decodes what a request has in hex. Hex that is wrong is a mistake of the harness: it ends the program.
func read(text string) (Cri, error) {
	data, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return Decode(data)
}

func both(first, second string) (Cri, Cri, error) {
	a, err := read(first)
	if err != nil {
		return a, a, err
	}
	b, err := read(second)
	return a, b, err
}

func perform(r request) (object, error) {
	switch r.Op {
	case "describe":
		return description, nil
	case "decode":
		cri, err := read(r.Cri)
		return object{"full": cri.IsFull(), "cri": hex.EncodeToString(cri.Encode())}, err
	case "resolve":
		base, reference, err := both(r.Base, r.Reference)
		if err != nil {
			return nil, err
		}
		cri, err := base.Resolve(reference)
		return object{"cri": hex.EncodeToString(cri.Encode())}, err
	case "equivalent":
		a, b, err := both(r.A, r.B)
		if err != nil {
			return nil, err
		}
		same, err := a.Equivalent(b, r.IgnoreFragment)
		return object{"equivalent": same}, err
	}
	return nil, errUnsupported
}

func main() {
	// A library that prints would spoil the answers: what it prints goes to standard error.
	output := bufio.NewWriter(os.Stdout)
	os.Stdout = os.Stderr
	answers := json.NewEncoder(output)
	lines := json.NewDecoder(os.Stdin)
	for {
		var r request
		if lines.Decode(&r) != nil {
			return
		}
		value, err := perform(r)
		answer := object{"id": r.ID, "ok": value}
		if err == errUnsupported {
			answer = object{"id": r.ID, "unsupported": err.Error()}
		} else if err != nil {
			answer = object{"id": r.ID, "reject": err.Error()}
		}
		// Encode ends a line; it is flushed, for a buffer looks like silence.
		answers.Encode(answer)
		output.Flush()
	}
}
