import type { Results } from '../../../support/judging/results';
import type { DifferingRows } from '../sample-results';
import { brokenRow, sampleOverall, sampleResults } from '../sample-results';

/** What the first page is to say. */
interface Expected {
  readonly notes?: readonly RegExp[];
  /** The sentence of each verdict, with what stands below it. */
  readonly outcomes: readonly RegExp[];
  readonly failing: string;
  readonly failed?: readonly string[];
}

const everyone = (change: Partial<Results['obligations'][number]>): DifferingRows =>
  Object.fromEntries(sampleResults().obligations.map(({ id }) => [id, change]));
const of = (...overall: Parameters<typeof sampleOverall>) => ({
  overall: { integrator: sampleOverall(...overall) },
  subjects: ['integrator'] as const,
});
const narrowed = {
  plan: { ...sampleResults().run.plan, narrowedBy: ['--only'] },
} as const satisfies Partial<Results['run']>;
const nothingSeen = { kind: 'nothing-seen', text: 'no must was seen' } as const;
const selfTest = { kind: 'self-test', text: "the subject is the suite's own" } as const;
const client = (label: string) => ({ label, by: 'client id' }) as const;
const row = (label: string, failed: readonly string[]) =>
  ({
    ...client(label),
    exchanges: 3,
    overall: { integrator: failed.length > 0 ? 'does-not-conform' : 'no-failure' },
    failed,
    broken: failed.map((id) => ({ id, count: 1 })),
  }) as const;

