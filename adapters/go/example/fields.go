package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"hash"
	"net/http"
	"strings"

	"adapter/gatewayadapter"
)

var hashes = map[string]func() hash.Hash{"SHA-1": sha1.New, "SHA-256": sha256.New}

// fields encrypts what identity and registry are sent (2.4, 4.2, 4.3, 6.3).
type fields struct {
	session  *session
	readings struct {
		NationalID string            `json:"national-id-field"`
		Members    []string          `json:"encrypted-members"`
		OAEPHash   map[string]string `json:"oaep-hash"`
		Rejection  struct {
			Status int      `json:"status"`
			Words  []string `json:"words"`
		} `json:"encryption-rejection"`
	}
	keys     map[string]*rsa.PublicKey // by service: each has a key of its own
	accepted map[string]string         // the hash that was accepted, by service and path
}

// body is what a request holds before its secret members are encrypted.
type body struct {
	members map[string]string
	secret  map[string]bool
}

func newFields(session *session) (*fields, error) {
	f := &fields{session: session, keys: map[string]*rsa.PublicKey{}, accepted: map[string]string{}}
	if err := json.Unmarshal(session.settings.Readings, &f.readings); err != nil {
		return nil, err
	}
	if f.readings.Rejection.Words == nil {
		f.readings.Rejection.Words = []string{"decrypt", "padding", "encrypted value"}
	}
	return f, nil
}

// fetchCertificate fetches the key of this service, cached or not, and keeps it (6.3.1).
func (f *fields) fetchCertificate(ctx context.Context, given gatewayadapter.Service) (any, error) {
	path := "/api/v1/auth/cert"
	if given.Service == "identity" {
		path = "/" + f.session.settings.Paths.Identity + "/api/v3/profile/public/certificate"
	}
	got, err := f.session.authorized(ctx, f.request(given.Service, path, nil))
	if err != nil {
		return nil, err
	}
	if !got.ok() {
		return nil, refusedBy(given.Service, got)
	}
	key, err := readCertificate(got.body)
	if err == nil {
		f.keys[given.Service] = key
	}
	return nil, err
}

func (f *fields) encrypt(ctx context.Context, given gatewayadapter.Value) (told gatewayadapter.Ciphertext, err error) {
	key, err := f.key(ctx, given.Service)
	if err == nil {
		told.Ciphertext, err = encrypt(key, "SHA-1", given.Value)
	}
	return told, err
}

func (f *fields) send(ctx context.Context, given gatewayadapter.Fields) (any, error) {
	plain := body{map[string]string{}, map[string]bool{"otp": true, "loginId": true}}
	plain.secret[f.readings.NationalID] = true
	for _, name := range f.readings.Members {
		plain.secret[name] = true
	}
	for _, each := range given.Fields {
		plain.members[each.Name] = each.Value
		plain.secret[each.Name] = plain.secret[each.Name] || each.Encrypted
	}
	_, err := f.sendEncrypted(ctx, given.Service, given.Path, given.Path, plain)
	return nil, err
}

func (f *fields) verifyOTP(ctx context.Context, given gatewayadapter.OTP) (told gatewayadapter.OTPResult, err error) {
	path := "/v2/registration/" + f.session.settings.Paths.NationalID + "/verifyOTP"
	plain := body{map[string]string{"otp": given.OTP, "txnId": given.TxnID}, map[string]bool{"otp": true}}
	got, err := f.sendEncrypted(ctx, "registry", path, "otp.verify", plain)
	if err == nil && json.Unmarshal(got.body, &told) != nil {
		err = gatewayadapter.Fail("the answer to the OTP is no JSON object")
	}
	return told, err
}

