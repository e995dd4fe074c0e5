import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { whyNotApplicable } from '../../../support/judging/scope';
import { buildResults } from '../../../support/judging/build-results';
import type { ObligationResult } from '../../../support/judging/verdict';
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
  it('say that TLS of the client was not assessed where it was called over plain http', () => {
    const told = (mockTls: boolean, change: Parameters<typeof makeEndedRun>[0] = {}) => {
      const whyNot = (row: Parameters<typeof whyNotApplicable>[0]) => whyNotApplicable(row, client(mockTls));
      return reportOf(
        buildResults(makeEndedRun({ subjects: ['integrator'], whyNot, ...change })),
      ).caveats.filter((each) => each.includes('TLS'));
    };
    assert.deepEqual(told(false), [
      'TLS of the client: not assessed (plain http on loopback: set mock.tls to judge it).',
    ]);
    assert.deepEqual(told(true), []);
    // A run that was not about TLS says nothing of it.
    const unplanned = Object.fromEntries(['SEC-01', 'SEC-02', 'SEC-03'].map((id) => [id, 'left out']));
    assert.deepEqual(told(false, { unplanned }), []);
    const notApplicable = { verdict: 'not-applicable', reason: 'plain http on loopback' } as const;
    assert.deepEqual(caveatsOf({ 'SEC-02': notApplicable }), [], 'TLS of the services is their own affair');
  });

  it('say what a partial run left out, and why', () => {
    const facet = (name: string, reason: string) => ({ name, verdict: 'not-tested', reason }) as const;
    const withFacets = (...facets: NonNullable<ObligationResult['facets']>) => ({ facets });
    const limits = 'limits.probes is gentle: it may lock the account';
    const spent = 'too few attempts';
    const partial = {
      overall: { service: sampleOverall('incomplete', true) },
      subjects: ['service'],
    } as const;
    const caveats = caveatsOf(
      {
        'SES-08': withFacets(facet('wrong secret', limits), { name: 'unknown client', verdict: 'passed' }),
        'ENC-12': withFacets(facet('mixed', spent)),
        'ENC-13': withFacets(facet('raw', spent), facet('hexadecimal', spent)),
        'OTP-01': withFacets(facet('registry', 'not exercised')),
      },
      partial,
    );
    assert.deepEqual(caveats, [
      'A partial run: never a certificate.',
      `Left out: SES-08 (${limits}); ENC-12, ENC-13 (${spent}).`,
    ]);
  });

  it('say of which subject a run is partial', () => {
    const overall = { service: sampleOverall('incomplete', true), integrator: sampleOverall('conforms') };
    assert.deepEqual(caveatsOf({}, { overall }), [
      'The run is partial for the services: the verdict on them is not a certificate.',
    ]);
    const both = { service: sampleOverall('incomplete', true), integrator: sampleOverall('conforms', true) };
    assert.deepEqual(caveatsOf({}, { overall: both }), ['A partial run: never a certificate.']);
  });
});

describe('what is held back of one subject', () => {
  it('makes no verdict on the other partial', () => {
    const limits = { ...embeddedTarget.limits, probes: 'gentle' } as const;
    const gentle = { ...embeddedTarget, limits };
    const { overall } = buildResults(makeEndedRun({ circumstances: gentle })).run;
    assert.deepEqual([overall.service?.partial, overall.integrator?.partial], [true, false]);
  });

  it('is nothing where no OTP was given: what needs one is not tested', () => {
    const without = { ...embeddedTarget, otps: [] };
    assert.equal(buildResults(makeEndedRun({ circumstances: without })).run.overall.service?.partial, false);
    const few = { ...embeddedTarget, otps: [{}], limits: { probes: 'full', otpAttempts: 3 } as const };
    const { run, obligations } = buildResults(makeEndedRun({ circumstances: few }));
    assert.equal(run.overall.service?.partial, true);
    const reasons = obligations.flatMap(({ facets = [] }) => facets.map(({ reason }) => reason));
    assert.ok(
      reasons.includes('1 OTP of 3 attempts is too few: set limits.otpAttempts to 7, or list more OTPs'),
    );
  });
});

describe('the terminal', () => {
  it('shows one breach of each cause, and says that there are more', () => {
    const told = (...causes: string[]): number => {
      const { breaches = [], ...row } = brokenRow('CRT-02', { times: causes.length });
      const differing = breaches.map((each, index) => ({ ...each, cause: causes[index] ?? '' }));
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
