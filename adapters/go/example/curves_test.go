package main

import (
	"bytes"
	"encoding/hex"
	"math/big"
	"testing"
)

func bytesIn(t *testing.T, text string) []byte {
	t.Helper()
	decoded, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

func TestBothSidesHaveOneSecretInEachForm(t *testing.T) {
	for _, form := range []string{x25519Form, pointForm, spkiForm} {
		for i := 0; i < 50; i++ {
			hip, _ := newKeyPair(form)
			hiu, _ := newKeyPair(form)
			one, err := hip.sharedSecret(hiu.publicKey)
			other, err2 := hiu.sharedSecret(hip.publicKey)
			if err != nil || err2 != nil || len(one) != 32 || !bytes.Equal(one, other) {
				t.Fatal(form, one, other, err, err2)
			}
		}
	}
}

// The base point times 1, 2 and 3: x as the formulas of the Weierstrass form give it.
func TestAPrivateKeyThatX25519WouldClampKeepsItsMeaning(t *testing.T) {
	base := append(append([]byte{uncompressed}, baseX.FillBytes(make([]byte, 32))...), baseY.FillBytes(make([]byte, 32))...)
	slope := new(big.Int).Mul(baseX, baseX)
	slope.Mul(slope, big.NewInt(3)).Add(slope, curveA)
	slope.Mul(slope, new(big.Int).ModInverse(new(big.Int).Lsh(baseY, 1), prime))
	doubled := modPrime(new(big.Int).Sub(new(big.Int).Mul(slope, slope), new(big.Int).Lsh(baseX, 1)))
	for number, want := range map[string]*big.Int{"01": baseX, "02": doubled, "0001": baseX} {
		key, err := readKeyPair(bytesIn(t, number), base)
		if err != nil {
			t.Fatal(err)
		}
		secret, err := key.sharedSecret(base)
		if err != nil || new(big.Int).SetBytes(secret).Cmp(want) != 0 {
			t.Errorf("%s: %x, not %x (%v)", number, secret, want, err)
		}
	}
}

func TestAPrivateKeyOutOfRangeIsRefused(t *testing.T) {
	base := pointAt(append([]byte{9}, make([]byte, 31)...))
	for _, wrong := range []string{"", "00", "ff", hex.EncodeToString(order.Bytes())} {
		if _, err := readKeyPair(bytesIn(t, wrong), base); err == nil {
			t.Errorf("%q was taken", wrong)
		}
	}
}

func TestAnSPKIHasTheLengthThatIsMet(t *testing.T) {
	point := pointAt(append([]byte{9}, make([]byte, 31)...))
	if explicit, named := inSPKI(point, explicitCurve), inSPKI(point, namedCurve); len(explicit) != 309 || len(named) != 93 {
		t.Errorf("%d and %d bytes", len(explicit), len(named))
	}
}

func TestAKeyThatIsNoneIsRefused(t *testing.T) {
	for _, form := range []string{pointForm, spkiForm} {
		key, _ := newKeyPair(form)
		changed := append([]byte{}, key.publicKey...)
		changed[len(changed)-1] ^= 1
		lowOrder := append([]byte{}, key.publicKey...)
		copy(lowOrder[len(lowOrder)-64:], shift.FillBytes(make([]byte, 32)))
		copy(lowOrder[len(lowOrder)-32:], make([]byte, 32))
		for name, wrong := range map[string][]byte{"off the curve": changed, "low order": lowOrder, "short": {4}} {
			if _, err := key.sharedSecret(wrong); err == nil {
				t.Errorf("%s, %s: taken", form, name)
			}
		}
		if _, err := key.sharedSecret(key.publicKey); err != nil {
			t.Errorf("%s: %v", form, err)
		}
	}
	key, _ := newKeyPair(x25519Form)
	if _, err := key.sharedSecret(make([]byte, 32)); err == nil {
		t.Error("a key of low order was taken")
	}
}
