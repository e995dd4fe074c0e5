import { constants } from '../../contract/constants';

/** What one eligibility check says of itself. */
export interface Eligibility {
  readonly correlationId: string;
  /** Participant ids, with their network suffix. */
  readonly provider: string;
  readonly payer: string;
  /** ISO-8601. */
  readonly created: string;
}

/**
 * A FHIR R4 bundle with a CoverageEligibilityRequest for the dummy test policy (clauses 2.7, 4.7.2). The document
 * does not show where its two numbers stand; R4 has them as values of identifiers.
 */
export function eligibilityBundle({ correlationId, provider, payer, created }: Eligibility): object {
  const patient = { resourceType: 'Patient', id: 'patient', name: [{ text: 'Test Patient' }] };
  const request = {
    resourceType: 'CoverageEligibilityRequest',
    id: 'request',
    identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${correlationId}` }],
    status: 'active',
    purpose: ['validation'],
    patient: to('patient'),
    created,
    provider: to('provider'),
    insurer: to('payer'),
    insurance: [{ focal: true, coverage: to('coverage') }],
  };
  const coverage = {
    resourceType: 'Coverage',
    id: 'coverage',
    identifier: [{ system: `${systems}/policy`, value: constants.policyNumber }],
    status: 'active',
    subscriberId: constants.policyNumber,
    beneficiary: to('patient'),
    payor: [to('payer')],
  };
  const resources = [
    request,
    patient,
    organization('provider', [
      { system: `${systems}/provider`, value: constants.providerId },
      { system: `${systems}/participant`, value: provider },
    ]),
    organization('payer', [{ system: `${systems}/participant`, value: payer }]),
    coverage,
  ];
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: created,
    entry: resources.map((resource) => ({ fullUrl: addressOf(resource.id), resource })),
  };
}

/** Names of the numbers' systems, for the suite's own test data. */
const systems = 'https://example.org/conformance';

function organization(id: string, identifier: readonly { system: string; value: string }[]) {
  return { resourceType: 'Organization', id, identifier, name: `Test ${id}` };
}

function to(id: string): { reference: string } {
  return { reference: addressOf(id) };
}

function addressOf(id: string): string {
  return `${systems}/fhir/${id}`;
}
