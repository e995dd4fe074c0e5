import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { NotApplicableError, NotTestedError } from '../../../support/contract/outcome';
import type { Exchange } from '../../../support/exchange/exchange';
import type { Run } from '../../../support/run/run';
import { mistakeNotSentError } from '../../../support/scenarios/service/rounds';

const run = (environment: string): Run => ({ target: { environment } }) as unknown as Run;
const negative = { asked: { part: 'negative', round: 'a', variant: 'b' } } as unknown as Exchange;

describe('a row that was not sent', () => {
  it('does not concern production, where nothing wrong is sent', () => {
    assert.ok(mistakeNotSentError(run('production'), [], 'a wrong secret') instanceof NotApplicableError);
  });

  it('is no gap where limits left it out and another row was sent', () => {
    assert.ok(
      mistakeNotSentError(run('sandbox'), [negative], 'a wrong secret') instanceof NotApplicableError,
    );
  });

  it('is a gap where no row was sent at all', () => {
    const why = mistakeNotSentError(run('sandbox'), [], 'a wrong secret');
    assert.ok(why instanceof NotTestedError);
    assert.match(why.message, /a wrong secret/);
  });
});
