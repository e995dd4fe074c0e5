"""Certificates and encrypted fields (2.4, 4.2, 4.3, 6.3)."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from functools import partial
from typing import Any

import httpx
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_der_public_key

from gateway_adapter import CallFailed, Refusal

from .session import MOST_TRIES, Session, expect_success, json_object, v3_headers

HASHES = {"SHA-1": hashes.SHA1, "SHA-256": hashes.SHA256}
ALWAYS_ENCRYPTED = ("otp", "loginId")


class Fields:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._paths = session.settings.paths
        self._readings = session.settings.readings
        self._keys: dict[str, RSAPublicKey] = {}  # by service: each service has its own key
        # By service and path: the hash with which the service accepted a value.
        self._accepted: dict[tuple[str, str], str] = {}

    def fetch_certificate(self, service: str) -> None:
        """Fetches the encryption key of a service, even if it is cached, and caches it (6.3.1)."""
        path = "/api/v1/auth/cert"
        if service == "identity":
            path = f"/{self._paths['identity']}/api/v3/profile/public/certificate"
        answer = self._session.send(lambda: self._request("GET", service, path))
        expect_success(service, answer)
        self._keys[service] = read_certificate(answer)

    def encrypt(self, service: str, value: str) -> dict[str, str]:
        return {"ciphertext": encrypt(self._key(service), "SHA-1", value)}

    def send(self, service: str, path: str, fields: list[dict[str, Any]]) -> None:
        national_id: str = self._readings.get("national-id-field", "nationalId")
        members: list[str] = self._readings.get("encrypted-members", [])
        always = {*ALWAYS_ENCRYPTED, national_id, *members}
        plain = {each["name"]: each["value"] for each in fields}
        secret = {each["name"] for each in fields if each["encrypted"]} | always & plain.keys()
        self._send_encrypted(service, path, path, plain, secret)

    def verify_otp(self, otp: str, txn_id: str) -> dict[str, str]:
        path = f"/v2/registration/{self._paths['nationalId']}/verifyOTP"
        body = {"otp": otp, "txnId": txn_id}
        answer = self._send_encrypted("registry", path, "otp.verify", body, {"otp"})
        told = json_object(answer)
        return {name: str(told.get(name, "")) for name in ("txnId", "authResult", "message")}

    def _send_encrypted(
        self, service: str, path: str, operation: str, fields: dict[str, str], secret: set[str]
    ) -> httpx.Response:
        """Sends the fields as one JSON body.

        If the service cannot decrypt a value, it has a new key or expects SHA-256 (6.3.1,
        6.3.3). So this method first fetches the certificate again. It tries a new key with
        the current hash, and an unchanged key with the other hash. It remembers the hash
        that the service accepts.
        """

        def compose(key: RSAPublicKey, scheme: str) -> httpx.Request:
            body = {
                name: encrypt(key, scheme, value) if name in secret else value
                for name, value in fields.items()
            }
            return self._request("POST", service, path, json=body)

        first = self._readings.get("oaep-hash", {}).get(operation, "SHA-1")
        schemes = (self._accepted.get((service, path), first), *HASHES)
        rejected = set()
        for _ in range(MOST_TRIES):
            key = self._key(service)
            untried = (each for each in schemes if (numbers(key), each) not in rejected)
            if (scheme := next(untried, None)) is None:
                break
            answer = self._session.send(partial(compose, key, scheme))
            if not self._is_undecryptable(answer):
                expect_success(service, answer)
                self._accepted[service, path] = scheme
                return answer
            rejected.add((numbers(key), scheme))
            del self._keys[service]
        raise CallFailed(f"the {service} could not decrypt what was sent")

    def _key(self, service: str) -> RSAPublicKey:
        if service not in self._keys:
            self.fetch_certificate(service)
        return self._keys[service]

    def _request(self, method: str, service: str, path: str, **parts: Any) -> httpx.Request:
        """Only requests to the identity service are v3 requests, not those to the registry."""
        if service not in ("identity", "registry"):
            raise Refusal("only identity and registry take encrypted fields")
        headers = v3_headers() if service == "identity" else {}
        return self._session.request(method, service, path, headers=headers, **parts)

    def _is_undecryptable(self, answer: httpx.Response) -> bool:
        """Recognises a decryption error by a reading: the contract specifies no status or code
        for it (7).
        """
        reading = self._readings.get("encryption-rejection", {})
        # If the reading has no status, any status except 2xx can be this error.
        if answer.status_code != reading.get("status", answer.status_code) or answer.is_success:
            return False
        words = reading.get("words", ("decrypt", "padding", "encrypted value"))
        return any(word.lower() in text.lower() for text in texts_of(answer) for word in words)


def encrypt(key: RSAPublicKey, hash_name: str, value: str) -> str:
    """Encrypts a single value: padded Base64 of RSA-OAEP over its UTF-8 bytes (6.3.2, 6.3.4).

    If this raises, do not send the request: never send null or the raw value instead.
    """
    try:
        plain = value.encode("utf-8")
    except UnicodeEncodeError:  # unpaired surrogate; `from None`, as the exception quotes the value
        raise Refusal("the value is no Unicode text") from None
    algorithm = HASHES[hash_name]()
    limit = key.key_size // 8 - 2 * algorithm.digest_size - 2  # 214 bytes for 2048 bits and SHA-1 (8)
    if len(plain) > limit:
        size = f"{len(plain)} bytes are over the limit of {limit}"
        raise Refusal(f"{size} of OAEP with {hash_name}")
    # Name both hashes: MGF1 does not use the hash of `algorithm`.
    mask = padding.MGF1(HASHES[hash_name]())
    ciphertext = key.encrypt(plain, padding.OAEP(mask, algorithm, label=None))
    return b64encode(ciphertext).decode("ascii")  # encodebytes would insert line breaks


def read_certificate(answer: httpx.Response) -> RSAPublicKey:
    """Reads PEM with any line endings.

    Some services send JSON instead, with PEM or Base64 DER in `publicKey`. This is accepted.
    """
    text = str(json_object(answer).get("publicKey", answer.text))
    der = re.sub(r"-----[A-Z ]+-----|\s", "", text)
    try:
        key = load_der_public_key(b64decode(der, validate=True))
    except (ValueError, UnsupportedAlgorithm):
        raise CallFailed("the certificate is no public key") from None
    if not isinstance(key, RSAPublicKey):
        raise CallFailed("the certificate is no RSA key")
    return key


def numbers(key: RSAPublicKey) -> tuple[int, int]:
    """Identifies a key: in older versions of cryptography, key objects do not compare equal."""
    public = key.public_numbers()
    return public.n, public.e


def texts_of(answer: httpx.Response) -> Iterator[str]:
    """Yields every string in an error body. Services use various JSON structures for errors."""
    try:
        waiting = [answer.json()]
    except ValueError:
        # Ignore HTML error pages of proxies: their CSS contains the word "padding".
        waiting = [] if answer.text.lstrip().startswith("<") else [answer.text]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, (dict, list)):
            waiting.extend(value.values() if isinstance(value, dict) else value)
