"""The adapter of your client: through this program the suite asks your client to act.

Return the methods that your client supports and leave out the rest. The suite does not call
missing methods, and they do not count as failures. Try the adapter with:

    npx conform adapter --check python3 adapter.py
"""

from gateway_adapter import Offer, Settings, serve


def connect(settings: Settings) -> Offer:
    """Called at the start of each journey: create a client without tokens and certificates.

    `settings` contains the addresses, the credentials and the CA certificate to trust:
    `httpx.Client(verify=settings.tls())`.
    """
    # client = MyClient(settings)
    return Offer(
        methods={
            # Uncomment the methods that your client supports, and call your client there.
            # If it refuses on purpose, `raise Refusal("the reason, without the value")`.
            # If a service is down, `raise CallFailed("…")`. Import both from gateway_adapter.
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
        # For the role provider: the base address for your callbacks (the suite appends /v1/…),
        # and with the envelope jwe your public key for encrypting callbacks (SPKI in PEM).
        # callback_url="http://127.0.0.1:8080",
        # encryption_key=client.public_key_pem,
    )


if __name__ == "__main__":
    serve(connect, "my-client", "0.0.0")
