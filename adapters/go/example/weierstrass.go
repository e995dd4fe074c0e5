package main

import (
	"bytes"
	"encoding/asn1"
	"math/big"

	"adapter/gatewayadapter"
)

// The short Weierstrass form of Curve25519. crypto/elliptic does not support this curve, because its
// CurveParams assume a = -3, and math/big computes in a time that depends on the key. But this form is
// the curve of RFC 7748 in other coordinates: x = u + 486662/3 and y = v. So this file lets X25519
// multiply, and converts the coordinates.
var (
	prime     = hexNumber("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed")
	curveA    = hexNumber("2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa984914a144")
	curveB    = hexNumber("7b425ed097b425ed097b425ed097b425ed097b425ed097b4260b5e9c7710c864")
	order     = hexNumber("1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed")
	baseX     = hexNumber("2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaad245a")
	baseY     = hexNumber("20ae19a1b8a086b4e01edd2c7748d14c923d4d7e6d7c61b229e9c5a27eced3d9")
	shift     = new(big.Int).Sub(baseX, big.NewInt(9)) // u of the base point is 9
	perEighth = new(big.Int).ModInverse(big.NewInt(8), order)
)

const (
	coordinateBytes = 32
	pointBytes      = 1 + 2*coordinateBytes
	uncompressed    = 4
)

// pointAt returns a point with this u. Either of its two y is right: the opposite point belongs to
// the negated private key, which leads to the same secret.
func pointAt(u []byte) []byte {
	x := modPrime(new(big.Int).Add(littleEndian(u), shift))
	y := new(big.Int).ModSqrt(right(x), prime)
	point := make([]byte, pointBytes)
	point[0] = uncompressed
	x.FillBytes(point[1 : 1+coordinateBytes])
	y.FillBytes(point[1+coordinateBytes:])
	return point
}

// coordinateOf returns u of a point, bare or in a SubjectPublicKeyInfo of this curve. Services send
// both.
func coordinateOf(publicKey []byte) ([]byte, error) {
	if len(publicKey) < pointBytes {
		return nil, gatewayadapter.Refuse("the public key is no point of 65 bytes")
	}
	point := publicKey[len(publicKey)-pointBytes:]
	// Compare instead of parsing: otherwise the peer could choose another curve.
	if len(publicKey) > pointBytes && !bytes.Equal(publicKey, inSPKI(point, explicitCurve)) &&
		!bytes.Equal(publicKey, inSPKI(point, namedCurve)) {
		return nil, gatewayadapter.Refuse("the public key is no SubjectPublicKeyInfo of this curve")
	}
	x := new(big.Int).SetBytes(point[1 : 1+coordinateBytes])
	y := new(big.Int).SetBytes(point[1+coordinateBytes:])
	square := modPrime(new(big.Int).Mul(y, y))
	if point[0] != uncompressed || x.Cmp(prime) >= 0 || y.Cmp(prime) >= 0 || square.Cmp(right(x)) != 0 {
		return nil, gatewayadapter.Refuse("the public key is no point of this curve")
	}
	return reversed(modPrime(new(big.Int).Sub(x, shift))), nil
}

// abscissaOf returns x of a point with this u: 32 bytes, big-endian, including leading zeros.
func abscissaOf(u []byte) []byte {
	x := modPrime(new(big.Int).Add(littleEndian(u), shift))
	return x.FillBytes(make([]byte, coordinateBytes))
}

// scalarOf converts a private key k to a scalar with the same effect that X25519's clamping does not
// change: a multiple of 8 between 2^254 and 2^255. The scalar is 8e with e = k/8 modulo the order. If
// e is below 2^251, the function uses the negative of e instead, which leads to the same x.
func scalarOf(privateKey []byte) ([]byte, error) {
	number := new(big.Int).SetBytes(privateKey)
	if len(privateKey) > 0 && privateKey[0] >= 0x80 || number.Sign() == 0 || number.Cmp(order) >= 0 {
		return nil, gatewayadapter.Refuse("the private key is none of that curve")
	}
	eighth := number.Mul(number, perEighth)
	eighth.Mod(eighth, order)
	if eighth.BitLen() < 252 {
		eighth.Sub(order, eighth)
	}
	return reversed(eighth.Lsh(eighth, 3)), nil
}

// right returns x³ + ax + b, the right-hand side of the curve equation.
func right(x *big.Int) *big.Int {
	sum := new(big.Int).Mul(x, x)
	sum.Add(sum, curveA).Mul(sum, x).Add(sum, curveB)
	return modPrime(sum)
}

type curveParameters struct {
	Version int
	Field   struct {
		Kind  asn1.ObjectIdentifier
		Prime *big.Int
	}
	Curve struct{ A, B []byte }
	Base  []byte
	Order *big.Int
	Eight int
}

var (
	ecPublicKey   = asn1.ObjectIdentifier{1, 2, 840, 10045, 2, 1}
	primeField    = asn1.ObjectIdentifier{1, 2, 840, 10045, 1, 1}
	namedCurve    = asn1.ObjectIdentifier{1, 3, 6, 1, 4, 1, 3029, 1, 5, 1}
	explicitCurve = spelledOut()
)

func spelledOut() curveParameters {
	parameters := curveParameters{Version: 1, Order: order, Eight: 8}
	parameters.Field.Kind, parameters.Field.Prime = primeField, prime
	parameters.Curve.A = curveA.FillBytes(make([]byte, coordinateBytes))
	parameters.Curve.B = curveB.FillBytes(make([]byte, coordinateBytes))
	coordinates := append(baseX.FillBytes(make([]byte, coordinateBytes)), baseY.FillBytes(make([]byte, coordinateBytes))...)
	parameters.Base = append([]byte{uncompressed}, coordinates...)
	return parameters
}

// inSPKI returns a point in a SubjectPublicKeyInfo. Our own keys have explicit parameters, because few
// libraries know the name of this curve.
func inSPKI(point []byte, parameters any) []byte {
	type algorithm struct {
		ID         asn1.ObjectIdentifier
		Parameters any
	}
	der, err := asn1.Marshal(struct {
		Algorithm algorithm
		Point     asn1.BitString
	}{algorithm{ecPublicKey, parameters}, asn1.BitString{Bytes: point, BitLength: 8 * len(point)}})
	if err != nil {
		panic(err)
	}
	return der
}

func modPrime(number *big.Int) *big.Int { return number.Mod(number, prime) }

func littleEndian(text []byte) *big.Int {
	turned := make([]byte, len(text))
	for i, each := range text {
		turned[len(text)-1-i] = each
	}
	return new(big.Int).SetBytes(turned)
}

// reversed returns a number as 32 bytes, little-endian.
func reversed(number *big.Int) []byte {
	text := number.FillBytes(make([]byte, coordinateBytes))
	for i, j := 0, len(text)-1; i < j; i, j = i+1, j-1 {
		text[i], text[j] = text[j], text[i]
	}
	return text
}

func hexNumber(text string) *big.Int {
	number, isHex := new(big.Int).SetString(text, 16)
	if !isHex {
		panic("no number: " + text)
	}
	return number
}
