import type {
  Bundle,
  ClaimResponse,
  CommunicationRequest,
  CoverageEligibilityResponse,
  FhirResource,
  InsurancePlan,
  Organization,
  PaymentNotice,
} from 'fhir/r4';
import { constants } from '../../contract/constants';
import type { ReadingValues } from '../../contract/readings';
import type { CallbackStep, PayerCycle } from './cycle';

/** What a bundle is about. */
export interface BundleAbout {
  readonly cycle: PayerCycle;
  /** ISO-8601. */
  readonly now: string;
  readonly decision: ReadingValues['decision'];
}

const system = 'https://payer.example/fhir';
const at = (type: string, id: string): string => `${system}/${type}/${id}`;
const to = (id: 'insurer' | 'provider'): { reference: string } => ({ reference: at('Organization', id) });

function bundleOf(now: string, resources: readonly FhirResource[]): Bundle {
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: now,
    entry: resources.map((resource) => ({ fullUrl: at(resource.resourceType, resource.id ?? ''), resource })),
  };
}

const insurer = (code: string): Organization => ({
  resourceType: 'Organization',
  id: 'insurer',
  identifier: [{ system: `${system}/participant`, value: code }],
  name: 'Dummy payer',
});

const provider = (code: string): Organization => ({
  resourceType: 'Organization',
  id: 'provider',
  identifier: [
    { system: `${system}/participant`, value: code },
    { system: `${system}/provider`, value: constants.providerId },
  ],
  name: 'Provider',
});

/** Clause 4.7.1: the data of the dummy test policy (clause 2.7). */
function planBundle({ cycle, now }: BundleAbout): Bundle {
  const plan: InsurancePlan = {
    resourceType: 'InsurancePlan',
    id: 'plan',
    identifier: [{ system: `${system}/policy`, value: constants.policyNumber }],
    status: 'active',
    name: 'Test policy',
    ownedBy: to('insurer'),
    coverage: [
      {
        type: { text: 'Inpatient care' },
        benefit: [{ type: { text: 'Room and board' }, limit: [{ value: { value: 5000, unit: 'INR/day' } }] }],
      },
    ],
  };
  return bundleOf(now, [plan, insurer(cycle.payer)]);
}

/** Clause 4.7.2: the policy is in force. */
function eligibilityBundle({ cycle, now }: BundleAbout): Bundle {
  const response: CoverageEligibilityResponse = {
    resourceType: 'CoverageEligibilityResponse',
    id: 'response',
    status: 'active',
    purpose: ['benefits'],
    patient: { display: 'Test patient' },
    created: now,
    request: { display: 'The eligibility check' },
    outcome: 'complete',
    insurer: to('insurer'),
    insurance: [
      {
        coverage: { identifier: { system: `${system}/policy`, value: constants.policyNumber } },
        inforce: true,
      },
    ],
  };
  return bundleOf(now, [response, insurer(cycle.payer)]);
}

/** Clauses 4.7.3, 4.7.4: how the payer has decided; by default in the disposition of a ClaimResponse. */
function decisionBundle(about: BundleAbout, approved: boolean): object {
  const { cycle, now, decision } = about;
  const response: ClaimResponse = {
    resourceType: 'ClaimResponse',
    id: 'response',
    status: 'active',
    type: { text: 'institutional' },
    use: cycle.kind === 'claim' ? 'claim' : 'preauthorization',
    patient: { display: 'Test patient' },
    created: now,
    insurer: to('insurer'),
    requestor: to('provider'),
    request: { display: 'The claim' },
    outcome: 'complete',
  };
  const bundle = bundleOf(now, [response, insurer(cycle.payer), provider(cycle.provider)]);
  const placed = placeIn(bundle, decision.path, approved ? decision.approved : decision.rejected);
  return decision.final === null ? placed : placeIn(placed, decision.final.path, decision.final.value);
}

/** Clause 4.7.6: the payer asks for documents. */
function queryBundle({ cycle, now }: BundleAbout): Bundle {
  const request: CommunicationRequest = {
    resourceType: 'CommunicationRequest',
    id: 'query',
    identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${cycle.correlationId}` }],
    status: 'active',
    payload: [{ contentString: 'Please send the discharge summary.' }],
    authoredOn: now,
    sender: to('insurer'),
    recipient: [to('provider')],
  };
  return bundleOf(now, [request, insurer(cycle.payer), provider(cycle.provider)]);
}

/** Clause 4.7.5: a payment is announced. */
function promptBundle({ cycle, now }: BundleAbout): Bundle {
  const notice: PaymentNotice = {
    resourceType: 'PaymentNotice',
    id: 'notice',
    status: 'active',
    created: now,
    payment: { display: 'Payment of the test policy' },
    paymentDate: now.slice(0, 10),
    payee: to('provider'),
    recipient: to('provider'),
    amount: { value: 1000, currency: 'INR' },
    paymentStatus: { text: 'paid' },
  };
  return bundleOf(now, [notice, insurer(cycle.payer), provider(cycle.provider)]);
}

/** The FHIR R4 bundle of each callback. */
export type PayerBundles = Readonly<Record<CallbackStep, (about: BundleAbout) => object>>;

export const payerBundles: PayerBundles = {
  plan: planBundle,
  eligibility: eligibilityBundle,
  approved: (about) => decisionBundle(about, true),
  rejected: (about) => decisionBundle(about, false),
  query: queryBundle,
  prompt: promptBundle,
};

/** Writes a value where a reading wants it: in the resource that the path names, or at the top. */
function placeIn(bundle: object, path: string, value: string): object {
  const copy = structuredClone(bundle) as { entry?: { resource: Record<string, unknown> }[] };
  const [first = '', ...rest] = path.split('.');
  const named = copy.entry?.find(({ resource }) => resource.resourceType === first)?.resource;
  const steps = named === undefined ? [first, ...rest] : rest;
  let target: Record<string, unknown> = named ?? copy;
  for (const step of steps.slice(0, -1)) {
    const name = step.replace(/\[\]$/, '');
    const inner: Record<string, unknown> = {};
    target[name] = step.endsWith('[]') ? [inner] : inner;
    target = inner;
  }
  target[(steps.at(-1) ?? '').replace(/\[\]$/, '')] = value;
  return copy;
}
