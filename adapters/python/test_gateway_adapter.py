"""Run with: python3 -m unittest (in this folder)."""

import json
import logging
import os
import subprocess
import sys
import unittest
from typing import Any, Literal, Optional, TypedDict

from gateway_adapter import Adapter, CallFailed, LogFormatter, Offer, Refusal, Settings

SECRET = "482915"
INITIALIZE = {
    "protocolVersion": "1",
    "services": {"gateway": "https://gateway.example"},
    "paths": {"identity": "identity", "nationalId": "national-id"},
    "credentials": {"clientId": "client", "clientSecret": SECRET},
    "cmId": "sbx",
    "participants": {"provider": "1@sbx", "payer": "2@sbx"},
    "dummyPayerToken": None,
    "callbackCertificates": "https://gateway.example/certs",
    "envelope": "json",
    "payerEncryptionKey": "PEM",
    "readings": {},
    "addedLater": True,
}


def verify_otp(otp: str, txn_id: str) -> dict[str, str]:
    if otp == "declined":
        raise Refusal("this OTP is declined")
    if otp == "down":
        raise CallFailed("the registry is down")
    if otp == "odd":
        return {"txnId": object()}  # type: ignore[dict-item]
    int(f"{otp} is quoted by the ValueError of int")
    return {"txnId": txn_id}


def connect(settings: Settings) -> Offer:
    return Offer({"otp.verify": verify_otp, "session.create": lambda: None})


class AdapterTest(unittest.TestCase):
    def setUp(self) -> None:
        self.adapter = Adapter(connect, "test", "1")

    def ask(self, method: str, params: Any = None, **more: Any) -> dict[str, Any]:
        message = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params, **more}
        return self.send(json.dumps(message).encode())

    def send(self, line: bytes) -> dict[str, Any]:
        return json.loads(self.adapter.answer(line) or b"{}")

    def code(self, answer: dict[str, Any]) -> int:
        self.assertNotIn("result", answer)
        return answer["error"]["code"]

    def test_initialize_names_what_is_offered_and_takes_members_that_were_added(self) -> None:
        answer = self.ask("initialize", INITIALIZE)
        self.assertEqual(answer["id"], 7)
        self.assertEqual(answer["result"]["capabilities"], ["otp.verify", "session.create"])
        self.assertNotIn("callbackUrl", answer["result"])

    def test_another_version_of_the_protocol_is_refused(self) -> None:
        answer = self.ask("initialize", {**INITIALIZE, "protocolVersion": "2"})
        self.assertEqual(self.code(answer), -32602)

    def test_junk_is_a_parse_error_and_the_next_line_is_answered(self) -> None:
        for junk in (b"not json", b"\xff\xfe", b'{"id":', b"[" * 100_000):
            self.assertEqual(self.code(self.send(junk)), -32700)
        self.assertIn("result", self.ask("initialize", INITIALIZE))

    def test_what_is_no_request_is_invalid(self) -> None:
        for wrong in (b"[]", b"1", b'{"id":1}', b'{"jsonrpc":"1.0","id":1,"method":"a"}'):
            self.assertEqual(self.code(self.send(wrong)), -32600)

    def test_initialize_comes_first(self) -> None:
        self.assertEqual(self.code(self.ask("session.create", {})), -32000)

    def test_a_method_that_is_missing_is_not_offered(self) -> None:
        self.ask("initialize", INITIALIZE)
        self.assertEqual(self.code(self.ask("claim.submit", {})), -32601)
        self.assertEqual(self.ask("session.create", {})["result"], None)

    def test_params_are_checked_by_name_and_type(self) -> None:
        self.ask("initialize", INITIALIZE)
        for wrong in ({"otp": "1"}, {"otp": 1, "txnId": "t"}, [SECRET]):
            answer = self.ask("otp.verify", wrong)
            self.assertEqual(self.code(answer), -32602)
            self.assertNotIn(SECRET, json.dumps(answer))

    def test_the_types_that_people_write_are_understood(self) -> None:
        class Keys(TypedDict):
            nonce: str

        def odd(a: Optional[str], b: Literal["x"], c: Keys, d, e: Any, f: list[Keys]):  # type: ignore[no-untyped-def]  # noqa: UP045
            return [a, b, c, d, e, f]

        values = {"a": None, "b": "x", "c": {}, "d": 1, "e": None, "f": []}
        self.adapter = Adapter(lambda settings: Offer({"odd": odd}), "test", "1")
        self.ask("initialize", INITIALIZE)
        self.assertEqual(self.ask("odd", values)["result"], list(values.values()))
        for wrong in ({"a": 1}, {"f": {}}):
            self.assertEqual(self.code(self.ask("odd", {**values, **wrong})), -32602)

    def test_a_refusal_and_a_failure_have_their_codes_and_reasons(self) -> None:
        self.ask("initialize", INITIALIZE)
        refused = self.ask("otp.verify", {"otp": "declined", "txnId": "t"})
        self.assertEqual(refused["error"], {"code": -32001, "message": "this OTP is declined"})
        failed = self.ask("otp.verify", {"otp": "down", "txnId": "t"})
        self.assertEqual(self.code(failed), -32000)

    def test_an_exception_that_quotes_a_value_reaches_neither_answer_nor_log(self) -> None:
        self.ask("initialize", INITIALIZE)
        with self.assertLogs("adapter", logging.INFO) as logged:
            answer = self.ask("otp.verify", {"otp": SECRET, "txnId": "t"})
        self.assertEqual(answer["error"], {"code": -32603, "message": "ValueError"})
        self.assertIn("ValueError at", "".join(logged.output))
        self.assertNotIn(SECRET, "".join(logged.output))

    def test_a_logged_traceback_does_not_quote_a_value(self) -> None:
        try:
            int(SECRET + "x")
        except ValueError:
            told = LogFormatter().formatException(sys.exc_info())
        self.assertIn("ValueError at test_gateway_adapter.py", told)
        self.assertNotIn(SECRET, told)

    def test_settings_show_no_secret(self) -> None:
        shown: list[str] = []
        adapter = Adapter(lambda settings: shown.append(repr(settings)) or Offer(), "test", "1")
        message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE}
        adapter.answer(json.dumps(message).encode())
        self.assertIn("sbx", shown[0])
        self.assertNotIn(SECRET, shown[0])

    def test_a_result_that_is_not_json_is_an_internal_error(self) -> None:
        self.ask("initialize", INITIALIZE)
        self.assertEqual(self.code(self.ask("otp.verify", {"otp": "odd", "txnId": "t"})), -32603)

    def test_a_notification_gets_no_answer(self) -> None:
        self.assertIsNone(self.adapter.answer(b'{"jsonrpc":"2.0","method":"shutdown"}'))

    def test_a_second_initialize_closes_the_first_client(self) -> None:
        closed: list[str] = []
        offers = (Offer(close=lambda name=name: closed.append(name)) for name in "ab")
        self.adapter = Adapter(lambda settings: next(offers), "test", "1")
        self.ask("initialize", INITIALIZE)
        self.assertEqual(closed, [])
        self.ask("initialize", INITIALIZE)
        self.assertEqual(closed, ["a"])
        self.adapter.close()
        self.assertEqual(closed, ["a", "b"])