/** What a reader could take wrongly, where no breach tells it. */
export const cases: Readonly<Record<string, readonly [results: Results, Expected]>> = {
  'everything passed': [
    sampleResults(),
    {
      outcomes: [
        /^The services conform\. Assessed: session and health-data transfer as HIP\. All \d+ demands/,
        /^The integrator conforms\. Assessed: session and health-data transfer as HIP\. All \d+ demands/,
      ],
      failing: 'No failure.',
    },
  ],
  'a failure without a breach': [
    sampleResults(
      {
        'HDR-05': {
          verdict: 'failed',
          reason: { text: 'Expected values to be equal:\n\n2 !== 1' },
          scenarios: [
            { name: 'A retry', location: 'features/a.feature:7', verdict: 'failed', message: 'got 1' },
          ],
        },
      },
      of('does-not-conform'),
    ),
    {
      outcomes: [/^The integrator does not conform\. .* 1 of \d+ demands that apply is broken\.$/],
      failing: '1 failure.',
      failed: [
        'HDR-05: .+\\. Expected values to be equal: 2 !== 1\\. Not known\\. A step of “A retry” failed, and no judge found a breach',
      ],
    },
  ],
  'a narrowed run': [
    sampleResults(
      {
        'SES-02': {
          planned: false,
          verdict: 'not-tested',
          reason: { kind: 'left-out', text: 'left out of this run', by: '--only' },
        },
      },
      { ...of('no-failure', true), ...narrowed },
    ),
    {
      notes: [/^Narrowed by --only: never a certificate\.$/],
      outcomes: [
        /^No failure in the 12 of 92 requirements that were seen\. Assessed: session; health-data transfer as HIP not assessed\. None of \d+ demands in the plan that apply is broken, but not everything was checked\.$/,
      ],
      failing: 'No failure was seen, but not everything was checked.',
    },
  ],
  'one role of two': [
    sampleResults({}, of('conforms', true)),
    {
      outcomes: [
        /^The integrator conforms for session; health-data transfer as HIP not assessed\. All \d+ demands/,
      ],
      failing: 'No failure.',
    },
  ],
  'a self-test': [
    sampleResults(
      {},
      {
        ...{ selfTest: true, ownSubjects: ['service', 'integrator'] },
        overall: {
          service: sampleOverall('no-failure', false, [selfTest]),
          integrator: sampleOverall('no-failure', false, [selfTest]),
        },
      },
    ),
    {
      notes: [/^A self-test of the suite on its own mock: this is not a certificate\.$/],
      outcomes: [
        /^The services: no failure in the 12 of 92 requirements that were seen\. Assessed: /,
        /^The integrator: no failure in the 12 of 92 requirements that were seen\. Assessed: /,
      ],
      failing: 'No failure was seen, but not everything was checked.',
    },
  ],
  'a subject of the suite itself': [
    sampleResults(
      {},
      {
        ownSubjects: ['service'],
        overall: {
          service: sampleOverall('no-failure', false, [selfTest]),
          integrator: sampleOverall('conforms'),
        },
      },
    ),
    {
      notes: [
        /^The services of this run are the mock of the suite: the verdict on them is not a certificate\.$/,
      ],
      outcomes: [/^The services: no failure in the 12 of 92/, /^The integrator conforms\./],
      failing: 'No failure was seen, but not everything was checked.',
    },
  ],
  'traffic of several clients': [
    {
      ...sampleResults(
        {
          'HDR-05': {
            ...brokenRow('HDR-05'),
            breaches: (brokenRow('HDR-05').breaches ?? []).map((each) => ({
              ...each,
              client: client('SBX_1'),
            })),
          },
        },
        { ...of('does-not-conform'), traffic: { note: 'Recorded traffic: no certificate', files: [] } },
      ),
      clients: [row('SBX_2', []), row('SBX_1', ['HDR-05'])],
    },
    {
      notes: [/^Recorded traffic/],
      outcomes: [/^The integrator does not conform/],
      failing: '1 failure.',
      failed: ['HDR-05: something\\. nothing of SBX_1 \\(by client id\\)\\. a mistake'],
    },
  ],
  'a fault of the suite': [
    sampleResults(
      {},
      {
        ...of('incomplete', false, [{ kind: 'suite-fault', text: 'a hook threw' }]),
        faults: ['a hook threw'],
      },
    ),
    {
      notes: [/^The suite itself failed: a hook threw$/],
      outcomes: [
        /^The test of the integrator is incomplete\. .* not everything was checked\. The suite itself failed: a hook threw\.$/,
      ],
      failing: 'No failure was seen, but not everything was checked.',
    },
  ],
  'a step that differs from its judge': [
    sampleResults(
      {
        'HDR-05': {
          verdict: 'inconclusive',
          reason: { kind: 'prevented', text: 'fault of the suite: status 401', bySuite: true },
          disagreement: {
            kind: 'step-differs',
            scenario: 'A retry (features/a.feature:7)',
            step: 'a step does not see:\nstatus 401',
            judge: ['no breach in 2 observations: ', { exchange: 3 }],
          },
        },
      },
      of('incomplete', false, [
        { kind: 'suite-fault', text: 'a step and the judge disagree about 1 obligation', ids: ['HDR-05'] },
      ]),
    ),
    {
      notes: [
        /^The suite itself is wrong about HDR-05 \(inconclusive\): a step and the judge disagree\. The step, in A retry \(features\/a\.feature:7\): a step does not see: ↵ status 401\. The judge: no breach in 2 observations: #3\. Please report it\.$/,
      ],
      outcomes: [
        /^The test of the integrator is incomplete\. .* The suite itself failed: a step and the judge disagree about 1 obligation\.$/,
      ],
      failing: 'No failure was seen, but not everything was checked.',
    },
  ],
  'a failure that no step noticed': [
    sampleResults(
      {
        'HDR-05': {
          ...brokenRow('HDR-05'),
          disagreement: {
            kind: 'step-silent',
            scenario: 'A retry (features/a.feature:7)',
            step: 'every step holds',
            judge: '1 breach: a mistake',
          },
        },
      },
      of('does-not-conform'),
    ),
    {
      outcomes: [/^The integrator does not conform\./],
      failing: '1 failure.',
      failed: [
        'HDR-05: .+ Only the judge found this: every step holds, in A retry \\(features/a\\.feature:7\\)',
      ],
    },
  ],
  'nothing planned': [
    sampleResults(everyone({ planned: false, verdict: 'not-tested' }), {
      ...of('incomplete', true, [nothingSeen]),
      ...narrowed,
    }),
    {
      notes: [/^Narrowed by --only: never a certificate\.$/],
      outcomes: [
        /^The test of the integrator is incomplete; .* There are no demands in the plan that apply, so nothing was shown\. No must was seen\.$/,
      ],
      failing: 'Nothing was checked, so no failure could be seen.',
    },
  ],
  'nothing seen': [
    sampleResults(
      everyone({
        verdict: 'not-tested',
        reason: { kind: 'not-exercised', text: 'not exercised in this run' },
      }),
      of('incomplete', false, [nothingSeen]),
    ),
    {
      outcomes: [
        /^The test of the integrator is incomplete\. .* None of \d+ demands that apply is broken; \d+ are open\. No must was seen\.$/,
      ],
      failing: 'Nothing was checked, so no failure could be seen.',
    },
  ],
  'warnings only': [
    sampleResults({ 'ENC-14': brokenRow('ENC-14', { verdict: 'warning' }) }, of('conforms')),
    {
      outcomes: [/^The integrator conforms\. .* All \d+ demands/],
      failing: 'No failure; 1 warning, which prevents no conformance.',
      failed: ['ENC-14: something\\. nothing\\. a mistake'],
    },
  ],
  'an exception that covers nothing': [
    sampleResults(
      {},
      {
        waivers: [
          { obligation: 'SES-01', reason: 'known', approver: 'A', expires: '2026-12-31', state: 'unused' },
        ],
      },
    ),
    {
      notes: [/^Unused or expired exceptions fail the run\.$/],
      outcomes: [/^The services conform/, /^The integrator conforms/],
      failing: 'No failure.',
    },
  ],
};
