import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  atDocumented,
  isDocumented,
  inFacts,
  survivors,
  underSecretNames,
  undocumented,
} from './kept-secrets';
import { knowing } from './planting';

/** The slow test tries all of them. */
const waysEach = 5;

describe('nothing of a secret is recorded', () => {
  it('at places that the document does not have', async () => {
    assert.deepEqual(await survivors(undocumented), []);
  });

  it('under the names of secrets', async () => {
    assert.deepEqual(await survivors(underSecretNames, { waysEach }), []);
  });

  it('at documented places, unless a right value looks alike', async () => {
    assert.deepEqual(await survivors(atDocumented, { waysEach, mayStay: isDocumented }), []);
  });

  it('in facts and failures that quote a message', async () => {
    assert.deepEqual(await survivors(inFacts, { mayStay: isDocumented }), []);
  });

  it('at documented places, where it is known', async () => {
    assert.deepEqual(
      await survivors(
        { ...atDocumented, ...inFacts },
        { isTried: isDocumented, options: (value) => ({ secrets: knowing(value) }) },
      ),
      [],
    );
  });
});
