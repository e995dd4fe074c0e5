"""A complete example: the adapter of the conforming client in the folder `client`."""

from __future__ import annotations

from client.curves import FORMS
from client.fields import Fields
from client.session import Session
from client.transfer import Transfers
from gateway_adapter import Offer, Settings, serve

try:
    from client.payer import Payer
except ImportError:  # without jwcrypto or PyJWT, do not offer the roles provider and trigger
    Payer = None  # type: ignore[assignment, misc]


def connect(settings: Settings) -> Offer:
    """Creates a new client, without the tokens, certificates and cycles of an earlier one."""
    session = Session(settings)
    fields = Fields(session)
    transfers = Transfers()
    plays_provider = Payer is not None and "provider" in settings.services
    payer = Payer(session) if plays_provider else None

    def close() -> None:
        if payer:
            payer.close()
        session.close()

    return Offer(
        methods={
            "session.create": session.create,
            "certificate.fetch": fields.fetch_certificate,
            "field.encrypt": fields.encrypt,
            "fields.send": fields.send,
            "otp.verify": fields.verify_otp,
            "transfer.encrypt": transfers.encrypt,
            "transfer.open": transfers.open,
            "transfer.decrypt": transfers.decrypt,
            **(payer.methods() if payer else {}),
        },
        transfer_key_forms=FORMS,
        callback_url=payer.callback_url if payer else None,
        encryption_key=payer.encryption_key if payer else None,
        close=close,
    )


if __name__ == "__main__":
    serve(connect, "example-python", "1.0.0")
