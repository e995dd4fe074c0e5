import type { Obstacle } from '../../../support/judging/notes';
import type { Results } from '../../../support/judging/results';
import type { DifferingRows } from '../sample-results';
import { brokenRow, sampleOverall, sampleResults } from '../sample-results';

/** What kept three obligations from being judged, as the results tell it. */
const crash: Obstacle = {
  what: 'the adapter ended with exit code 1',
  detail: '  stderr  ended with\n    NullPointerException',
  prevented: ['CRT-04', 'CRT-05', 'CRT-06'],
};

const follows = (...ids: readonly string[]) => ({ follows: ids });
const outside = {
  planned: false,
  verdict: 'not-tested',
  reason: { kind: 'left-out', text: 'left out of this run' },
} as const;
const prevented = { verdict: 'inconclusive', reason: { kind: 'prevented', text: crash.what } } as const;
const undeclared = (id: string) =>
  ({
    verdict: 'not-tested',
    reason: { kind: 'not-declared', text: `not declared: set declarations.${id}` },
  }) as const;

/** A refusal of callbacks that brings others with it, an obstacle, what is open, and what was not in the plan. */
const chained: DifferingRows = {
  'CBK-03': brokenRow('CBK-03', { got: '401' }),
  'FLW-01': { ...brokenRow('FLW-01', { got: 'no answer was processed' }), ...follows('CBK-03') },
  'FLW-05': { ...brokenRow('FLW-05'), ...follows('FLW-01') },
  'FLW-10': {
    ...brokenRow('FLW-10'),
    ...follows('FLW-05', 'HDR-05'),
    facets: [
      { name: 'Claim', verdict: 'failed' },
      { name: 'Preauthorization', verdict: 'passed' },
      { name: 'Plan', verdict: 'not-tested', reason: { kind: 'not-exercised', text: 'not requested' } },
      { name: 'Notice', verdict: 'not-applicable', reason: { text: 'no role does it' } },
    ],
  },
  'HDR-05': brokenRow('HDR-05'),
  'ENC-14': { ...brokenRow('ENC-14', { verdict: 'warning' }), ...follows('CBK-03') },
  'OTP-01': { ...brokenRow('OTP-01', { verdict: 'warning' }), ...follows('SES-05') },
  'CRT-04': prevented,
  'CRT-05': prevented,
  'CRT-06': prevented,
  'HDR-14': undeclared('HDR-14'),
  'TOK-08': undeclared('TOK-08'),
  'CBK-07': { verdict: 'not-applicable', reason: { text: 'the target names no bridge-scoped callbacks' } },
  'SES-08': outside,
  'SES-09': outside,
  'HDT-12': {
    facets: [
      { name: 'x25519', verdict: 'passed' },
      { name: 'weierstrass', verdict: 'passed' },
    ],
  },
};

/** Results of a run on an integrator that does not conform, of which not everything was assessed. */
export function chainedResults(run: Partial<Results['run']> = {}): Results {
  return sampleResults(chained, {
    overall: {
      service: {
        ...sampleOverall('conforms'),
        scope: {
          assessed: ['gateway'],
          notAssessed: ['identity', 'registry', 'payer'],
          requirements: { seen: 40, of: 44 },
        },
      },
      integrator: {
        ...sampleOverall('does-not-conform'),
        scope: {
          assessed: ['session', 'identity', 'registry'],
          notAssessed: ['hip', 'hiu', 'provider', 'trigger'],
          requirements: { seen: 30, of: 42 },
        },
      },
    },
    adapter: { name: 'ward-adapter', version: '0.3.1' },
    warnings: ['a certificate expires soon'],
    obstacles: [crash],
    ...run,
  });
}
