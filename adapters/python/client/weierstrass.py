"""The short Weierstrass form of Curve25519, with the library ecdsa (python3-ecdsa in Debian).

`cryptography` supports only named curves, and this curve is not one of them. ecdsa computes
in Python, in a time that depends on the key. This is acceptable only because each key is used
for a single transfer.
"""

from __future__ import annotations

from ecdsa import ECDH, SigningKey, VerifyingKey
from ecdsa.curves import Curve
from ecdsa.ecdh import InvalidSharedSecretError
from ecdsa.ellipticcurve import CurveFp, PointJacobi
from ecdsa.errors import MalformedPointError

from gateway_adapter import Refusal

P = 2**255 - 19
A = 0x2AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA984914A144
B = 0x7B425ED097B425ED097B425ED097B425ED097B425ED097B4260B5E9C7710C864
N = 0x1000000000000000000000000000000014DEF9DEA2F79CD65812631A5CF5D3ED
GX = 0x2AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD245A
GY = 0x20AE19A1B8A086B4E01EDD2C7748D14C923D4D7E6D7C61B229E9C5A27ECED3D9

# Because of the cofactor 8, ecdsa checks that a point is in the group of the base point.
BASE = PointJacobi(CurveFp(P, A, B, 8), GX, GY, 1, N, generator=True)
CURVE = Curve("curve25519", BASE.curve(), BASE, (1, 3, 6, 1, 4, 1, 3029, 1, 5, 1))


ENCODINGS = ("explicit", "named_curve")


class WeierstrassKeyPair:
    def __init__(self, private_key: SigningKey, form: str) -> None:
        self._private_key = private_key
        point = private_key.get_verifying_key()
        # Use explicit parameters: few libraries know the name of this curve.
        self.public_key: bytes = spki(point, "explicit")
        if form == "weierstrass":
            self.public_key = point.to_string("uncompressed")

    @classmethod
    def generate(cls, form: str) -> WeierstrassKeyPair:
        return cls(SigningKey.generate(CURVE), form)

    @classmethod
    def read(cls, private_key: bytes, form: str) -> WeierstrassKeyPair:
        """Reads a signed big-endian integer, which can have fewer or more than 32 bytes.

        Raises ValueError if the number is out of range.
        """
        number = int.from_bytes(private_key, "big", signed=True)
        if not 0 < number < N:
            raise ValueError("the private key is out of range")
        return cls(SigningKey.from_secret_exponent(number, CURVE), form)

    def shared_secret(self, peer_key: bytes) -> bytes:
        """Returns the x coordinate of the shared point: 32 bytes including leading zeros."""
        public_key = read_public_key(peer_key)
        try:
            secret: bytes = ECDH(CURVE, self._private_key, public_key).generate_sharedsecret_bytes()
        except InvalidSharedSecretError:  # a point of low order leads to the point at infinity
            raise Refusal("the public key is of low order") from None
        return secret


def read_public_key(public_key: bytes) -> VerifyingKey:
    """Reads a point, bare or in a SubjectPublicKeyInfo of this curve. Services send both."""
    try:
        point = VerifyingKey.from_string(public_key[-65:], CURVE, valid_encodings=["uncompressed"])
    except MalformedPointError:  # not on the curve, or of low order
        raise Refusal("the public key is no point of this curve") from None
    # Compare instead of parsing: otherwise the peer could choose another curve.
    if len(public_key) > 65 and public_key not in [spki(point, each) for each in ENCODINGS]:
        raise Refusal("the public key is no SubjectPublicKeyInfo of this curve")
    return point


def spki(point: VerifyingKey, encoding: str) -> bytes:
    der: bytes = point.to_der("uncompressed", curve_parameters_encoding=encoding)
    return der
