import type { Bundle, FhirResource, Identifier } from 'fhir/r4';
import { constants } from '../../contract/constants';
import { withValueAtPath } from '../../contract/payer-content';
import type { ReadingValues } from '../../contract/readings';
import type { CallbackStep, PayerCycle } from './cycle';

export interface BundleAbout {
  readonly cycle: PayerCycle;
  /** Current time (ISO-8601). */
  readonly now: string;
  readonly readings: Pick<ReadingValues, 'decision' | 'plan-data' | 'eligibility-data'>;
}

const system = 'https://payer.example/fhir';
const at = (type: string, id: string): string => `${system}/${type}/${id}`;
const policy = { system: `${system}/policy`, value: constants.policyNumber };
const to = (id: 'insurer' | 'provider'): { reference: string } => ({ reference: at('Organization', id) });

const withoutProvider: readonly CallbackStep[] = ['plan', 'eligibility'];

function parties({ provider, payer }: PayerCycle, step: CallbackStep): FhirResource[] {
  const organization = (id: string, name: string, identifier: Identifier[]): FhirResource => ({
    resourceType: 'Organization',
    id,
    identifier,
    name,
  });
  const participant = (value: string) => ({ system: `${system}/participant`, value });
  const number = { system: `${system}/provider`, value: constants.providerId };
  const insurer = organization('insurer', 'Dummy payer', [participant(payer)]);
  return withoutProvider.includes(step)
    ? [insurer]
    : [insurer, organization('provider', 'Provider', [participant(provider), number])];
}

/** Returns the FHIR R4 code for the `use` of the cycle's claim. */
export const useOf = ({ kind }: PayerCycle): 'claim' | 'preauthorization' =>
  kind === 'claim' ? 'claim' : 'preauthorization';

/** Builds the ClaimResponse for a decision (clauses 4.7.3, 4.7.4). The caller adds the decision itself. */
const claimResponse = ({ cycle, now }: BundleAbout): FhirResource => ({
  resourceType: 'ClaimResponse',
  id: 'response',
  status: 'active',
  type: { text: 'institutional' },
  use: useOf(cycle),
  patient: { display: 'Test patient' },
  created: now,
  insurer: to('insurer'),
  requestor: to('provider'),
  request: { display: 'The claim' },
  outcome: 'complete',
});

/**
 * Returns the member `resourceType`: `own`, or the first type that the target names if its list lacks `own`.
 * In that case, the members of the resource are still those of `own`, because a reading names only the type.
 */
const ofFirstType = <Type extends string>(own: Type, named: readonly string[]): { resourceType: Type } => ({
  resourceType: named.includes(own) ? own : ((named[0] ?? own) as Type),
});

/**
 * Maps each callback step to a builder of its bundle's main resource. The organizations become separate
 * entries.
 */
const resources: Readonly<Record<CallbackStep, (about: BundleAbout) => FhirResource>> = {
  // Clause 4.7.1: the data of the dummy test policy (clause 2.7).
  plan: ({ readings }) => ({
    ...ofFirstType('InsurancePlan', readings['plan-data']),
    id: 'plan',
    identifier: [policy],
    status: 'active',
    name: 'Test policy',
    ownedBy: to('insurer'),
    coverage: [
      {
        type: { text: 'Inpatient care' },
        benefit: [{ type: { text: 'Room and board' }, limit: [{ value: { value: 5000, unit: 'INR/day' } }] }],
      },
    ],
  }),
  // Clause 4.7.2: the policy is in force.
  eligibility: ({ now, readings }) => ({
    ...ofFirstType('CoverageEligibilityResponse', readings['eligibility-data']),
    id: 'response',
    status: 'active',
    purpose: ['benefits'],
    patient: { display: 'Test patient' },
    created: now,
    request: { display: 'The eligibility check' },
    outcome: 'complete',
    insurer: to('insurer'),
    insurance: [{ coverage: { identifier: policy }, inforce: true }],
  }),
  approved: claimResponse,
  rejected: claimResponse,
  // Clause 4.7.6: the payer asks for documents.
  query: ({ cycle, now }) => ({
    resourceType: 'CommunicationRequest',
    id: 'query',
    identifier: [{ system: 'urn:ietf:rfc:3986', value: `urn:uuid:${cycle.correlationId}` }],
    status: 'active',
    payload: [{ contentString: 'Please send the discharge summary.' }],
    authoredOn: now,
    sender: to('insurer'),
    recipient: [to('provider')],
  }),
  // Clause 4.7.5: the payer announces a payment.
  prompt: ({ now }) => ({
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
  }),
};

const bundling =
  (step: CallbackStep) =>
  (about: BundleAbout): Bundle => ({
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: about.now,
    entry: [resources[step](about), ...parties(about.cycle, step)].map((resource) => ({
      fullUrl: at(resource.resourceType, resource.id ?? ''),
      resource,
    })),
  });

/**
 * Returns a builder for the bundle of a decision. The builder writes the decision at the path in the reading
 * `decision`, by default the ClaimResponse's disposition.
 */
const deciding = (step: 'approved' | 'rejected') => (about: BundleAbout) => {
  const { decision } = about.readings;
  const placed = withValueAtPath(bundling(step)(about), decision.path, decision[step]);
  const { final } = decision;
  return final === null ? placed : withValueAtPath(placed, final.path, final.value);
};

/** Maps each callback step to the function that builds its FHIR R4 bundle. */
export type PayerBundles = Readonly<Record<CallbackStep, (about: BundleAbout) => object>>;

export const payerBundles: PayerBundles = {
  plan: bundling('plan'),
  eligibility: bundling('eligibility'),
  approved: deciding('approved'),
  rejected: deciding('rejected'),
  query: bundling('query'),
  prompt: bundling('prompt'),
};
