"""The provider's side of the payer flows (4.4 to 4.7, 6.1), with the envelopes jwe and json."""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import jwt
from jwcrypto.common import JWException
from jwcrypto.jwe import JWE
from jwcrypto.jwk import JWK

from gateway_adapter import MAX_MESSAGE_BYTES, AdapterError, CallFailed, describe

from .bundles import Bundle, acknowledgment, bundle_of, documents, request, values_at
from .session import Session, expect_success, json_object, timestamp, v3_headers

PATHS = {
    "plan": "/v1/insuranceplan/request",
    "eligibility": "/v1/coverageeligibility/check",
    "preauth": "/v1/preauth/submit",
    "claim": "/v1/claim/submit",
}
FINAL = ("approved", "rejected", "answered")
KEYS_LAST = 600  # seconds for which published keys are cached
LOOKS_A_MINUTE = 10  # maximum number of fetches, because anyone can send unknown key ids
JWE_ALGORITHMS = ("RSA-OAEP-256", "RSA-OAEP", "A256GCM")

log = logging.getLogger("payer")


@dataclass
class Cycle:
    state: str = "pending"
    callbacks: int = 0
    replied: bool = False
    workflow_id: str = field(default_factory=lambda: str(uuid.uuid4()))


class Payer:
    def __init__(self, session: Session) -> None:
        settings = session.settings
        self._session = session
        self._readings = settings.readings
        self._participants = settings.participants
        self._envelope = Envelope(settings.envelope, settings.payer_encryption_key)
        self._correlation_header: str = self._readings["correlation-id"]["name"].lower()
        self._cycles: dict[str, Cycle] = {}
        self._lock = threading.Lock()  # callbacks run on other threads
        self._takes: dict[str, Callable[[str, Bundle], bool]] = {
            self._readings["plan-answer"]: self._take_data,
            self._readings["eligibility-answer"]: self._take_data,
            "/v1/preauth/on_submit": self._take_decision,
            "/v1/claim/on_submit": self._take_decision,
            "/v1/communication/request": self._take_query,
            self._readings["payment-prompt"]: self._take_prompt,
        }
        self._receiver = Receiver(self._takes.keys(), JwtVerifier(session), self._receive)

    @property
    def callback_url(self) -> str:
        return self._receiver.url

    @property
    def encryption_key(self) -> str:
        return self._envelope.public_key

    def close(self) -> None:
        self._receiver.close()

    def methods(self) -> dict[str, Callable[..., Any]]:
        return {
            "insurancePlan.request": lambda: self.begin("plan"),
            "eligibility.check": lambda: self.begin("eligibility"),
            "preauth.submit": lambda: self.begin("preauth"),
            "claim.submit": lambda: self.begin("claim"),
            "communication.reply": self.reply,
            "dummyPayer.trigger": self.trigger,
            "paymentNotice.init": self.start_notice,
            "cycle.get": self.cycle,
        }

    def begin(self, kind: str) -> dict[str, str]:
        """Starts a cycle.

        Stores the cycle before sending: the payer's callback may arrive before the 202.
        """
        correlation_id = str(uuid.uuid4())
        with self._lock:
            self._cycles[correlation_id] = Cycle()
        try:
            resource = request(kind, self._participants["payer"])
            self._send(PATHS[kind], correlation_id, "request.initiated", resource)
        except AdapterError:
            with self._lock:
                del self._cycles[correlation_id]
            raise
        return {"correlationId": correlation_id}

    def reply(self, correlation_id: str) -> None:
        """Sends the documents that the payer asked for. Sends them only once."""
        cycle = self._known(correlation_id)
        with self._lock:
            if cycle.replied:
                return
            if cycle.state != "queried":
                raise CallFailed("the payer has asked nothing in that cycle")
            cycle.replied = True
        path = "/v1/communication/on_request"
        self._send(path, correlation_id, "response.complete", documents())

    def cycle(self, correlation_id: str) -> dict[str, Any]:
        cycle = self._known(correlation_id)
        with self._lock:
            return {"state": cycle.state, "callbacks": cycle.callbacks}

    def trigger(self, action: str, method: str, correlation_id: str) -> None:
        body = {"action": action, "method": method, "correlationId": correlation_id}
        self._ask("/process/request", body)

    def start_notice(self, provider_id: str, claim_number: str) -> None:
        body = {"providerId": provider_id, "claimNumber": claim_number}
        self._ask("/paymentNotice/init", body)

    def _ask(self, path: str, body: dict[str, str]) -> None:
        """Sends a request to the dummy payer with its special header bearer_auth (4.4, 5.1.8)."""

        def compose() -> httpx.Request:
            given = self._session.settings.dummy_payer_token
            bearer = given or f"Bearer {self._session.token().value}"
            headers = {"Accept": "application/json", "bearer_auth": bearer}
            return self._session.request("POST", "dummyPayer", path, headers=headers, json=body)

        expect_success("dummy payer", self._session.send(compose, authorized=False))

    def _send(self, path: str, correlation_id: str, status: str, resource: Bundle) -> None:
        """Sends a message of a cycle. A retry repeats the correlation and workflow ids only."""
        workflow_id = self._known(correlation_id).workflow_id
        bundle = bundle_of(resource)

        def compose() -> httpx.Request:
            protected = {
                "x-hcx-sender_code": self._participants["provider"],
                "x-hcx-recipient_code": self._participants["payer"],
                self._correlation_header: correlation_id,
                "x-hcx-workflow_id": workflow_id,
                "x-hcx-api_call_id": str(uuid.uuid4()),
                "x-hcx-request_id": str(uuid.uuid4()),
                "x-hcx-timestamp": timestamp(),
                "x-hcx-status": status,
            }
            headers, body = self._envelope.wrap(protected, bundle)
            return self._session.request("POST", "provider", path, headers=headers, json=body)

        expect_success("payer", self._session.send(compose))

    def _known(self, correlation_id: str) -> Cycle:
        with self._lock:
            cycle = self._cycles.get(correlation_id)
        if cycle is None:
            raise CallFailed("no cycle has this correlation id")
        return cycle

    def _receive(self, path: str, headers: Mapping[str, str], body: bytes) -> int:
        """Processes a callback whose JWT was verified, and returns the HTTP status.

        A callback of an unknown cycle gets 404.
        """
        try:
            protected, bundle = self._envelope.unwrap(headers, body)
        except (JWException, ValueError):
            return 400
        correlation_id = protected.get(self._correlation_header)
        if not isinstance(correlation_id, str) or not isinstance(bundle, dict):
            return 400
        return 202 if self._takes[path](correlation_id, bundle) else 404

    def _note(self, correlation_id: str, state: str | None) -> bool:
        """Counts a callback and sets the state of its cycle; returns False for an unknown cycle.

        A final state never changes, so a repeated callback has no other effect.
        """
        with self._lock:
            cycle = self._cycles.get(correlation_id)
            if cycle is None:
                return False
            cycle.callbacks += 1
            if state is not None and cycle.state not in FINAL:
                cycle.state = state
            return True

    def _take_data(self, correlation_id: str, _: Bundle) -> bool:
        return self._note(correlation_id, "answered")

    def _take_query(self, correlation_id: str, _: Bundle) -> bool:
        return self._note(correlation_id, "queried")

    def _take_decision(self, correlation_id: str, bundle: Bundle) -> bool:
        reading = self._readings["decision"]
        final = reading.get("final")
        state = None
        if not final or final["value"] in values_at(bundle, final["path"]):
            decisions = list(values_at(bundle, reading["path"]))
            named = (each for each in ("approved", "rejected") if reading[each] in decisions)
            state = next(named, None)
        return self._note(correlation_id, state)  # state is None for an interim answer

    def _take_prompt(self, correlation_id: str, _: Bundle) -> bool:
        """Processes a payment prompt, which opens a new cycle, and acknowledges it once.

        The acknowledgment runs on another thread, so that the 202 does not wait for it.
        """
        with self._lock:
            is_new = correlation_id not in self._cycles
            self._cycles.setdefault(correlation_id, Cycle())
        self._note(correlation_id, "answered")
        if is_new:
            threading.Thread(target=self._acknowledge, args=[correlation_id], daemon=True).start()
        return True

    def _acknowledge(self, correlation_id: str) -> None:
        try:
            path = self._readings["payment-ack"]
            self._send(path, correlation_id, "response.complete", acknowledgment())
        except AdapterError as error:
            log.warning("acknowledgment: %s", error)


