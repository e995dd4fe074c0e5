package gatewayadapter

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
)

// Secret does not show itself in logs: string(secret) is its text.
type Secret string

func (Secret) String() string   { return "[secret]" }
func (Secret) GoString() string { return "[secret]" }

// Settings is what initialize gives.
type Settings struct {
	Services map[string]string `json:"services"` // bases without a trailing slash
	Paths    struct {
		Identity   string `json:"identity"`
		NationalID string `json:"nationalId"`
	} `json:"paths"`
	Credentials struct {
		ClientID     string `json:"clientId"`
		ClientSecret Secret `json:"clientSecret"`
	} `json:"credentials"`
	CMID         string `json:"cmId"`
	Participants struct {
		Provider string `json:"provider"`
		Payer    string `json:"payer"`
	} `json:"participants"`
	DummyPayerToken      *Secret         `json:"dummyPayerToken"`
	CallbackCertificates string          `json:"callbackCertificates"`
	Envelope             string          `json:"envelope"`
	PayerEncryptionKey   string          `json:"payerEncryptionKey"` // SPKI in PEM
	CACertificate        string          `json:"caCertificate,omitempty"`
	Readings             json.RawMessage `json:"readings"`
}

// TLS trusts the authority that was given and no other; without one, those of the system.
func (s Settings) TLS() (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if s.CACertificate == "" {
		return config, nil
	}
	config.RootCAs = x509.NewCertPool()
	if !config.RootCAs.AppendCertsFromPEM([]byte(s.CACertificate)) {
		return nil, &Error{InvalidParams, "caCertificate is not a certificate in PEM"}
	}
	return config, nil
}

// Offer holds the methods that a client has, and what else initialize answers.
type Offer struct {
	Methods          map[string]Method
	TransferKeyForms []string             // x25519, weierstrass, weierstrass-spki-explicit or -named
	SideKeyForms     map[string]SideForms // in place of that list: by side, hip and hiu
	CallbackURL      string               // as provider: the suite appends /v1/…
	EncryptionKey    string               // as provider in the envelope jwe: SPKI in PEM
	Close            func()               // called before another client takes its place, and at the end
}

// SideForms names the forms of keys that one side of a transfer reads, and those that it writes.
type SideForms struct {
	Takes []string `json:"takes,omitempty"`
	Gives []string `json:"gives,omitempty"`
}

// Connect makes a client. It is called at the start of each journey.
type Connect func(Settings) (Offer, error)

// Method answers a call. What it returns is written as JSON.
type Method func(ctx context.Context, params json.RawMessage) (any, error)

// Call makes a Method of a function of your own. Its params are the members of P, by their json
// tags; all must be there but those with omitempty.
func Call[P, R any](do func(context.Context, P) (R, error)) Method {
	return func(ctx context.Context, raw json.RawMessage) (any, error) {
		var params P
		if err := decode(raw, &params); err != nil {
			return nil, err
		}
		return do(ctx, params)
	}
}

// Act is Call for a function that takes nothing and gives nothing back.
func Act(do func(context.Context) error) Method {
	return func(ctx context.Context, _ json.RawMessage) (any, error) { return nil, do(ctx) }
}
