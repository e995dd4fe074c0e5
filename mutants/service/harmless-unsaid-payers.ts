import type { ReadingOverrides } from '../../support/contract/readings';
import { resolveReadings } from '../../support/contract/readings';
import type { PayerSeams } from '../../support/mock/payer/seams';
import { conformingPayer } from '../../support/mock/payer/seams';
import type { HarmlessSubject } from '../mutant';
import { harmlessService } from '../mutant';
import { stageMock } from '../stage';
import { bundleWithResources, withBundles } from './callback-bundles';

/** A payer that differs from a default reading, which its target does not set. The suite cannot judge it. */
function unsaid(
  name: string,
  story: string,
  {
    readings = {},
    payer = {},
  }: { readonly readings?: ReadingOverrides; readonly payer?: Partial<PayerSeams> },
  except: HarmlessSubject['except'],
): HarmlessSubject {
  const start = () => stageMock({ tls: true, readings: resolveReadings(readings), seams: { payer } });
  return { ...harmlessService(name, story, start), except };
}

const { headers } = conformingPayer;

/** Payers that are right by the document, although the suite looks elsewhere. */
export const harmlessUnsaidPayers: readonly HarmlessSubject[] = [
  unsaid(
    'decision-in-a-code-unsaid',
    'The decision is an outcome of its own, and the target does not say where.',
    {
      readings: {
        decision: { path: 'ClaimResponse.preAuthRef', approved: 'YES', rejected: 'NO', final: null },
      },
    },
    { 'FLW-12': 'inconclusive', 'FLW-13': 'inconclusive' },
  ),
  unsaid(
    'data-elsewhere-unsaid',
    'Plan and eligibility are answered on other paths, and the target does not say which.',
    {
      readings: {
        'plan-answer': '/v1/insuranceplan/answer',
        'eligibility-answer': '/v1/coverageeligibility/answer',
      },
    },
    { 'FLW-14': 'inconclusive' },
  ),
  unsaid(
    'prompt-elsewhere-unsaid',
    'The prompt has another path, and the target does not say which.',
    { readings: { 'payment-prompt': '/v1/payment/prompt' } },
    {
      'DPY-08': 'inconclusive',
      'FLW-15': 'inconclusive',
      'CBK-01': 'not-tested',
      'CBK-02': 'not-tested',
    },
  ),
  unsaid(
    'eligibility-in-a-coverage-unsaid',
    'Eligibility is a Coverage, and the target says nothing of it.',
    {
      payer: withBundles({
        eligibility: bundleWithResources('eligibility', () => [
          { resourceType: 'Coverage', status: 'active', subscriberId: '100217' },
        ]),
      }),
    },
    { 'FLW-14': 'inconclusive' },
  ),
  unsaid(
    'plan-as-a-plain-record-unsaid',
    'Plan data is a record, and no FHIR.',
    { payer: withBundles({ plan: () => ({ plan: { policy: '100217', covers: 'surgery' } }) }) },
    { 'FLW-14': 'inconclusive' },
  ),
  unsaid(
    'correlation-id-elsewhere-unsaid',
    'The correlation id has another header, and the target does not say which.',
    {
      payer: {
        correlationId: () => '',
        headers: (step, cycle) => ({ ...headers(step, cycle), 'x-hcx-cycle': cycle.correlationId }),
      },
    },
    {
      'CBK-01': 'inconclusive',
      'DPY-08': 'inconclusive',
      'FLW-12': 'inconclusive',
      'FLW-13': 'inconclusive',
      'FLW-14': 'inconclusive',
      'FLW-15': 'inconclusive',
    },
  ),
];
