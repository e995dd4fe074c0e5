import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { NotTestedError } from '../../../support/contract/outcome';
import type { Exchange } from '../../../support/exchange/exchange';
import type { Run } from '../../../support/run/run';
import { mistakeNotSentError } from '../../../support/scenarios/service/rounds';

const run = (environment: string, probes = 'full'): Run =>
  ({ target: { environment, limits: { probes } } }) as unknown as Run;
const negative = { asked: { part: 'negative', round: 'a', variant: 'b' } } as unknown as Exchange;

/** The kind of the reason, and the setting that left out the row. */
function toldOf(...about: Parameters<typeof mistakeNotSentError>): (string | undefined)[] {
  const error = mistakeNotSentError(...about);
  assert.ok(error instanceof NotTestedError);
  return [error.kind, error.details.by];
}

describe('a row that was not sent', () => {
  it('is left out in production, where nothing wrong is sent', () => {
    assert.deepEqual(toldOf(run('production'), [], 'a wrong secret'), [
      'left-out',
      'environment: production',
    ]);
  });

  it('is left out by limits if another row was sent', () => {
    assert.deepEqual(toldOf(run('sandbox'), [negative], 'a wrong secret'), ['left-out', 'limits']);
  });

  it('is left out by gentle probes, even if no row was sent', () => {
    const gentle = toldOf(run('sandbox', 'gentle'), [], 'a wrong secret');
    assert.deepEqual(gentle, ['left-out', 'limits.probes: gentle']);
  });

  it('was not exercised if no row was sent although no setting forbids it', () => {
    assert.deepEqual(toldOf(run('sandbox'), [], 'a wrong secret'), ['not-exercised', undefined]);
    assert.match(mistakeNotSentError(run('sandbox'), [], 'a wrong secret').message, /a wrong secret/);
  });
});