class ProcessTest(unittest.TestCase):
    def run_stub(self, text: bytes, program: str = "import stub, gateway_adapter as g") -> Any:
        code = f"{program}; g.serve(stub.connect, 'test', '1')"
        here = os.path.dirname(os.path.abspath(__file__))
        return subprocess.run(
            [sys.executable, "-B", "-c", code],
            input=text,
            capture_output=True,
            check=False,
            cwd=here,
            timeout=30,
        )

    def message(self, number: int, method: str, params: Any = None) -> bytes:
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}
        return json.dumps(request).encode() + b"\n"

    def test_the_stub_answers_and_ends_at_shutdown(self) -> None:
        first = self.message(1, "initialize", INITIALIZE)
        ended = self.run_stub(first + b"\n" + self.message(2, "shutdown") + self.message(3, "x"))
        answers = [json.loads(line) for line in ended.stdout.splitlines()]
        self.assertEqual([each["id"] for each in answers], [1, 2])
        self.assertEqual(answers[0]["result"]["capabilities"], [])
        self.assertEqual(ended.returncode, 0)

    def test_it_ends_with_its_input(self) -> None:
        ended = self.run_stub(b"junk")
        self.assertEqual(json.loads(ended.stdout)["error"]["code"], -32700)
        self.assertEqual(ended.returncode, 0)

    def test_a_line_that_is_too_long_is_refused_and_the_next_one_is_read(self) -> None:
        ended = self.run_stub(b"x" * (33 << 20) + b"\n" + self.message(2, "shutdown"))
        answers = [json.loads(line) for line in ended.stdout.splitlines()]
        self.assertEqual(answers[0]["error"]["code"], -32700)
        self.assertEqual(answers[1], {"jsonrpc": "2.0", "id": 2, "result": None})

    def test_a_stray_print_goes_to_the_log(self) -> None:
        program = (
            "import os, stub, gateway_adapter as g; "
            "stub.connect = lambda s: (print('printed'), os.system('echo echoed'), g.Offer())[2]"
        )
        ended = self.run_stub(self.message(1, "initialize", INITIALIZE), program)
        self.assertEqual(len(ended.stdout.splitlines()), 1)
        self.assertEqual(json.loads(ended.stdout)["id"], 1)
        self.assertIn(b"printed", ended.stderr)
        self.assertIn(b"echoed", ended.stderr)


if __name__ == "__main__":
    unittest.main()
