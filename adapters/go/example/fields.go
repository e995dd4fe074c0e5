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

// fields sends encrypted fields to the identity service and the registry (2.4, 4.2, 4.3, 6.3).
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
	keys     map[string]*rsa.PublicKey // by service: each service has its own key
	accepted map[string]string         // the hash that was accepted, by service and path
}

// body contains the members of a request in plaintext, and which of them must be encrypted.
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

// fetchCertificate fetches the encryption key of a service, even if it is cached, and caches it (6.3.1).
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

// sendEncrypted sends the members as one JSON body. If the service cannot decrypt a value, it has a
// new key or expects SHA-256 (6.3.1, 6.3.3). So this function first fetches the certificate again. It
// tries a new key with the current hash, and an unchanged key with the other hash. It remembers the
// hash that the service accepts.
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

// request composes a request. Only requests to the identity service are v3 requests and have the v3
// headers, not those to the registry.
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

// isUndecryptable recognises a decryption error by a reading, because the contract specifies neither
// its status nor its code (7).
func (f *fields) isUndecryptable(got answer) bool {
	isPage := bytes.HasPrefix(bytes.TrimSpace(got.body), []byte("<")) // a proxy's error page: its CSS contains "padding"
	agreed := f.readings.Rejection.Status                             // 0: any status except 2xx
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
			if err != nil { // send nothing: never "" or the raw value instead
				return nil, err
			}
			value = ciphertext
		}
		sealed[name] = value
	}
	return sealed, nil
}

// encrypt encrypts a single value: padded Base64 of RSA-OAEP over its UTF-8 bytes (6.3.2, 6.3.4).
// EncryptOAEP uses the same hash for the digest and MGF1, as the contract requires.
func encrypt(key *rsa.PublicKey, scheme, value string) (string, error) {
	digest := hashes[scheme]()
	limit := key.Size() - 2*digest.Size() - 2 // 214 bytes for 2048 bits and SHA-1 (8)
	if len(value) > limit {
		return "", gatewayadapter.Refuse("%d bytes are over the limit of %d of OAEP %s", len(value), limit, scheme)
	}
	ciphertext, err := rsa.EncryptOAEP(digest, rand.Reader, key, []byte(value), nil)
	return base64.StdEncoding.EncodeToString(ciphertext), err
}

// readCertificate reads PEM. Some services send JSON instead, with PEM or Base64 DER in publicKey;
// this is accepted too.
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
