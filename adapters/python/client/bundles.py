"""Minimal valid FHIR R4 resources for the payer flows. Replace them with your own."""

from __future__ import annotations

import uuid
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

from .session import timestamp

PROVIDER_ID, POLICY_NUMBER = "32722", "100217"  # the dummy payer only knows these two (2.7)

Bundle = dict[str, Any]
Resource = dict[str, Any]


def bundle_of(resource: Resource) -> Bundle:
    name = str(uuid.uuid4())
    entry = {"fullUrl": f"urn:uuid:{name}", "resource": {**resource, "id": name}}
    return {
        "resourceType": "Bundle",
        "type": "collection",
        "timestamp": timestamp(),
        "entry": [entry],
    }


def request(kind: str, payer: str) -> Resource:
    """Returns the resource that opens a cycle: `plan`, `eligibility`, `preauth` or `claim`."""
    if kind == "plan":
        return {
            "resourceType": "InsurancePlan",
            "status": "active",
            "name": "The plan of the test policy",
            "identifier": [{"value": POLICY_NUMBER}],
            "ownedBy": to(payer),
            "administeredBy": to(PROVIDER_ID),
        }
    parties = {
        "status": "active",
        "created": timestamp(),
        "patient": {"display": "Test patient"},
        "provider": to(PROVIDER_ID),
        "insurer": to(payer),
    }
    if kind == "eligibility":
        return {
            "resourceType": "CoverageEligibilityRequest",
            "purpose": ["benefits"],
            "insurance": [{"coverage": to(POLICY_NUMBER)}],
            **parties,
        }
    claim_type = "http://terminology.hl7.org/CodeSystem/claim-type"
    return {
        "resourceType": "Claim",
        "use": "claim" if kind == "claim" else "preauthorization",
        "type": {"coding": [{"system": claim_type, "code": "institutional"}]},
        "priority": {"text": "normal"},
        "insurance": [{"sequence": 1, "focal": True, "coverage": to(POLICY_NUMBER)}],
        **parties,
    }


def documents() -> Resource:
    """Returns the reply to a payer's query for documents."""
    document = b64encode(b"Discharge summary of the test patient: recovered.\n").decode("ascii")
    attachment = {"contentType": "text/plain", "title": "Discharge summary", "data": document}
    return {
        "resourceType": "Communication",
        "status": "completed",
        "payload": [{"contentAttachment": attachment}],
    }


def acknowledgment() -> Resource:
    """Returns the acknowledgment of a payment notice."""
    now = timestamp()
    return {
        "resourceType": "PaymentReconciliation",
        "status": "active",
        "created": now,
        "paymentDate": now[:10],
        "outcome": "complete",
        "paymentAmount": {"value": 1000, "currency": "INR"},
    }


def to(identifier: str) -> dict[str, Any]:
    return {"identifier": {"value": identifier}}


def values_at(bundle: Bundle, path: str) -> Iterator[Any]:
    """Yields the values at a path such as `ClaimResponse.disposition` in all resources of that
    type.
    """
    wanted, *steps = path.replace("[]", "").split(".")
    values: list[Any] = [
        resource
        for entry in members(bundle.get("entry"))
        if isinstance(resource := entry.get("resource"), dict)
        and resource.get("resourceType") == wanted
    ]
    for step in steps:
        values = [member.get(step) for value in values for member in members(value)]
    for value in values:
        yield from value if isinstance(value, list) else [value]


def members(value: Any) -> list[dict[str, Any]]:
    """Returns the objects in a value, which is an object or a list of objects."""
    values = value if isinstance(value, list) else [value]
    return [each for each in values if isinstance(each, dict)]
