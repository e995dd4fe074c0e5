"""Curve25519 in the two forms in use: X25519 (RFC 7748) and the short Weierstrass form.

The contract leaves the form open. Most deployed services use the Weierstrass form, which is
BouncyCastle's `curve25519`: a point of 65 bytes, bare or in a SubjectPublicKeyInfo.
"""

from __future__ import annotations

from typing import Protocol

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from gateway_adapter import Refusal

try:
    from . import weierstrass
except ImportError:  # without python3-ecdsa, offer only X25519
    weierstrass = None  # type: ignore[assignment]

FORMS = ("x25519", *(("weierstrass", "weierstrass-spki") if weierstrass else ()))


class KeyPair(Protocol):
    public_key: bytes

    def shared_secret(self, peer_key: bytes) -> bytes:
        """Returns 32 bytes including leading zeros. Refuses invalid keys and keys of low order."""


class X25519KeyPair:
    def __init__(self, private_key: X25519PrivateKey) -> None:
        self._private_key = private_key
        self.public_key = private_key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def shared_secret(self, peer_key: bytes) -> bytes:
        if len(peer_key) != 32:
            raise Refusal(f"an X25519 key has 32 bytes, not {len(peer_key)}")
        try:
            # A key of low order gives an all-zero secret, for which exchange raises ValueError.
            return self._private_key.exchange(X25519PublicKey.from_public_bytes(peer_key))
        except ValueError:
            raise Refusal("the public key is of low order") from None


def form_of(public_key: bytes) -> str:
    """Returns the form of a public key, judging only by its length."""
    form = {32: "x25519", 65: "weierstrass"}.get(len(public_key), "weierstrass-spki")
    if form not in FORMS:
        raise Refusal(f"the public key is no {' or '.join(FORMS)} key")
    return form


def key_pair(form: str) -> KeyPair:
    if form == "x25519":
        return X25519KeyPair(X25519PrivateKey.generate())
    return weierstrass.WeierstrassKeyPair.generate(form)


def read_key_pair(private_key: bytes, public_key: bytes) -> KeyPair:
    form = form_of(public_key)
    try:
        if form == "x25519":
            return X25519KeyPair(X25519PrivateKey.from_private_bytes(private_key))
        return weierstrass.WeierstrassKeyPair.read(private_key, form)
    except ValueError:
        raise Refusal("the private key is none of that curve") from None
