"""Adapter protocol 1 of the conformance suite: JSON-RPC 2.0, one message per line.

This file needs only the standard library (Python 3.10 or later). Do not change it. Write your
own adapter in a file beside it:

    from gateway_adapter import Offer, Settings, serve

    def connect(settings: Settings) -> Offer:
        client = MyClient(settings)
        return Offer({"session.create": client.create_session})

    if __name__ == "__main__":
        serve(connect, "my-client", "1.0.0")

A method receives its params as keyword arguments, in snake case: `txnId` arrives as `txn_id`.
If you annotate the arguments, values of other types are rejected before your code runs.
"""

from __future__ import annotations

import inspect
import json
import logging
import os
import re
import ssl
import sys
import time
import traceback
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO

PROTOCOL_VERSION = "1"
MAX_MESSAGE_BYTES = 32 * 1024 * 1024

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
NOT_OFFERED = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
FAILED = -32000
REFUSED = -32001

log = logging.getLogger("adapter")

Method = Callable[..., Any]


class AdapterError(Exception):
    """Raise this to end a call with this code. Never put a value into the message."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Refusal(AdapterError):
    """Raise this if your client refuses on purpose. Give the reason, without the value."""

    def __init__(self, reason: str) -> None:
        super().__init__(REFUSED, reason)


class CallFailed(AdapterError):
    """Raise this if your client tried and failed: a service is down, or returned an error."""

    def __init__(self, reason: str) -> None:
        super().__init__(FAILED, reason)


@dataclass(frozen=True)
class Settings:
    """The params of `initialize`. The repr does not contain secrets."""

    services: Mapping[str, str]
    paths: Mapping[str, str]
    credentials: Mapping[str, str] = field(repr=False)
    cm_id: str
    participants: Mapping[str, str]
    dummy_payer_token: str | None = field(repr=False)
    callback_certificates: str
    envelope: str
    payer_encryption_key: str
    readings: Mapping[str, Any]
    ca_certificate: str | None = None
    # An X.509 certificate of payer_encryption_key, in PEM.
    payer_encryption_certificate: str | None = None

    def tls(self) -> ssl.SSLContext:
        """Returns a context that trusts only `ca_certificate`; if None, the system's CAs."""
        return ssl.create_default_context(cadata=self.ca_certificate)


@dataclass(frozen=True)
class Offer:
    """The methods that your client offers, and other parts of the answer to `initialize`."""

    methods: Mapping[str, Method] = field(default_factory=dict)
    # One list for both sides, or {"hip": {"takes": [...], "gives": [...]}, "hiu": ...}: the key
    # forms that each side accepts and sends.
    transfer_key_forms: Sequence[str] | Mapping[str, Mapping[str, Sequence[str]]] = ()
    callback_url: str | None = None
    encryption_key: str | None = None
    close: Callable[[], None] = lambda: None

    def answer(self, name: str, version: str) -> dict[str, Any]:
        optional = {
            "transferKeyForms": self.transfer_key_forms,
            "callbackUrl": self.callback_url,
            "encryptionKey": self.encryption_key,
        }
        return {
            "protocolVersion": PROTOCOL_VERSION,
            "implementation": {"name": name, "version": version},
            "capabilities": list(self.methods),
            **{key: value for key, value in optional.items() if value},
        }


Connect = Callable[[Settings], Offer]


class Adapter:
    """Answers messages. A second `initialize` replaces the client of the first one."""

    def __init__(self, connect: Connect, name: str, version: str) -> None:
        self._connect = connect
        self._name = name
        self._version = version
        self._offer: Offer | None = None
        self.stopped = False

    def answer(self, line: bytes) -> bytes | None:
        """Returns the answer to one message; None for a notification."""
        reply: dict[str, Any] = {"jsonrpc": "2.0", "id": None}
        wanted = True
        try:
            message = _read(line)
            wanted = "id" in message
            if type(message.get("id")) in (str, int, float):
                reply["id"] = message["id"]
            reply["result"] = self._call(*_request(message))
        except AdapterError as error:
            reply["error"] = {"code": error.code, "message": str(error)}
        except Exception as error:
            # Report only type and place: the message of an exception may quote a value.
            log.error("%s", describe(error))
            reply["error"] = {"code": INTERNAL_ERROR, "message": type(error).__name__}
        return _write(reply) if wanted else None

    def close(self) -> None:
        if self._offer is not None:
            self._offer.close()
        self._offer = None

    def _call(self, name: str, params: dict[str, Any]) -> Any:
        if name == "initialize":
            return self._initialize(params)
        if name == "shutdown":
            self.stopped = True
            return None
        if self._offer is None:
            raise CallFailed("initialize comes first")
        method = self._offer.methods.get(name)
        if method is None:
            # Do not quote an unknown name: it could contain anything.
            raise AdapterError(NOT_OFFERED, "that method is not offered")
        arguments = bind(method, params)
        started = time.monotonic()
        try:
            return method(**arguments)
        finally:
            log.info("%s %.0f ms", name, 1000 * (time.monotonic() - started))

    def _initialize(self, params: dict[str, Any]) -> dict[str, Any]:
        if params.get("protocolVersion") != PROTOCOL_VERSION:
            spoken = f"this adapter speaks protocol version {PROTOCOL_VERSION}"
            raise AdapterError(INVALID_PARAMS, spoken)
        self.close()
        self._offer = self._connect(Settings(**bind(Settings, params)))
        return self._offer.answer(self._name, self._version)


