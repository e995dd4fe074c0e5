"""Health-data transfer as HIP and as HIU (6.2)."""

from __future__ import annotations

import os
import re
import uuid
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from gateway_adapter import Refusal

from .curves import FORMS, KeyPair, form_of, key_pair, read_key_pair

NONCE_BYTES, SALT_BYTES, IV_BYTES, KEY_BYTES = 32, 20, 12, 32
LIFETIME = timedelta(minutes=30)
MOST_OPEN = 1000


@dataclass(frozen=True)
class Own:
    """Our keys and nonce for one transfer. Never store them on disk (6.2.2)."""

    keys: KeyPair = field(repr=False)
    nonce: bytes

    def material(self) -> dict[str, Any]:
        expiry = datetime.now(timezone.utc) + LIFETIME
        return {
            "cryptoAlg": "ECDH",
            "curve": "Curve25519",
            "dhPublicKey": {
                "expiry": expiry.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
                "parameters": "Curve25519/32byte random key",
                "keyValue": text_of(self.keys.public_key),
            },
            "nonce": text_of(self.nonce),
        }


@dataclass(frozen=True)
class Peer:
    public_key: bytes
    nonce: bytes


class Transfers:
    def __init__(self) -> None:
        self._open: dict[str, Own] = {}  # open requests of the HIU by transfer id, oldest first

    def encrypt(self, key_material: dict[str, Any], bundle: str) -> dict[str, Any]:
        """As HIP: encrypts a bundle with new keys, in the same form as the HIU's key."""
        peer = read_peer(key_material)
        check_expiry(key_material["dhPublicKey"].get("expiry"))  # before creating keys (6.2.1)
        own = Own(key_pair(form_of(peer.public_key)), os.urandom(NONCE_BYTES))
        try:
            plain = bundle.encode("utf-8")
        except UnicodeEncodeError:  # unpaired surrogate; the exception quotes the bundle
            raise Refusal("the bundle is no Unicode text") from None
        key, iv = derive(own, peer)
        content = AESGCM(key).encrypt(iv, plain, None)  # ciphertext followed by the tag
        return {"keyMaterial": own.material(), "content": text_of(content)}

    def open(self) -> dict[str, Any]:
        own = Own(key_pair(FORMS[0]), os.urandom(NONCE_BYTES))
        transfer_id = str(uuid.uuid4())
        self._open[transfer_id] = own
        if len(self._open) > MOST_OPEN:
            del self._open[next(iter(self._open))]
        return {"transferId": transfer_id, "keyMaterial": own.material()}

    def decrypt(
        self,
        key_material: dict[str, Any],
        content: str,
        transfer_id: str | None = None,
        recipient: dict[str, Any] | None = None,
    ) -> dict[str, str]:
        """As HIU: decrypts content. Returns plaintext only if the tag is correct."""
        own = read_recipient(recipient) if recipient else self._open.get(transfer_id or "")
        if own is None:
            raise Refusal("no transfer is open under that transferId")
        key, iv = derive(own, read_peer(key_material))
        try:
            plain = AESGCM(key).decrypt(iv, bytes_of(content, "the content"), None)
            return {"bundle": plain.decode("utf-8")}
        except InvalidTag:
            raise Refusal("the content was changed, or is meant for another key") from None
        except UnicodeDecodeError:
            raise Refusal("the bundle is no UTF-8") from None


def derive(own: Own, peer: Peer) -> tuple[bytes, bytes]:
    """Returns the key and IV of the transfer (6.2.3 to 6.2.5)."""
    mixed = bytes(a ^ b for a, b in zip(own.nonce, peer.nonce, strict=True))
    salt, iv = mixed[:SALT_BYTES], mixed[-IV_BYTES:]
    secret = own.keys.shared_secret(peer.public_key)
    return HKDF(SHA256(), KEY_BYTES, salt, info=b"").derive(secret), iv


def read_peer(material: Mapping[str, Any]) -> Peer:
    # Ignore letter case, because the document does not show how an HIU writes these names.
    if str(material.get("cryptoAlg")).lower() != "ecdh":
        raise Refusal("cryptoAlg is not ECDH")
    if str(material.get("curve")).lower() != "curve25519":
        raise Refusal("curve is not Curve25519")
    public = material.get("dhPublicKey")
    if not isinstance(public, dict):
        raise Refusal("there is no dhPublicKey")
    public_key = bytes_of(public.get("keyValue"), "the public key")
    return Peer(public_key, nonce_of(material.get("nonce")))


def read_recipient(recipient: Mapping[str, Any]) -> Own:
    """Reads keys for the HIU that the suite generated itself, to test rare cases."""
    public_key = bytes_of(recipient.get("publicKey"), "the recipient's public key")
    private_key = bytes_of(recipient.get("privateKey"), "the recipient's private key")
    return Own(read_key_pair(private_key, public_key), nonce_of(recipient.get("nonce")))


def check_expiry(expiry: Any) -> None:
    written = re.fullmatch(r"(.*?)(?:Z|[+-]00:00)", expiry) if isinstance(expiry, str) else None
    if written is None:
        raise Refusal("the expiry of the public key is no UTC timestamp")
    # Python 3.10 does not accept Z, and no version accepts the nanoseconds that Java writes.
    text = re.sub(r"(\.\d{6})\d+$", r"\1", written[1])
    try:
        end = datetime.fromisoformat(text + "+00:00")
    except ValueError:
        raise Refusal("the expiry of the public key is no timestamp") from None
    if end <= datetime.now(timezone.utc):
        raise Refusal("the public key has expired")


def nonce_of(text: Any) -> bytes:
    nonce = bytes_of(text, "the nonce")
    if len(nonce) != NONCE_BYTES:
        raise Refusal(f"a nonce has {NONCE_BYTES} bytes")
    return nonce


def bytes_of(text: Any, what: str) -> bytes:
    """Decodes standard, padded Base64. Encodes again and compares: b64decode is too lenient."""
    try:
        decoded = b64decode(text, validate=True)
    except (NotBase64, TypeError, ValueError):
        raise Refusal(f"{what} is no Base64") from None
    if text_of(decoded) != text:
        raise Refusal(f"{what} is no padded Base64")
    return decoded


def text_of(data: bytes) -> str:
    return b64encode(data).decode("ascii")
