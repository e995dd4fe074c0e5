package gatewayadapter

import (
	"bytes"
	"encoding/json"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

type request struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// readRequest parses a message. Even with an error it returns what it could read, so that the error
// answer can contain the id.
func readRequest(line []byte) (request, error) {
	var read request
	if len(line) > maxMessageBytes {
		return read, &Error{ParseError, "a message has 32 MiB at most"}
	}
	if !utf8.Valid(line) || !json.Valid(line) {
		return read, &Error{ParseError, "the message is not JSON in UTF-8"}
	}
	err := json.Unmarshal(line, &read)
	if err != nil || read.Version != "2.0" || read.Method == "" {
		return read, &Error{InvalidRequest, "a message is an object with jsonrpc 2.0 and a method"}
	}
	if hasHalfPair(line) {
		return read, Refuse("a text holds half a surrogate pair, which is no Unicode text")
	}
	return read, nil
}

// replyID returns the id for the answer; null if the id is neither a string nor a number.
func (r request) replyID() json.RawMessage {
	if len(r.ID) == 0 || strings.ContainsRune("{[tf", rune(r.ID[0])) {
		return json.RawMessage("null")
	}
	return r.ID
}

// hasHalfPair reports whether a JSON text contains an unpaired surrogate. encoding/json silently
// replaces it by U+FFFD, so the client would encrypt and send another value than the given one.
func hasHalfPair(text []byte) bool {
	for {
		at := bytes.IndexByte(text, '\\')
		if at < 0 {
			return false
		}
		unit, next := escaped(text[at:]), text[at+2:]
		if utf16.IsSurrogate(unit) {
			next = text[at+6:]
			if utf16.DecodeRune(unit, escaped(next)) == utf8.RuneError {
				return true
			}
			next = next[6:]
		}
		text = next
	}
}

// escaped returns the code unit if a text begins with an escape such as \ud83d, and otherwise 0.
func escaped(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0
	}
	unit, _ := strconv.ParseUint(string(text[2:6]), 16, 32)
	return rune(unit)
}

// decode reads params into a struct. It ignores unknown members: a later suite may add some.
func decode(params json.RawMessage, into any) error {
	if len(params) == 0 || string(params) == "null" {
		params = json.RawMessage("{}")
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(params, &members); err != nil {
		return &Error{InvalidParams, "params is an object"}
	}
	if missing := missingIn(members, reflect.TypeOf(into).Elem()); len(missing) > 0 {
		return &Error{InvalidParams, strings.Join(missing, ", ") + " is missing"}
	}
	if err := json.Unmarshal(params, into); err != nil {
		return &Error{InvalidParams, "a member has another type"} // without err, which quotes the value
	}
	return nil
}

func missingIn(members map[string]json.RawMessage, kind reflect.Type) (missing []string) {
	for i := 0; kind.Kind() == reflect.Struct && i < kind.NumField(); i++ {
		name, options, _ := strings.Cut(kind.Field(i).Tag.Get("json"), ",")
		if _, given := members[name]; name != "" && !given && options != "omitempty" {
			missing = append(missing, name)
		}
	}
	return missing
}

// answer returns the result of initialize.
func (o Offer) answer(name, version string) any {
	capabilities := make([]string, 0, len(o.Methods))
	for method := range o.Methods {
		capabilities = append(capabilities, method)
	}
	sort.Strings(capabilities)
	var forms any
	if o.SideKeyForms != nil {
		forms = o.SideKeyForms
	} else if len(o.TransferKeyForms) > 0 {
		forms = o.TransferKeyForms
	}
	return struct {
		ProtocolVersion  string            `json:"protocolVersion"`
		Implementation   map[string]string `json:"implementation"`
		Capabilities     []string          `json:"capabilities"`
		TransferKeyForms any               `json:"transferKeyForms,omitempty"`
		CallbackURL      string            `json:"callbackUrl,omitempty"`
		EncryptionKey    string            `json:"encryptionKey,omitempty"`
	}{
		protocolVersion, map[string]string{"name": name, "version": version},
		capabilities, forms, o.CallbackURL, o.EncryptionKey,
	}
}
