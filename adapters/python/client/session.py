"""Sessions, headers and retries (4.1, 5.1, 5.2)."""

from __future__ import annotations

import logging
import re
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

import httpx

from gateway_adapter import CallFailed, Settings

MOST_TRIES = 3
BUSY = (httpx.codes.TOO_MANY_REQUESTS, httpx.codes.SERVICE_UNAVAILABLE)

log = logging.getLogger("client")

Compose = Callable[[], httpx.Request]


@dataclass(frozen=True)
class Token:
    value: str
    renew_at: float  # by the monotonic clock, which changes of the system time do not affect


class Session:
    """The session that all requests share (5.1.4). Thread-safe, because callbacks use it too."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._token: Token | None = None
        self._lock = threading.RLock()
        self._http = httpx.Client(
            verify=settings.tls(),
            timeout=20,
            follow_redirects=False,  # a token never goes to another host
            # Close idle connections before the service does: a POST on a connection that the
            # service is closing would be lost.
            limits=httpx.Limits(keepalive_expiry=2),
        )

    def close(self) -> None:
        self._http.close()

    def create(self) -> None:
        """Always requests a new session. All other methods reuse the current session."""
        with self._lock:
            self._token = None
            # Before the request, so that the lifetime is not overestimated.
            asked = time.monotonic()
            answer = self.send(self._session_request, authorized=False)
            expect_success("gateway", answer)
            body = json_object(answer)
            try:
                value, lifetime = str(body["accessToken"]), float(body["expiresIn"])
            except (KeyError, TypeError, ValueError):
                raise CallFailed("the session answer has no token or lifetime") from None
            # Renew early: otherwise a token could expire while a request is in transit.
            self._token = Token(value, asked + lifetime - min(30, lifetime / 5))

    def token(self) -> Token:
        with self._lock:
            if self._token is None or time.monotonic() >= self._token.renew_at:
                self.create()
            assert self._token is not None
            return self._token

    def send(self, compose: Compose, *, authorized: bool = True) -> httpx.Response:
        """Sends the request that `compose` returns.

        Calls `compose` again for each try, because each request needs its own id and time.
        Gets a new session once after a 401, and retries a few times after 429 and 503. A
        request without a response is not repeated: the service may have processed it.
        """
        renewed, tries = False, 1
        while True:
            # Before `compose`: a new session needs time, and TIMESTAMP must be current.
            token = self.token() if authorized else None
            request = compose()
            if token is not None:
                request.headers["Authorization"] = f"Bearer {token.value}"
            answer = self._exchange(request)
            if answer.status_code == httpx.codes.UNAUTHORIZED and token and not renewed:
                renewed = True
                self._forget(token)
            elif answer.status_code in BUSY and tries < MOST_TRIES:
                time.sleep(delay(answer, tries))
                tries += 1
            else:
                return answer

    def request(self, method: str, service: str, path: str, **parts: Any) -> httpx.Request:
        return self.request_to(method, self.settings.services[service] + path, **parts)

    def request_to(self, method: str, url: str, **parts: Any) -> httpx.Request:
        """Builds a request. `json=` sets the body and its Content-Type."""
        return self._http.build_request(method, url, **parts)

    def _session_request(self) -> httpx.Request:
        credentials = self.settings.credentials
        return self.request(
            "POST",
            "gateway",
            "/api/hiecm/gateway/v3/sessions",
            headers={**v3_headers(), "X-CM-ID": self.settings.cm_id},
            json={
                "clientId": credentials["clientId"],
                "clientSecret": credentials["clientSecret"],
                "grantType": "client_credentials",
            },
        )

    def _exchange(self, request: httpx.Request) -> httpx.Response:
        # Log method, address and status; never a header, a body or a value (6.3.4).
        line = f"{request.method} {request.url}"
        try:
            answer = self._http.send(request)
        except httpx.HTTPError as error:
            log.warning("%s %s", line, error)
            raise CallFailed(f"{request.url.host} gave no answer: {error}") from None
        log.info("%s %d", line, answer.status_code)
        return answer

    def _forget(self, refused: Token) -> None:
        with self._lock:
            if self._token is refused:  # unless another thread has already renewed the token
                self._token = None


def v3_headers() -> dict[str, str]:
    """Returns headers with a new id and the current time. Call this for each request (5.2)."""
    return {"REQUEST-ID": str(uuid.uuid4()), "TIMESTAMP": timestamp()}


def timestamp() -> str:
    """Returns the UTC time with milliseconds, and Z instead of isoformat's +00:00."""
    now = datetime.now(timezone.utc)
    return now.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def delay(answer: httpx.Response, tries: int) -> float:
    """Returns seconds to wait: Retry-After, at most 5, or a time that doubles with each try."""
    asked = answer.headers.get("Retry-After", "")
    return min(float(asked), 5) if asked.isdecimal() else 0.2 * 2**tries


def json_object(answer: httpx.Response) -> dict[str, Any]:
    """Returns the body of the response; an empty dict if it is not a JSON object."""
    try:
        body = answer.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def expect_success(service: str, answer: httpx.Response) -> None:
    """Raises CallFailed for an error, with status and code only: error bodies may quote values."""
    if answer.is_success:
        return
    code = re.search(r'"code"\s*:\s*"([A-Za-z][\w-]{0,30})', answer.text)
    named = f", code {code[1]}" if code else ""
    raise CallFailed(f"the {service} answered {answer.status_code}{named}")
