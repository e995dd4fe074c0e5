import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultReadings } from '../../support/contract/readings';
import type { Exchange } from '../../support/exchange/exchange';
import { judgeRecordingBy } from '../../support/judging/loop';
import { contractObligations } from '../../support/obligations';
import { plainTextOrEmpty } from '../plain';
import { makeExchange } from './exchanges';

const scoped = { ...defaultReadings, 'bridge-scoped': ['/process/request', '/v1/claim/on_submit'] };

const trigger: Exchange = {
  ...makeExchange({ seq: 1, sender: 'integrator', service: 'dummyPayer', operation: 'dummyPayer.trigger' }),
  request: { method: 'POST', url: 'https://payer.example/process/request', headers: [] },
};
const callback: Exchange = {
  ...makeExchange({ seq: 1, sender: 'service', service: 'provider' }),
  request: { method: 'POST', url: 'https://hospital.example/v1/claim/on_submit', headers: [] },
};

const concluded = (id: string, of: Exchange, kept?: readonly string[]) => {
  const withheld = Object.fromEntries((kept ?? []).map((name) => [name.toLowerCase(), 'kept' as const]));
  const asked = { ...of, request: { ...of.request, ...(kept && { withheld }) } };
  const obligation = contractObligations.judged.find((each) => each.id === id) ?? assert.fail(id);
  return judgeRecordingBy(obligation, [asked], { readings: scoped }) ?? assert.fail(id);
};

describe('a header that a log does not keep', () => {
  for (const [id, of, headers] of [
    ['DPY-01', trigger, ['Accept', 'Content-Type', 'bearer_auth']],
    ['HDR-12', trigger, ['X-HIP-ID', 'X-HIU-ID']],
    ['CBK-07', callback, ['X-HIP-ID', 'X-HIU-ID']],
  ] as const)
    it(`is missed by none that want it, as ${id} does`, () => {
      assert.equal(concluded(id, of).breachCount, 1, 'it counts as not sent otherwise');
      const { breachCount, observations, unjudged } = concluded(id, of, headers);
      assert.deepEqual([breachCount, observations], [0, 0]);
      assert.match(unjudged.map(plainTextOrEmpty).join(), /the log does not keep/);
    });

  it('leaves what else is wrong to be judged', () => {
    assert.match(
      plainTextOrEmpty(concluded('DPY-01', trigger, ['Accept']).breaches[0]?.seen),
      /^Content-Type: none; no bearer_auth$/,
    );
    assert.equal(concluded('HDR-12', trigger, ['X-HIU-ID']).breachCount, 0);
  });
});
