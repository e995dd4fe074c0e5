// Minimal valid FHIR R4 resources for the payer flows.
import { randomUUID } from 'node:crypto';
import type { Settings } from '../gateway-adapter.mts';

export type Resource = Readonly<Record<string, unknown>>;
export type RequestKind = 'plan' | 'eligibility' | 'preauthorization' | 'claim';

/** The dummy payer's test policy, and the only provider that the dummy payer knows (2.7). */
const coverage = { identifier: { value: '100217' } };
const provider = { identifier: { value: '32722' } };

export function bundleOf(resource: Resource): Resource {
  const id = randomUUID();
  const entry = [{ fullUrl: `urn:uuid:${id}`, resource: { ...resource, id } }];
  return { resourceType: 'Bundle', type: 'collection', timestamp: now(), entry };
}

export function requestOf(kind: RequestKind, { payer }: Settings['participants']): Resource {
  const insurer = { identifier: { value: payer } };
  const parties = { created: now(), patient: { display: 'Test patient' }, provider, insurer };
  if (kind === 'plan') {
    const named = { name: 'The plan of the test policy', identifier: [coverage.identifier] };
    return {
      resourceType: 'InsurancePlan',
      status: 'active',
      ...named,
      ownedBy: insurer,
      administeredBy: provider,
    };
  }
  if (kind === 'eligibility') {
    const asked = { status: 'active', purpose: ['benefits'], insurance: [{ coverage }] };
    return { resourceType: 'CoverageEligibilityRequest', ...asked, ...parties };
  }
  const system = 'http://terminology.hl7.org/CodeSystem/claim-type';
  return {
    resourceType: 'Claim',
    status: 'active',
    use: kind,
    type: { coding: [{ system, code: 'institutional' }] },
    ...parties,
    priority: { text: 'normal' },
    insurance: [{ sequence: 1, focal: true, coverage }],
  };
}

/** Returns the reply to a payer's query for documents. */
export function documents(): Resource {
  const data = Buffer.from('Discharge summary of the test patient: recovered.\n').toString('base64');
  const contentAttachment = { contentType: 'text/plain', title: 'Discharge summary', data };
  return { resourceType: 'Communication', status: 'completed', payload: [{ contentAttachment }] };
}

export function paymentReceived(): Resource {
  const created = now();
  const payment = { paymentDate: created.slice(0, 10), paymentAmount: { value: 1000, currency: 'INR' } };
  return {
    resourceType: 'PaymentReconciliation',
    status: 'active',
    created,
    outcome: 'complete',
    ...payment,
  };
}

/**
 * Returns the values at a path such as ClaimResponse.disposition in all resources of type ClaimResponse in
 * the bundle.
 */
export function valuesAt(bundle: Resource, path: string): unknown[] {
  const [type = '', ...steps] = path.split('.');
  const entries = Array.isArray(bundle.entry) ? (bundle.entry as unknown[]) : [];
  const resources = entries.map((entry) => memberOf(entry, 'resource'));
  return steps.reduce<unknown[]>(
    (values, step) => values.flatMap((value) => memberOf(value, step.replace('[]', '')) ?? []),
    resources.filter((resource) => memberOf(resource, 'resourceType') === type),
  );
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Resource)[name] : undefined;
}

export function now(): string {
  return new Date().toISOString();
}
