import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReadingOverrides } from '../../../support/contract/readings';
import { resolveReadings } from '../../../support/contract/readings';
import { plainTextOrEmpty } from '../../plain';
import type { JourneyStep } from './exchanges';
import { edit, replaceFacts, replaceHeader, replaceByUnknownPath } from './edits';
import { playSteps, session } from './exchanges';
import { concludeFromEvidence } from './judge';
import { triggerPayer } from './payer-exchanges';
import { numberedAccessToken } from '../recorded';

const withAuthorization: JourneyStep = edit(
  triggerPayer(),
  replaceHeader('Authorization', `Bearer ${numberedAccessToken(1)}`),
  replaceFacts({ tokens: { 'request:authorization': { pseudonym: numberedAccessToken(1), jwt: true } } }),
);

const under = (id: string, overrides: ReadingOverrides, trigger: JourneyStep) =>
  concludeFromEvidence(id, playSteps([session(), trigger]), { readings: resolveReadings(overrides) });

describe('Authorization on a trigger', () => {
  it('is as good as none, unless the target says otherwise', () => {
    for (const trigger of [triggerPayer(), withAuthorization]) {
      assert.equal(under('HDR-01', {}, trigger).observations, 0);
      assert.deepEqual(under('DPY-01', {}, trigger).breaches, []);
    }
  });

  it('is missed where the target requires it', () => {
    const required = { 'trigger-authorization': 'required' } as const;
    const { breaches } = under('HDR-01', required, triggerPayer());
    assert.match(plainTextOrEmpty(breaches[0]?.cause), /Authorization beside it \(trigger-authorization\)$/);
    assert.deepEqual(under('DPY-01', required, triggerPayer()).breaches, []);
    const kept = under('HDR-01', required, withAuthorization);
    assert.deepEqual([kept.observations, kept.breachCount], [1, 0]);
  });

  it('is one header too many where the target wants none', () => {
    const absent = { 'trigger-authorization': 'absent' } as const;
    const { breaches } = under('DPY-01', absent, withAuthorization);
    assert.match(plainTextOrEmpty(breaches[0]?.expected), /bearer_auth, and no Authorization$/);
    assert.match(plainTextOrEmpty(breaches[0]?.cause), /\(trigger-authorization\)$/);
    assert.deepEqual(under('DPY-01', absent, triggerPayer()).breaches, []);
    assert.equal(under('HDR-01', absent, withAuthorization).observations, 0);
  });
});

describe('a path of the dummy payer that its target does not have', () => {
  const elsewhere = edit(triggerPayer(), replaceByUnknownPath('/process/request', '/v1/process/request'));
  it('is told with every path that is right', () => {
    const expected = (choice: 'free' | 'none' | 'v1'): string =>
      plainTextOrEmpty(under('DPY-01', { 'payer-segment': choice }, elsewhere).breaches[0]?.expected).split(
        ' with ',
      )[0] ?? '';
    assert.equal(expected('free'), 'POST /process/request or /v1/process/request');
    assert.equal(expected('none'), 'POST /process/request');
    assert.equal(expected('v1'), 'POST /v1/process/request');
  });
});