def serve(connect: Connect, name: str, version: str) -> None:
    """Reads messages from stdin and answers on stdout until `shutdown` or the end of stdin."""
    _log_to_stderr()
    adapter = Adapter(connect, name, version)
    out = _claim_stdout()
    try:
        _loop(adapter, sys.stdin.buffer, out)
    except (BrokenPipeError, KeyboardInterrupt):
        pass  # the suite has closed the connection
    finally:
        adapter.close()


def _loop(adapter: Adapter, lines: BinaryIO, out: BinaryIO) -> None:
    while not adapter.stopped and (line := _next_line(lines)):
        answer = adapter.answer(line) if line.strip() else None
        if answer is not None:
            out.write(answer)
            out.flush()


def _next_line(lines: BinaryIO) -> bytes:
    """Reads one line. If the line is too long, skips the rest of it."""
    line = lines.readline(MAX_MESSAGE_BYTES + 2)
    rest = line
    while rest and not rest.endswith(b"\n"):
        rest = lines.readline(1 << 16)
    return line


def _claim_stdout() -> BinaryIO:
    """Returns stdout for the protocol, and redirects all prints, even of C libraries, to stderr."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return out


class LogFormatter(logging.Formatter):
    """Logs times in UTC, and only type and place of an exception: its message may quote a value."""

    converter = time.gmtime  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__("%(asctime)s.%(msecs)03dZ %(name)s %(message)s", "%Y-%m-%dT%H:%M:%S")

    def formatException(self, ei: Any) -> str:
        return describe(ei[1])


def _log_to_stderr() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(LogFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    # By default, HTTP libraries log complete addresses or even bodies.
    for chatty in ("httpx", "httpcore", "urllib3"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


def describe(error: BaseException) -> str:
    """Returns the type of an exception and the file and line of each frame, without its message."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{os.path.basename(each.filename)}:{each.lineno}" for each in frames]
    return " ".join([type(error).__name__, "at", *places])


def _read(line: bytes) -> dict[str, Any]:
    if len(line.rstrip(b"\r\n")) > MAX_MESSAGE_BYTES:
        raise AdapterError(PARSE_ERROR, "a message has 32 MiB at most")
    try:
        message = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        # `from None`, because the exception contains the whole text including secrets.
        raise AdapterError(PARSE_ERROR, "the message is not JSON in UTF-8") from None
    if not isinstance(message, dict):
        raise AdapterError(INVALID_REQUEST, "a message is one object")
    return message


def _request(message: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    method, params = message.get("method"), message.get("params")
    if message.get("jsonrpc") != "2.0" or not isinstance(method, str):
        raise AdapterError(INVALID_REQUEST, "a message has jsonrpc 2.0 and a method")
    if not isinstance(params, (dict, type(None))):
        raise AdapterError(INVALID_PARAMS, "params is an object")
    return method, params or {}


def _write(reply: dict[str, Any]) -> bytes:
    """Writes one line of ASCII, so that neither the locale nor unpaired surrogates matter."""
    try:
        return json.dumps(reply, allow_nan=False).encode("ascii") + b"\n"
    except (TypeError, ValueError):
        error = {"code": INTERNAL_ERROR, "message": "the result is not JSON"}
        return _write({"jsonrpc": "2.0", "id": reply["id"], "error": error})


def bind(method: Callable[..., Any], params: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the params that `method` declares. Ignores others: a later suite may add some."""
    arguments = {}
    for name, expected in inspect.signature(method, eval_str=True).parameters.items():
        wire = re.sub(r"_([a-z])", lambda match: match[1].upper(), name)
        if wire in params:
            if not _fits(params[wire], expected.annotation):
                raise AdapterError(INVALID_PARAMS, f"{wire} has another type")
            arguments[name] = params[wire]
        elif expected.default is expected.empty:
            raise AdapterError(INVALID_PARAMS, f"{wire} is missing")
    return arguments


def _fits(value: Any, hint: Any) -> bool:
    """Checks only the outermost type. Accepts any value for hints that are not a class."""
    kind = typing.get_origin(hint) or hint
    if kind in (typing.Union, types.UnionType):
        return any(_fits(value, each) for each in typing.get_args(hint))
    if kind in (Any, inspect.Parameter.empty) or typing.is_typeddict(kind):
        return True
    return not isinstance(kind, type) or isinstance(value, kind)
