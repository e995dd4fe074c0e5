import type { ObligationId } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import { sourceDocument } from '../../support/contract/source';
import type { Results } from '../../support/judging/results';
import { countsOf, readingRows, suiteRow } from '../../support/judging/results-parts';
import { embeddedTarget } from '../../support/targets/embedded';
import { explainBreach } from '../../support/judging/explain';
import type { ObligationResult, Verdict } from '../../support/judging/verdict';
import { randomUUID } from '../seed';

/** What some obligations are to have; the others passed. */
export type Differing = Readonly<Partial<Record<ObligationId, Partial<ObligationResult>>>>;

/** Results as a full run writes them, in which obligations have the verdicts that a test wants. */
export function sampleResults(differing: Differing = {}, run: Partial<Results['run']> = {}): Results {
  const rows = contractObligations.all.map(({ id }) => ({ ...rowOf(id), ...differing[id] }));
  return {
    schemaVersion: 1,
    suite: suiteRow(),
    run: {
      id: randomUUID(),
      startedAt: '2026-03-01T10:00:00.000Z',
      finishedAt: '2026-03-01T10:00:07.250Z',
      subjects: ['service', 'integrator'],
      profile: 'sandbox',
      selfTest: false,
      target: { name: 'my-system', file: 'my.yaml', services: {}, embedded: false },
      environment: 'sandbox',
      product: { name: 'Product', version: '1.2' },
      roles: [],
      overall: { service: 'conforms', integrator: 'conforms' },
      partial: false,
      seed: null,
      sourceDigest: sourceDocument.digest,
      plan: { obligations: rows.filter(({ planned }) => planned).map(({ id }) => id), scenarios: 1 },
      diagnosis: [],
      faults: [],
      ...run,
    },
    obligations: rows,
    readings: readingRows(embeddedTarget),
    exchanges: 60,
    cycles: [],
    counts: countsOf(rows),
  };
}

function rowOf(id: ObligationId): ObligationResult {
  const { clauses, subject, roles, level, title, rule } =
    contractObligations.all.find((each) => each.id === id) ?? missing(id);
  return {
    id,
    clause: clauses.join(', '),
    subject,
    role: roles.join(' or '),
    level,
    title,
    rule,
    planned: true,
    verdict: 'passed',
    observations: 3,
    evidence: [],
    scenarios: [],
  };
}

function missing(id: string): never {
  throw new RangeError(id);
}

/** A row that was broken as often as given, and what its breach says. */
export function broken(
  id: ObligationId,
  {
    verdict = 'failed',
    got = 'nothing',
    times = 1,
  }: { verdict?: Verdict; got?: string; times?: number } = {},
): Partial<ObligationResult> {
  const breaches = Array.from({ length: times }, (_, index) => ({
    exchanges: [index + 1],
    sent: 'POST /sessions',
    expected: 'something',
    got,
    likely: 'a mistake',
  }));
  return {
    verdict,
    reason: `broken ${times} of 3 times: #1`,
    breaches,
    failures: breaches.map((breach) => explainBreach(id, breach, {})),
    scenarios: [
      { name: 'Another', location: 'features/session/another.feature:7', verdict: 'passed' },
      { name: 'Broken', location: 'features/session/some.feature:12', verdict: 'failed', message: got },
    ],
  };
}

/** One obligation of every verdict. */
export const oneOfEach: Differing = {
  'SES-01': broken('SES-01', { got: 'GET & <b>', times: 2 }),
  'SES-02': { verdict: 'not-applicable', reason: 'the target leaves it out' },
  'SES-03': { verdict: 'inconclusive', reason: 'the gateway did not answer\nfor 10 s' },
  'SES-04': { verdict: 'not-tested', reason: 'nothing in the run exercised it' },
  'SES-05': { verdict: 'observed', notes: ['seen so'] },
  'SES-06': { verdict: 'declared', declaredBy: 'Somebody, 2026-01-01: so it is' },
  'ENC-14': broken('ENC-14', { verdict: 'warning' }),
};
