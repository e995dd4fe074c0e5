import { contractObligations } from '../../support/obligations';
import { linkToExchange, reportText } from '../../support/exchange/text';
import type { ResultsInput } from '../../support/judging/build-results';
import { buildResults } from '../../support/judging/build-results';
import { countRequirements } from '../../support/judging/requirements';
import type { Results } from '../../support/judging/results';
import { embeddedTarget } from '../../support/run/targets';
import type { OverallResult, OverallVerdict, OverallWhy } from '../../support/judging/overall';
import type { ObligationResult, Verdict } from '../../support/judging/verdict';
import { allVerdicts } from '../../support/judging/verdict';
import { randomUUID } from '../seed';

/** What some obligations are to have, by id; the others passed. */
export type DifferingRows = Readonly<Record<string, Partial<ObligationResult>>>;

/** The target of sample results: a file that names no services. */
export const sampleTarget: Results['run']['target'] = {
  name: 'my-system',
  file: 'my.yaml',
  services: {},
  embedded: false,
  cmId: embeddedTarget.cmId,
  participants: embeddedTarget.participants,
  processes: 1,
};

/** Results as a full run writes them, in which obligations have the verdicts that a test wants. */
export function sampleResults(differing: DifferingRows = {}, run: Partial<Results['run']> = {}): Results {
  const results = buildResults(makeEndedRun());
  const rows = results.obligations.map(({ reason, ...row }): ObligationResult => {
    const passed = { ...row, verdict: 'passed', observations: 3 } as const;
    return { ...passed, ...differing[row.id] };
  });
  const counts = allVerdicts.map((each) => [each, rows.filter(({ verdict }) => verdict === each).length]);
  return {
    ...results,
    run: {
      ...results.run,
      finishedAt: '2026-03-01T10:00:07.250Z',
      target: sampleTarget,
      overall: { service: sampleOverall('conforms'), integrator: sampleOverall('conforms') },
      plan: { obligations: rows.filter(({ planned }) => planned).map(({ id }) => id), scenarios: 1 },
      ...run,
    },
    obligations: rows,
    requirements: countRequirements({
      rows,
      subjects: run.subjects ?? results.run.subjects,
      concerns: () => true,
    }),
    counts: Object.fromEntries(counts) as Results['counts'],
  };
}

/** The end of a run in which nothing was done, but for what a test says. */
export function makeEndedRun(change: Partial<ResultsInput> = {}): ResultsInput {
  return {
    id: randomUUID(),
    startedAt: new Date('2026-03-01T10:00:00.000Z'),
    finishedAt: new Date('2026-03-01T10:00:07.250Z'),
    subjects: ['service', 'integrator'],
    profile: 'sandbox',
    selfTest: false,
    target: { ...embeddedTarget, product: { name: 'Product', version: '1.2' }, roles: [] },
    embedded: false,
    catalogue: contractObligations,
    conclusions: new Map(),
    scenarios: [],
    planned: 1,
    narrowedBy: [],
    unplanned: {},
    whyNot: () => undefined,
    isObstructed: () => false,
    circumstances: embeddedTarget,
    seed: null,
    diagnosis: [],
    faults: [],
    count: 60,
    evidence: [],
    ...change,
  };
}

const whyOf: Readonly<Record<OverallVerdict, readonly OverallWhy[]>> = {
  conforms: [],
  'does-not-conform': [{ kind: 'must-failed', text: '1 must failed', ids: ['SES-01'] }],
  incomplete: [{ kind: 'open-must', text: '1 must without a verdict', ids: ['SES-03'] }],
  'no-failure': [{ kind: 'narrowed', text: 'narrowed by --only' }],
};

/** The verdict on a subject of which both roles were looked at, or one of them. */
export function sampleOverall(
  verdict: OverallVerdict,
  isOneRole = false,
  why: readonly OverallWhy[] = whyOf[verdict],
): OverallResult {
  const roles = isOneRole
    ? ({ assessed: ['session'], notAssessed: ['hip'] } as const)
    : ({ assessed: ['session', 'hip'], notAssessed: [] } as const);
  return { verdict, why, scope: { ...roles, requirements: { seen: 12, of: 92 } } };
}

/** A row that was broken as often as given, and what its breach says. */
export function brokenRow(
  id: string,
  {
    verdict = 'failed',
    got = 'nothing',
    times = 1,
    cause = 'a mistake',
  }: { verdict?: Verdict; got?: string; times?: number; cause?: string } = {},
): Partial<ObligationResult> {
  const { tells = [] } = contractObligations.get(id);
  return {
    verdict,
    reason: { text: reportText`broken ${times} of 3 times: ${linkToExchange(1)}` },
    breaches: Array.from({ length: times }, (_, index) => ({
      exchanges: [index + 1],
      places: tells,
      sent: 'POST /sessions',
      expected: 'something',
      seen: got,
      cause: { text: cause },
    })),
    broken: times,
    scenarios: [
      { name: 'Another', location: 'features/session/another.feature:7', verdict: 'passed' },
      { name: 'Broken', location: 'features/session/some.feature:12', verdict: 'failed' },
    ],
  };
}

/** One obligation of every verdict. */
export const oneOfEach: DifferingRows = {
  'SES-01': brokenRow('SES-01', { got: 'GET & <b>', times: 2 }),
  'SES-02': { verdict: 'not-applicable', reason: { text: 'the target leaves it out' } },
  'SES-03': {
    verdict: 'inconclusive',
    reason: { kind: 'prevented', text: 'the gateway did not answer\nfor 10 s' },
  },
  'SES-04': { verdict: 'not-tested', reason: { kind: 'not-exercised', text: 'not exercised in this run' } },
  'SES-05': { verdict: 'observed', notes: ['seen so'] },
  'SES-06': { verdict: 'declared', declaredBy: 'Somebody, 2026-01-01: so it is' },
  'ENC-14': brokenRow('ENC-14', { verdict: 'warning' }),
};
