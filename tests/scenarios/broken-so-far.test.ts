import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence } from '../../support/exchange/evidence';
import type { Run } from '../../support/run/run';
import { loadTarget } from '../../support/run/targets';
import { brokenSoFar } from '../../support/scenarios/integrator/manual/manual-session';
import { edit, replaceHeader } from '../obligations/integrator/edits';
import { playSteps, session } from '../obligations/integrator/exchanges';
import { handTarget } from './hand';

test('a person is told of each broken obligation once, as soon as it shows', (t) => {
  const target = loadTarget(handTarget(t).file);
  const same = edit(session(), replaceHeader('REQUEST-ID', 'abcdef01-2345-4678-9abc-000000000001'));
  const [first, ...repeats] = playSteps([session(), same, same]);
  assert.ok(first);
  const evidence: Evidence[] = [first];
  const news = (only: string[]) =>
    brokenSoFar({
      target,
      plan: { only, subjects: ['integrator'] } as unknown as Run['plan'],
      evidence: { txnIds: [], recording: { evidence } } as unknown as Run['evidence'],
    });
  const [all, others] = [news([]), news(['SES-01'])];
  assert.deepEqual(all(), []);

  evidence.push(...repeats);
  const [broken, ...more] = all();
  assert.deepEqual(more, []);
  assert.equal(broken?.id, 'HDR-05');
  assert.match(broken.seen, /^REQUEST-ID \S+ again; first in #1, in #2$/);
  assert.deepEqual(all(), []);
  assert.deepEqual(others(), []);
});