class Envelope:
    """Packs and unpacks a bundle with its protected headers (4.6, reading `envelope`)."""

    def __init__(self, kind: str, payer_key: str) -> None:
        self._is_jwe = kind == "jwe"
        self._payer_key = JWK.from_pem(payer_key.encode("ascii"))
        self._own_key = JWK.generate(kty="RSA", size=2048)

    @property
    def public_key(self) -> str:
        pem: bytes = self._own_key.export_to_pem()
        return pem.decode("ascii")

    def wrap(self, protected: dict[str, str], bundle: Bundle) -> tuple[dict[str, str], Bundle]:
        """Returns the HTTP headers and the body."""
        if not self._is_jwe:
            return protected, bundle
        header = {"alg": "RSA-OAEP-256", "enc": "A256GCM", **protected}
        jwe = JWE(json.dumps(bundle), json.dumps(header), recipient=self._payer_key)
        return {}, {"payload": jwe.serialize(compact=True)}

    def unwrap(self, headers: Mapping[str, str], body: bytes) -> tuple[Mapping[str, str], Any]:
        """Returns the protected headers and the bundle. Raises ValueError or JWException."""
        message = json.loads(body)
        if not self._is_jwe:
            return headers, message
        if not isinstance(message, dict) or not isinstance(message.get("payload"), str):
            raise ValueError("no payload")
        jwe = JWE(algs=list(JWE_ALGORITHMS))  # otherwise the sender could choose the algorithm
        jwe.deserialize(message["payload"], self._own_key)
        named = {name.lower(): value for name, value in jwe.jose_header.items()}
        return named, json.loads(jwe.payload)


