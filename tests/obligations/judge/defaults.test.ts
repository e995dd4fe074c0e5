import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultReadings } from '../../../support/contract/readings';
import { unlessDefault } from '../../../support/obligations/judge/defaults';
import { plainTextOrEmpty } from '../../plain';

describe('a breach that rests on a reading', () => {
  const breach = { sent: 'a request', expected: 'approved', seen: '‹text, 8, ~abcdefghijklmn›', cause: 'x' };

  it('stays a breach if the target set the reading', () => {
    for (const overridden of [undefined, ['decision'] as const])
      assert.equal(
        unlessDefault('decision', breach, { readings: defaultReadings, ...(overridden && { overridden }) }),
        breach,
      );
  });

  it('is not judged under the default, and the reason is the same text in each run', () => {
    const found = unlessDefault('decision', breach, { readings: defaultReadings, overridden: ['envelope'] });
    assert.ok('unjudged' in found && found.withholds === true);
    assert.match(plainTextOrEmpty(found.unjudged), /^a request: ‹text, 8›\. .* Set readings\.decision /);
  });
});
