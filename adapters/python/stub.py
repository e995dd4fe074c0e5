"""The adapter of your client: through it the conformance suite asks your client to act.

Return the methods that your client has and leave out the rest: the suite never calls what is
missing here, and never fails you for it. Try it with:

    npx conform adapter --check python3 adapter.py
"""

from gateway_adapter import Offer, Settings, serve


def connect(settings: Settings) -> Offer:
    """Called at the start of each journey: forget tokens, certificates and cycles.

    `settings` has the addresses, the credentials and the authority to trust:
    `httpx.Client(verify=settings.tls())`.
    """
    # client = MyClient(settings)
    return Offer(
        methods={
            # Uncomment what your client does, and call it. What it declines on purpose
            # it tells with `raise Refusal("the reason, without the value")`; a service that
            # is down with `raise CallFailed("…")`. Import both from gateway_adapter.
            #
            # "session.create": client.create_session,  # ()
            # "certificate.fetch": client.fetch_certificate,  # (service: str)
            # "field.encrypt": client.encrypt,  # (service: str, value: str) -> {"ciphertext"}
            # "fields.send": client.send,  # (service: str, path: str, fields: list)
            # "otp.verify": client.verify_otp,
            #     (otp: str, txn_id: str) -> {"txnId", "authResult", "message"}
            # "transfer.encrypt": client.encrypt_for,
            #     (key_material: dict, bundle: str) -> {"keyMaterial", "content"}
            # "transfer.open": client.new_request,  # () -> {"transferId", "keyMaterial"}
            # "transfer.decrypt": client.decrypt,  # -> {"bundle"}
            #     (key_material: dict, content: str, transfer_id: str = "", recipient: dict = {})
            # "insurancePlan.request": client.request_plan,  # () -> {"correlationId"}
            # "eligibility.check": client.check_eligibility,  # () -> {"correlationId"}
            # "preauth.submit": client.submit_preauth,  # () -> {"correlationId"}
            # "claim.submit": client.submit_claim,  # () -> {"correlationId"}
            # "communication.reply": client.reply,  # (correlation_id: str)
            # "dummyPayer.trigger": client.trigger,
            #     (action: str, method: str, correlation_id: str)
            # "paymentNotice.init": client.start_notice,  # (provider_id: str, claim_number: str)
            # "cycle.get": client.cycle,  # (correlation_id: str) -> {"state", "callbacks"}
        },
        # The forms of your transfer keys: x25519 (32 bytes), weierstrass (a 65-byte point),
        # weierstrass-spki.
        transfer_key_forms=[],
        # As provider: where your callbacks arrive (the suite appends /v1/…), and under the
        # envelope jwe the key to which they are encrypted (SPKI in PEM).
        # callback_url="http://127.0.0.1:8080",
        # encryption_key=client.public_key_pem,
    )


if __name__ == "__main__":
    serve(connect, "my-client", "0.0.0")
