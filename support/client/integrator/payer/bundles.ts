import type { Bundle, Claim, FhirResource } from 'fhir/r4';
import { constants } from '../../../contract/constants';
import { withValueAtPath } from '../../../contract/payer-content';
import type { MemberPath } from '../../../contract/readings';

/** Values that differ between messages to the payer. */
export interface RequestAbout {
  readonly correlationId: string;
  /** `provider` and `payer` are participant ids, including their network suffix. */
  readonly provider: string;
  readonly payer: string;
  /** ISO-8601 timestamp. */
  readonly created: string;
  /** The place of the documents in a reply (reading `documents`). */
  readonly documents: MemberPath;
}

type Step = 'plan' | 'eligibility' | 'preauth' | 'claim' | 'reply' | 'acknowledgment';

/** Builds the FHIR R4 bundle of each message to the payer (clauses 2.7, 4.7). */
export type RequestBundles = Readonly<Record<Step, (about: RequestAbout) => object>>;

/** Base URI of the identifier systems in the suite's own test data. */
const systems = 'https://example.org/conformance';
const addressOf = (type: string, id: string): string => `${systems}/fhir/${type}/${id}`;

/** Maps the id of each shared resource to its FHIR type, to build references. */
const types = {
  patient: 'Patient',
  provider: 'Organization',
  payer: 'Organization',
  coverage: 'Coverage',
} as const;
const to = (id: keyof typeof types): { reference: string } => ({ reference: addressOf(types[id], id) });

const rupees = { value: 1000, currency: 'INR' };
const policy = { system: `${systems}/policy`, value: constants.policyNumber };

/**
 * Returns the resources that every message refers to. The document does not specify which elements of a
 * bundle contain the provider id and the policy number. This code writes them as FHIR R4 identifiers.
 */
function parties({ provider, payer }: RequestAbout): FhirResource[] {
  const participant = (value: string) => ({ system: `${systems}/participant`, value });
  return [
    { resourceType: 'Patient', id: 'patient', name: [{ text: 'Test Patient' }] },
    organization('provider', [
      { system: `${systems}/provider`, value: constants.providerId },
      participant(provider),
    ]),
    organization('payer', [participant(payer)]),
    {
      resourceType: 'Coverage',
      id: 'coverage',
      identifier: [policy],
      status: 'active',
      subscriberId: constants.policyNumber,
      beneficiary: to('patient'),
      payor: [to('payer')],
    },
  ];
}

function organization(id: string, identifier: { system: string; value: string }[]): FhirResource {
  return { resourceType: 'Organization', id, identifier, name: `Test ${id}` };
}

const cycleOf = ({ correlationId }: RequestAbout) => [
  { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${correlationId}` },
];

const claim = (about: RequestAbout, use: Claim['use']): Claim => ({
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
      unitPrice: rupees,
      net: rupees,
    },
  ],
  total: rupees,
});

/**
 * Builds the main resource of each message. The patient, provider, payer and coverage are added to the bundle
 * later.
 */
const resources: Readonly<Record<Step, (about: RequestAbout) => FhirResource>> = {
  // Requests the plan of the dummy test policy.
  plan: (about) => ({
    resourceType: 'InsurancePlan',
    id: 'request',
    identifier: [...cycleOf(about), policy],
    status: 'active',
    name: 'The plan of the test policy',
    ownedBy: to('payer'),
    administeredBy: to('provider'),
  }),
  eligibility: (about) => ({
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
  }),
  preauth: (about) => claim(about, 'preauthorization'),
  claim: (about) => claim(about, 'claim'),
  // Describes the document that the payer requested (clause 4.7.6). The document itself is added to the bundle.
  reply: (about) => ({
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
        contentAttachment: { contentType: 'text/plain', title: 'Discharge summary' },
      },
    ],
  }),
  // Acknowledges the payment notice (clause 4.7.5).
  acknowledgment: (about) => ({
    resourceType: 'PaymentReconciliation',
    id: 'acknowledgment',
    identifier: cycleOf(about),
    status: 'active',
    created: about.created,
    paymentDate: about.created.slice(0, 10),
    paymentAmount: rupees,
    outcome: 'complete',
    requestor: to('provider'),
    paymentIssuer: to('payer'),
  }),
};

const dischargeSummary = Buffer.from('Discharge summary of the test patient: recovered.\n');

const bundled = Object.entries(resources).map(([step, make]) => {
  const bundle = (about: RequestAbout): Bundle => ({
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: about.created,
    entry: [make(about), ...parties(about)].map((resource) => ({
      fullUrl: addressOf(resource.resourceType, resource.id ?? ''),
      resource,
    })),
  });
  return [step, bundle] as const;
});

const bare = Object.fromEntries(bundled) as RequestBundles;

export const providerBundles: RequestBundles = {
  ...bare,
  reply: (about) => withValueAtPath(bare.reply(about), about.documents, dischargeSummary.toString('base64')),
};
