import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { NotApplicableError, NotTestedError } from '../../../support/contract/outcome';
import type { Exchange } from '../../../support/exchange/exchange';
import { contractObligations } from '../../../support/obligations';
import type { Run } from '../../../support/run/run';
import { variantOf, whyUnsent } from '../../../support/scenarios/service/wrong-rows';

const run = (environment: string): Run => ({ target: { environment } }) as unknown as Run;
const negative = { asked: { part: 'negative', round: 'a', variant: 'b' } } as unknown as Exchange;

describe('a row that was not sent', () => {
  it('does not concern production, where nothing wrong is sent', () => {
    assert.ok(whyUnsent(run('production'), [], 'a wrong secret') instanceof NotApplicableError);
  });

  it('is no gap where limits left it out and another row was sent', () => {
    assert.ok(whyUnsent(run('sandbox'), [negative], 'a wrong secret') instanceof NotApplicableError);
  });

  it('is a gap where no row was sent at all', () => {
    const why = whyUnsent(run('sandbox'), [], 'a wrong secret');
    assert.ok(why instanceof NotTestedError);
    assert.match(why.message, /a wrong secret/);
  });
});

describe('the mistake of a row', () => {
  const about = [contractObligations.get('SES-08')];

  it('is found by the words of a home', () => {
    assert.equal(variantOf(about, 'an invented clientId'), 'unknown-client');
  });

  it('is refused where no home of the scenario lists it', () => {
    assert.throws(() => variantOf(about, 'no clientId'), /lists: no clientId/);
  });
});
