import type {
  Bundle,
  Claim,
  Communication,
  Coverage,
  CoverageEligibilityRequest,
  FhirResource,
  InsurancePlan,
  Organization,
  Patient,
  PaymentReconciliation,
} from 'fhir/r4';
import { constants } from '../../../contract/constants';

/** What one message to the payer says of itself. */
export interface RequestAbout {
  readonly correlationId: string;
  /** Participant ids, with their network suffix. */
  readonly provider: string;
  readonly payer: string;
  /** ISO-8601. */
  readonly created: string;
}

/** The FHIR R4 bundle of each message to the payer (clauses 2.7, 4.7). */
export interface RequestBundles {
  plan(about: RequestAbout): object;
  eligibility(about: RequestAbout): object;
  preauth(about: RequestAbout): object;
  claim(about: RequestAbout): object;
  reply(about: RequestAbout): object;
  acknowledgment(about: RequestAbout): object;
}

/** Names of the numbers' systems, for the suite's own test data. */
const systems = 'https://example.org/conformance';
const addressOf = (type: string, id: string): string => `${systems}/fhir/${type}/${id}`;

/** The resources that others refer to. */
const types = {
  patient: 'Patient',
  provider: 'Organization',
  payer: 'Organization',
  coverage: 'Coverage',
} as const;
const to = (id: keyof typeof types): { reference: string } => ({ reference: addressOf(types[id], id) });

function bundleOf({ created }: RequestAbout, resources: readonly FhirResource[]): Bundle {
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: created,
    entry: resources.map((resource) => ({
      fullUrl: addressOf(resource.resourceType, resource.id ?? ''),
      resource,
    })),
  };
}

const patient: Patient = { resourceType: 'Patient', id: 'patient', name: [{ text: 'Test Patient' }] };

/** The document does not show where its two numbers stand; R4 has them as values of identifiers. */
function parties({ provider, payer }: RequestAbout): FhirResource[] {
  const coverage: Coverage = {
    resourceType: 'Coverage',
    id: 'coverage',
    identifier: [{ system: `${systems}/policy`, value: constants.policyNumber }],
    status: 'active',
    subscriberId: constants.policyNumber,
    beneficiary: to('patient'),
    payor: [to('payer')],
  };
  return [
    patient,
    organization('provider', [
      { system: `${systems}/provider`, value: constants.providerId },
      { system: `${systems}/participant`, value: provider },
    ]),
    organization('payer', [{ system: `${systems}/participant`, value: payer }]),
    coverage,
  ];
}

function organization(id: string, identifier: { system: string; value: string }[]): Organization {
  return { resourceType: 'Organization', id, identifier, name: `Test ${id}` };
}

const cycleOf = ({ correlationId }: RequestAbout) => [
  { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${correlationId}` },
];

/** Which plan is asked for: that of the dummy test policy. */
function planRequest(about: RequestAbout): Bundle {
  const plan: InsurancePlan = {
    resourceType: 'InsurancePlan',
    id: 'request',
    identifier: [...cycleOf(about), { system: `${systems}/policy`, value: constants.policyNumber }],
    status: 'active',
    name: 'The plan of the test policy',
    ownedBy: to('payer'),
    administeredBy: to('provider'),
  };
  return bundleOf(about, [plan, ...parties(about)]);
}

function eligibilityRequest(about: RequestAbout): Bundle {
  const request: CoverageEligibilityRequest = {
    resourceType: 'CoverageEligibilityRequest',
    id: 'request',
    identifier: cycleOf(about),
    status: 'active',
    purpose: ['validation'],
    patient: to('patient'),
    created: about.created,
    provider: to('provider'),
    insurer: to('payer'),
    insurance: [{ focal: true, coverage: to('coverage') }],
  };
  return bundleOf(about, [request, ...parties(about)]);
}

function claimRequest(about: RequestAbout, use: 'preauthorization' | 'claim'): Bundle {
  const claim: Claim = {
    resourceType: 'Claim',
    id: 'request',
    identifier: cycleOf(about),
    status: 'active',
    type: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/claim-type', code: 'institutional' }],
    },
    use,
    patient: to('patient'),
    created: about.created,
    insurer: to('payer'),
    provider: to('provider'),
    priority: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/processpriority', code: 'normal' }],
    },
    insurance: [{ sequence: 1, focal: true, coverage: to('coverage') }],
    item: [
      {
        sequence: 1,
        productOrService: { text: 'Room and board, one day' },
        unitPrice: { value: 1000, currency: 'INR' },
        net: { value: 1000, currency: 'INR' },
      },
    ],
    total: { value: 1000, currency: 'INR' },
  };
  return bundleOf(about, [claim, ...parties(about)]);
}

/** Clause 4.7.6: the documents that were asked for. */
function replyToQuery(about: RequestAbout): Bundle {
  const document = 'Discharge summary of the test patient: recovered.\n';
  const communication: Communication = {
    resourceType: 'Communication',
    id: 'reply',
    identifier: cycleOf(about),
    status: 'completed',
    subject: to('patient'),
    sent: about.created,
    sender: to('provider'),
    recipient: [to('payer')],
    payload: [
      {
        contentAttachment: {
          contentType: 'text/plain',
          title: 'Discharge summary',
          data: Buffer.from(document).toString('base64'),
        },
      },
    ],
  };
  return bundleOf(about, [communication, ...parties(about)]);
}

/** Clause 4.7.5: the payment notice is acknowledged. */
function noticeAcknowledgment(about: RequestAbout): Bundle {
  const acknowledgment: PaymentReconciliation = {
    resourceType: 'PaymentReconciliation',
    id: 'acknowledgment',
    identifier: cycleOf(about),
    status: 'active',
    created: about.created,
    paymentDate: about.created.slice(0, 10),
    paymentAmount: { value: 1000, currency: 'INR' },
    outcome: 'complete',
    requestor: to('provider'),
    paymentIssuer: to('payer'),
  };
  return bundleOf(about, [acknowledgment, ...parties(about)]);
}

export const requestBundles: RequestBundles = {
  plan: planRequest,
  eligibility: eligibilityRequest,
  preauth: (about) => claimRequest(about, 'preauthorization'),
  claim: (about) => claimRequest(about, 'claim'),
  reply: replyToQuery,
  acknowledgment: noticeAcknowledgment,
};
