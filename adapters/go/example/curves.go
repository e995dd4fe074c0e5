package main

import (
	"crypto/rand"

	"golang.org/x/crypto/curve25519"

	"adapter/gatewayadapter"
)

// Forms of public keys. The contract leaves the form open. Most deployed services use the Weierstrass
// form: a point of 65 bytes, bare or in a SubjectPublicKeyInfo.
const (
	x25519Form = "x25519"
	pointForm  = "weierstrass"
	spkiForm   = "weierstrass-spki"
)

// keyPair is a key pair of Curve25519. The scalar is an X25519 scalar, whatever the form of the public
// key.
type keyPair struct {
	form      string
	scalar    []byte
	publicKey []byte
}

// formOf returns the form of a public key, judging only by its length.
func formOf(publicKey []byte) string {
	switch len(publicKey) {
	case curve25519.PointSize:
		return x25519Form
	case pointBytes:
		return pointForm
	default:
		return spkiForm
	}
}

func newKeyPair(form string) (keyPair, error) {
	scalar := make([]byte, curve25519.ScalarSize)
	if _, err := rand.Read(scalar); err != nil {
		return keyPair{}, err
	}
	u, err := curve25519.X25519(scalar, curve25519.Basepoint)
	if err != nil {
		return keyPair{}, err
	}
	switch form {
	case x25519Form:
		return keyPair{form, scalar, u}, nil
	case pointForm:
		return keyPair{form, scalar, pointAt(u)}, nil
	default:
		return keyPair{form, scalar, inSPKI(pointAt(u), explicitCurve)}, nil
	}
}

// readKeyPair imports a private key: 32 bytes for X25519, otherwise a signed big-endian integer.
func readKeyPair(privateKey, publicKey []byte) (keyPair, error) {
	form := formOf(publicKey)
	if form != x25519Form {
		var err error
		if privateKey, err = scalarOf(privateKey); err != nil {
			return keyPair{}, err
		}
	} else if len(privateKey) != curve25519.ScalarSize {
		return keyPair{}, gatewayadapter.Refuse("an X25519 private key has 32 bytes")
	}
	return keyPair{form, privateKey, publicKey}, nil
}

// sharedSecret returns the shared secret: 32 bytes including leading zeros.
func (k keyPair) sharedSecret(peerKey []byte) ([]byte, error) {
	u := peerKey
	if k.form != x25519Form {
		var err error
		if u, err = coordinateOf(peerKey); err != nil {
			return nil, err
		}
	}
	if len(u) != curve25519.PointSize {
		return nil, gatewayadapter.Refuse("an X25519 key has 32 bytes, not %d", len(u))
	}
	secret, err := curve25519.X25519(k.scalar, u)
	if err != nil { // the secret would be all zeros
		return nil, gatewayadapter.Refuse("the public key is of low order")
	}
	if k.form != x25519Form {
		secret = abscissaOf(secret)
	}
	return secret, nil
}
