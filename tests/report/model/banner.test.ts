import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { whyExcluded } from '../../../support/judging/scope';
import { buildResults } from '../../../support/judging/build-results';
import { reportOf } from '../../../support/report/model/report';
import { embeddedTarget } from '../../../support/run/targets';
import { renderTerminalSummary } from '../../../support/report/summary';
import { brokenRow, makeEndedRun, sampleOverall, sampleResults } from '../sample-results';

const caveatsOf = (...given: Parameters<typeof sampleResults>): readonly string[] =>
  reportOf(sampleResults(...given)).caveats;

/** A target whose client is a program, over plain http or TLS. */
const client = (mockTls: boolean) => ({
  ...embeddedTarget,
  integrator: { command: ['client'] },
  roles: ['session'] as const,
  mockTls,
});

describe('the lines before the verdicts', () => {
  /** The lines of a run on the integrator, as its results have them. */
  const leftOutOfClient = (mockTls: boolean, change: Parameters<typeof makeEndedRun>[0] = {}) => {
    const whyNot = (row: Parameters<typeof whyExcluded>[0]) => whyExcluded(row, client(mockTls));
    const results = buildResults(makeEndedRun({ subjects: ['integrator'], whyNot, ...change }));
    return reportOf(results).caveats.filter((each) => each.startsWith('Left out: '));
  };

  it('name the setting by which TLS of the client was not assessed, where it was called over plain http', () => {
    assert.deepEqual(leftOutOfClient(false), ['Left out: SEC-01, SEC-03 (mock.tls: false).']);
    assert.deepEqual(leftOutOfClient(true), []);
  });

  it('name the option for what it left out, and not a setting that would have left it out, too', () => {
    const unplanned = Object.fromEntries(
      ['SEC-01', 'SEC-02', 'SEC-03'].map((id) => [
        id,
        { kind: 'left-out', text: 'left out of this run', by: '--only' } as const,
      ]),
    );
    assert.deepEqual(leftOutOfClient(false, { unplanned, narrowedBy: ['--only'] }), [
      'Left out: SEC-01, SEC-03 (--only).',
    ]);
  });

  it('say what narrowed a run, and each setting with what it left out', () => {
    const { scope, ...overall } = sampleOverall('no-failure');
    const leftOut = [
      { by: 'limits.probes: gentle', ids: ['SES-08'] },
      { by: 'limits.otpAttempts: 3', ids: ['ENC-12', 'ENC-13'] },
    ];
    const service = { ...overall, scope: { ...scope, leftOut } };
    const plan = { ...sampleResults().run.plan, narrowedBy: ['--only', '--profile nightly'] as const };
    assert.deepEqual(caveatsOf({}, { overall: { service }, subjects: ['service'], plan }), [
      'Narrowed by --only and --profile nightly: never a certificate.',
      'Left out: SES-08 (limits.probes: gentle); ENC-12, ENC-13 (limits.otpAttempts: 3).',
    ]);
  });

  it('count what a setting left out where these are many, and name what is not shown', () => {
    const { scope, ...overall } = sampleOverall('no-failure');
    const ids = Array.from({ length: 13 }, (_, index) => `SES-${index}`);
    const notShown = ['SES-01', 'OTP-01: registry'];
    const service = { ...overall, scope: { ...scope, leftOut: [{ by: 'a setting', ids }], notShown } };
    const told = caveatsOf({}, { overall: { service } });
    assert.deepEqual(told, [
      'Left out: 13 requirements (a setting).',
      'Not shown, for lack of an optional method or of a reading that may stay unset: SES-01, OTP-01: registry.',
    ]);
  });
});

describe('what is held back of one subject', () => {
  /** The settings that left something out, by subject. */
  const settingsOf = (change: Parameters<typeof makeEndedRun>[0]) => {
    const { service, integrator } = buildResults(makeEndedRun(change)).run.overall;
    return [service, integrator].map((each) => each?.scope.leftOut?.map(({ by }) => by));
  };

  it('narrows no verdict on the other', () => {
    const limits = { ...embeddedTarget.limits, probes: 'gentle' } as const;
    const gentle = { ...embeddedTarget, limits };
    assert.deepEqual(settingsOf({ circumstances: gentle }), [['limits.probes: gentle'], undefined]);
  });

  it('is nothing where no OTP was given: what needs one is not tested', () => {
    const without = { ...embeddedTarget, otps: [] };
    assert.deepEqual(settingsOf({ circumstances: without }), [undefined, undefined]);
    const few = { ...embeddedTarget, otps: [{}], limits: { probes: 'full', otpAttempts: 3 } as const };
    assert.deepEqual(settingsOf({ circumstances: few }), [['limits.otpAttempts: 3'], undefined]);
    const { obligations } = buildResults(makeEndedRun({ circumstances: few }));
    const reasons = obligations.flatMap(({ facets = [] }) => facets.map(({ reason }) => reason));
    const reason = reasons.find((each) => each?.kind === 'left-out');
    assert.deepEqual(reason, {
      kind: 'left-out',
      text: '1 OTP of 3 attempts is too few: set limits.otpAttempts to 7, or list more OTPs',
      by: 'limits.otpAttempts: 3',
    });
  });
});

describe('the terminal', () => {
  it('shows one breach of each cause, and says that there are more', () => {
    const told = (...causes: string[]): number => {
      const { breaches = [], ...row } = brokenRow('CRT-02', { times: causes.length });
      const differing = breaches.map((each, index) => ({ ...each, cause: { text: causes[index] ?? '' } }));
      const text = renderTerminalSummary(
        reportOf(sampleResults({ 'CRT-02': { ...row, breaches: differing } })),
        'reports',
      );
      assert.equal(text.includes('the others are in results.json'), causes.length > new Set(causes).size);
      return text.match(/^ {2}likely /gm)?.length ?? 0;
    };
    assert.deepEqual(
      [told('one'), told('one', 'one'), told('one', 'other'), told('one', 'other', 'one')],
      [1, 1, 2, 2],
    );
  });
});