class JwtVerifier:
    """Checks that a published key of the gateway verifies the JWT of a callback (5.1.6)."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._reading = session.settings.readings["callback-jwt"]
        self._leeway = session.settings.readings.get("jwt-leeway", 60)
        self._keys: dict[str, dict[str, Any]] = {}  # by kid
        self._looks: deque[float] = deque([float("-inf")] * LOOKS_A_MINUTE, LOOKS_A_MINUTE)
        self._lock = threading.Lock()

    def is_genuine(self, headers: Mapping[str, str]) -> bool:
        """Returns whether the JWT is valid. Raises CallFailed if the keys cannot be fetched."""
        if not self._reading["carried"]:
            return True
        scheme, _, token = headers.get(self._reading["header"].lower(), "").rpartition(" ")
        if scheme.strip().lower() != self._reading["scheme"].lower():
            return False
        audience = self._reading["audience"]
        try:
            header = jwt.get_unverified_header(token)
            key = self._key(header["kid"])
            if "crit" in header:  # critical extensions, of which this client supports none
                return False
            jwt.decode(
                token,
                jwt.PyJWK(key).key,
                # Only agreed algorithms that the key is for: the token must not choose.
                algorithms=[a for a in self._reading["algorithms"] if key.get("alg", a) == a],
                issuer=self._reading["issuer"],
                audience=audience,
                leeway=self._leeway,
                # Without `require`, a JWT without exp would be valid forever.
                options={"require": ["exp"], "verify_aud": audience is not None},
            )
            return True
        except (jwt.PyJWTError, ValueError, TypeError, KeyError):
            return False

    def _key(self, kid: str) -> dict[str, Any]:
        """Returns the key with this id. Raises KeyError if it is not published.

        An unknown kid leads to a new fetch, but at most LOOKS_A_MINUTE times a minute.
        """
        with self._lock:
            now = time.monotonic()
            wanted = kid not in self._keys or now - self._looks[-1] > KEYS_LAST
            if wanted and now - self._looks[0] > 60:
                self._looks.append(now)
                self._keys = self._fetch()
            return self._keys[kid]

    def _fetch(self) -> dict[str, dict[str, Any]]:
        """Fetches the keys: from the gateway with a v3 request, elsewhere without a token."""
        settings = self._session.settings
        url = settings.callback_certificates
        own = url.startswith(settings.services["gateway"] + "/")

        def compose() -> httpx.Request:
            return self._session.request_to("GET", url, headers=v3_headers() if own else {})

        answer = self._session.send(compose, authorized=own)
        expect_success("place of the callback certificates", answer)
        keys = json_object(answer).get("keys", [])
        return {each["kid"]: each for each in keys if each.get("use", "sig") == "sig"}


class Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Logs only type and place: a traceback on stderr could quote values from the request."""
        error = sys.exc_info()[1]
        log.error("callback: %s", describe(error) if error else "failed")


class Receiver:
    """Listens for callbacks on a free port of 127.0.0.1. In production, use TLS."""

    def __init__(
        self, paths: Container[str], verifier: JwtVerifier, receive: Callable[..., int]
    ) -> None:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True
            timeout = 30

            def do_POST(self) -> None:
                status = self._judge()
                self.send_response(status)
                if status == 401:
                    self.send_header("WWW-Authenticate", "Bearer")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def _judge(self) -> int:
                size = self.headers.get("Content-Length", "")
                if not size.isdecimal() or int(size) > MAX_MESSAGE_BYTES:
                    self.close_connection = True  # because the body is not read
                    return 413 if size.isdecimal() else 411
                body = self.rfile.read(int(size))
                path = self.path.partition("?")[0]
                if path not in paths:
                    return 404
                named = {name.lower(): value for name, value in self.headers.items()}
                try:
                    return receive(path, named, body) if verifier.is_genuine(named) else 401
                except CallFailed:
                    return 503  # the keys cannot be fetched at the moment

            def log_message(self, form: str, *parts: Any) -> None:
                log.info("callback %s", form % parts)

        self._server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._serve, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def _serve(self) -> None:
        self._server.serve_forever(poll_interval=0.05)  # short, because `shutdown` waits for it

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