// sendEncrypted sends one JSON body. A service that cannot decrypt has a new key, or wants SHA-256
// (6.3.1, 6.3.3). So its certificate is fetched again first. A new key is tried with the hash as it
// was, the same key with the other hash. What was accepted is kept for the operation.
func (f *fields) sendEncrypted(ctx context.Context, service, path, operation string, plain body) (answer, error) {
	scheme := f.scheme(service+path, operation)
	rejected := map[string]bool{}
	var got answer
	for tries := 1; tries <= mostTries; tries++ {
		key, err := f.key(ctx, service)
		if err != nil {
			return answer{}, err
		}
		if rejected[key.N.String()+scheme] {
			scheme = map[string]string{"SHA-1": "SHA-256", "SHA-256": "SHA-1"}[scheme]
		}
		if rejected[key.N.String()+scheme] {
			break
		}
		got, err = f.session.authorized(ctx, func(ctx context.Context) (*http.Request, error) {
			sealed, err := seal(key, scheme, plain)
			if err != nil {
				return nil, err
			}
			return f.request(service, path, sealed)(ctx)
		})
		if err != nil {
			return answer{}, err
		}
		if got.ok() {
			f.accepted[service+path] = scheme
			return got, nil
		}
		if !f.isUndecryptable(got) {
			break
		}
		delete(f.keys, service)
		rejected[key.N.String()+scheme] = true
	}
	return answer{}, refusedBy(service, got)
}

func (f *fields) scheme(place, operation string) string {
	for _, known := range []string{f.accepted[place], f.readings.OAEPHash[operation]} {
		if known != "" {
			return known
		}
	}
	return "SHA-1"
}

func (f *fields) key(ctx context.Context, service string) (*rsa.PublicKey, error) {
	if f.keys[service] == nil {
		if _, err := f.fetchCertificate(ctx, gatewayadapter.Service{Service: service}); err != nil {
			return nil, err
		}
	}
	return f.keys[service], nil
}

// request is a v3 request where the identity service is asked; the registry has no such headers.
func (f *fields) request(service, path string, content any) compose {
	return func(ctx context.Context) (*http.Request, error) {
		if service != "identity" && service != "registry" {
			return nil, gatewayadapter.Refuse("only identity and registry take encrypted fields")
		}
		request, err := f.session.request(ctx, service, path, content)
		if err == nil && service == "identity" {
			setV3Headers(request)
		}
		return request, err
	}
}

// isUndecryptable: neither status nor code of this rejection is documented (7), hence a reading.
func (f *fields) isUndecryptable(got answer) bool {
	isPage := bytes.HasPrefix(bytes.TrimSpace(got.body), []byte("<")) // its style speaks of padding
	agreed := f.readings.Rejection.Status                             // none: any but 2xx
	isStatus := got.status == agreed || agreed == 0 && got.status/100 != 2
	text := strings.ToLower(string(got.body))
	for _, word := range f.readings.Rejection.Words {
		if strings.Contains(text, strings.ToLower(word)) {
			return isStatus && !isPage
		}
	}
	return false
}

func seal(key *rsa.PublicKey, scheme string, plain body) (map[string]string, error) {
	sealed := map[string]string{}
	for name, value := range plain.members {
		if plain.secret[name] {
			ciphertext, err := encrypt(key, scheme, value)
			if err != nil { // nothing is sent: neither "" nor the raw value takes its place
				return nil, err
			}
			value = ciphertext
		}
		sealed[name] = value
	}
	return sealed, nil
}

// encrypt takes one value, on its own: padded Base64 of RSA-OAEP over its bare UTF-8 bytes (6.3.2,
// 6.3.4). EncryptOAEP takes one hash for digest and MGF1, as the contract wants it.
func encrypt(key *rsa.PublicKey, scheme, value string) (string, error) {
	digest := hashes[scheme]()
	limit := key.Size() - 2*digest.Size() - 2 // 214 at 2048 bits with SHA-1 (8)
	if len(value) > limit {
		return "", gatewayadapter.Refuse("%d bytes are over the limit of %d of OAEP %s", len(value), limit, scheme)
	}
	ciphertext, err := rsa.EncryptOAEP(digest, rand.Reader, key, []byte(value), nil)
	return base64.StdEncoding.EncodeToString(ciphertext), err
}

// readCertificate takes PEM. JSON with the DER or the PEM as publicKey is met too.
func readCertificate(text []byte) (*rsa.PublicKey, error) {
	var wrapped struct {
		PublicKey string `json:"publicKey"`
	}
	if json.Unmarshal(text, &wrapped) == nil {
		text = []byte(wrapped.PublicKey)
	}
	var der []byte
	if block, _ := pem.Decode(text); block != nil {
		der = block.Bytes
	} else {
		der, _ = base64.StdEncoding.DecodeString(string(text))
	}
	public, err := x509.ParsePKIXPublicKey(der)
	if key, isRSA := public.(*rsa.PublicKey); err == nil && isRSA {
		return key, nil
	}
	return nil, gatewayadapter.Fail("the certificate is no RSA public key")
}
