package main

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/crypto/hkdf"

	"adapter/gatewayadapter"
)

const (
	nonceBytes = 32
	saltBytes  = 20
	ivBytes    = 12
	keyBytes   = 32
	lifetime   = 30 * time.Minute
	mostOpen   = 1000
)

// own is our key and nonce for one transfer. Never store it on disk (6.2.2).
type own struct {
	key   keyPair
	nonce []byte
}

// peer is the public key and nonce of the other side.
type peer struct {
	publicKey []byte
	nonce     []byte
}

// transfers contains the open requests of the HIU by transfer id. order lists the ids, oldest first.
type transfers struct {
	opened map[string]own
	order  []string
}

func newTransfers() *transfers { return &transfers{opened: map[string]own{}} }

// encrypt is the HIP's part. It creates new keys, in the same form as the HIU's key.
func (t *transfers) encrypt(_ context.Context, given gatewayadapter.ForHIU) (told gatewayadapter.Encrypted, err error) {
	from, err := readPeer(given.KeyMaterial)
	if err != nil {
		return told, err
	}
	if err := checkExpiry(given.KeyMaterial.DHPublicKey.Expiry); err != nil { // before creating keys (6.2.1)
		return told, err
	}
	mine, err := newOwn(formOf(from.publicKey))
	if err != nil {
		return told, err
	}
	sealer, iv, err := mine.derive(from)
	if err != nil {
		return told, err
	}
	content := sealer.Seal(nil, iv, []byte(given.Bundle), nil) // ciphertext followed by the tag
	told.KeyMaterial, told.Content = mine.material(), base64.StdEncoding.EncodeToString(content)
	return told, nil
}

// open is the HIU's first part: it creates key material for a request.
func (t *transfers) open(context.Context, struct{}) (gatewayadapter.Opened, error) {
	mine, err := newOwn(x25519Form)
	if err != nil {
		return gatewayadapter.Opened{}, err
	}
	id := newID()
	t.opened[id] = mine
	t.order = append(t.order, id)
	if len(t.order) > mostOpen {
		delete(t.opened, t.order[0])
		t.order = t.order[1:]
	}
	return gatewayadapter.Opened{TransferID: id, KeyMaterial: mine.material()}, nil
}

// decrypt is the HIU's second part. It returns plaintext only if the tag is correct.
func (t *transfers) decrypt(_ context.Context, given gatewayadapter.FromHIP) (told gatewayadapter.Bundle, err error) {
	mine, known := t.opened[given.TransferID]
	if given.Recipient != nil {
		if mine, err = readRecipient(*given.Recipient); err != nil {
			return told, err
		}
	} else if !known {
		return told, gatewayadapter.Refuse("no transfer is open under that transferId")
	}
	from, err := readPeer(given.KeyMaterial)
	if err != nil {
		return told, err
	}
	content, err := bytesOf(given.Content, "the content")
	if err != nil {
		return told, err
	}
	opener, iv, err := mine.derive(from)
	if err != nil {
		return told, err
	}
	plain, err := opener.Open(nil, iv, content, nil)
	if err != nil {
		return told, gatewayadapter.Refuse("the content was changed, or is meant for another key")
	}
	if !utf8.Valid(plain) { // json.Marshal would replace invalid bytes by U+FFFD
		return told, gatewayadapter.Refuse("the bundle is no UTF-8")
	}
	return gatewayadapter.Bundle{Bundle: string(plain)}, nil
}

func newOwn(form string) (own, error) {
	nonce := make([]byte, nonceBytes)
	if _, err := rand.Read(nonce); err != nil {
		return own{}, err
	}
	key, err := newKeyPair(form)
	return own{key, nonce}, err
}

func readRecipient(given gatewayadapter.Recipient) (own, error) {
	publicKey, err := bytesOf(given.PublicKey, "the recipient's public key")
	if err != nil {
		return own{}, err
	}
	privateKey, err := bytesOf(string(given.PrivateKey), "the recipient's private key")
	if err != nil {
		return own{}, err
	}
	nonce, err := nonceOf(given.Nonce)
	if err != nil {
		return own{}, err
	}
	key, err := readKeyPair(privateKey, publicKey)
	return own{key, nonce}, err
}

func (o own) material() gatewayadapter.KeyMaterial {
	return gatewayadapter.KeyMaterial{
		CryptoAlg: "ECDH",
		Curve:     "Curve25519",
		DHPublicKey: gatewayadapter.PublicKey{
			Expiry:     timestamp(time.Now().Add(lifetime)),
			Parameters: "Curve25519/32byte random key",
			KeyValue:   base64.StdEncoding.EncodeToString(o.key.publicKey),
		},
		Nonce: base64.StdEncoding.EncodeToString(o.nonce),
	}
}

// derive returns AES-256-GCM with the key of the transfer, and the IV (6.2.3 to 6.2.5).
func (o own) derive(from peer) (cipher.AEAD, []byte, error) {
	mixed := make([]byte, nonceBytes)
	for i := range mixed {
		mixed[i] = o.nonce[i] ^ from.nonce[i]
	}
	secret, err := o.key.sharedSecret(from.publicKey)
	if err != nil {
		return nil, nil, err
	}
	key := make([]byte, keyBytes)
	if _, err := io.ReadFull(hkdf.New(sha256.New, secret, mixed[:saltBytes], nil), key); err != nil {
		return nil, nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, nil, err
	}
	sealer, err := cipher.NewGCM(block)
	return sealer, mixed[nonceBytes-ivBytes:], err
}

// readPeer ignores the letter case of the names, because the document does not show how an HIU writes them.
func readPeer(given gatewayadapter.KeyMaterial) (peer, error) {
	if !strings.EqualFold(given.CryptoAlg, "ECDH") {
		return peer{}, gatewayadapter.Refuse("cryptoAlg is not ECDH")
	}
	if !strings.EqualFold(given.Curve, "Curve25519") {
		return peer{}, gatewayadapter.Refuse("curve is not Curve25519")
	}
	publicKey, err := bytesOf(given.DHPublicKey.KeyValue, "the public key")
	if err != nil {
		return peer{}, err
	}
	nonce, err := nonceOf(given.Nonce)
	return peer{publicKey, nonce}, err
}

func checkExpiry(text string) error {
	expiry, err := time.Parse(time.RFC3339Nano, text)
	if err != nil || !isUTC(expiry) {
		return gatewayadapter.Refuse("the expiry of the public key is no UTC timestamp")
	}
	if !expiry.After(time.Now()) {
		return gatewayadapter.Refuse("the public key has expired")
	}
	return nil
}

func isUTC(instant time.Time) bool {
	_, offset := instant.Zone()
	return offset == 0
}

func nonceOf(text string) ([]byte, error) {
	nonce, err := bytesOf(text, "the nonce")
	if err == nil && len(nonce) != nonceBytes {
		err = gatewayadapter.Refuse("a nonce has %d bytes", nonceBytes)
	}
	return nonce, err
}

// bytesOf decodes standard, padded Base64. It encodes again and compares, because StdEncoding ignores
// line breaks.
func bytesOf(text, what string) ([]byte, error) {
	decoded, err := base64.StdEncoding.DecodeString(text)
	if err != nil || base64.StdEncoding.EncodeToString(decoded) != text {
		return nil, gatewayadapter.Refuse("%s is no padded Base64", what)
	}
	return decoded, nil
}
