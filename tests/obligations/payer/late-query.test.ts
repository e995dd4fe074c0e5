import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence } from '../../../support/exchange/evidence';
import { recordingWith } from '../../../support/scenarios/mistakes/recordings';
import { plainTextOrEmpty } from '../../plain';
import { concludeFromEvidence } from '../integrator/judge';

const value = 'states "approved" and "pending"';

/** A query after an approval, which opens the case again. */
async function lateQuery(): Promise<Evidence[]> {
  const { wrong } = await recordingWith('a query after an approval', value, 'integrator');
  return wrong.map((each) =>
    each.kind === 'adapter answer' && each.facts.cycle?.state === 'pending'
      ? { ...each, facts: { ...each.facts, cycle: { ...each.facts.cycle, state: 'queried' } } }
      : each,
  );
}

test('a case that a late query opens again is noted, since the document is silent on it', async () => {
  const { breachCount, observations, notes } = concludeFromEvidence('CBK-06', await lateQuery());
  assert.deepEqual([breachCount, notes.length], [0, 1]);
  assert.ok(observations > 0);
  assert.match(
    plainTextOrEmpty(notes[0]),
    /late: a query after the final answer.*approved, then queried, in #\d+$/,
  );
});
