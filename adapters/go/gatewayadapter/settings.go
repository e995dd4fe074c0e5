package gatewayadapter

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
)

// Secret is a string that fmt and log print as [secret]. Use string(secret) to get the text.
type Secret string

func (Secret) String() string   { return "[secret]" }
func (Secret) GoString() string { return "[secret]" }

// Settings is the params of initialize.
type Settings struct {
	Services map[string]string `json:"services"` // base addresses without a trailing slash
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

	// PayerEncryptionCertificate is an X.509 certificate of PayerEncryptionKey, in PEM.
	PayerEncryptionCertificate string `json:"payerEncryptionCertificate,omitempty"`
}

// TLS returns a configuration that trusts only CACertificate, or the system's CAs if it is empty.
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

// Offer contains the methods that your client offers, and other parts of the result of initialize.
type Offer struct {
	Methods          map[string]Method
	TransferKeyForms []string             // x25519, weierstrass, weierstrass-spki-explicit or -named
	SideKeyForms     map[string]SideForms // instead of TransferKeyForms: by side, hip and hiu
	CallbackURL      string               // as provider: base address for callbacks; the suite appends /v1/…
	EncryptionKey    string               // as provider with the envelope jwe: your public key (SPKI in PEM)
	Close            func()               // called before the next initialize and at the end
}

// SideForms names the key forms that one side of a transfer accepts (Takes) and sends (Gives).
type SideForms struct {
	Takes []string `json:"takes,omitempty"`
	Gives []string `json:"gives,omitempty"`
}

// Connect creates a client. It is called at the start of each journey.
type Connect func(Settings) (Offer, error)

// Method handles a call. Its result is written as JSON.
type Method func(ctx context.Context, params json.RawMessage) (any, error)

// Call converts your function to a Method. The params of the method are the fields of P, by their
// json tags. All fields without omitempty are required.
func Call[P, R any](do func(context.Context, P) (R, error)) Method {
	return func(ctx context.Context, raw json.RawMessage) (any, error) {
		var params P
		if err := decode(raw, &params); err != nil {
			return nil, err
		}
		return do(ctx, params)
	}
}

// Act converts a function without params and result to a Method.
func Act(do func(context.Context) error) Method {
	return func(ctx context.Context, _ json.RawMessage) (any, error) { return nil, do(ctx) }
}
