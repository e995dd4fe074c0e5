import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultReadings } from '../../support/contract/readings';
import type { HeaderList } from '../../support/exchange/exchange';
import type { ClientClues } from '../../support/traffic/clients/client-clues';
import { ClueReader } from '../../support/traffic/clients/client-clues';

const reader = new ClueReader({ readings: defaultReadings, encryption: {} });

const cluesIn = (...headers: HeaderList): ClientClues =>
  reader.read(
    { arrivedAt: 0, answeredAt: 1, request: { method: 'GET', url: 'https://a.example/', headers } },
    undefined,
  );

test('a blank header hides no other one that names the client', () => {
  assert.equal(cluesIn(['X-HIP-ID', ''], ['X-HIU-ID', 'HIU-1']).bridge, 'HIU-1');
  assert.equal(cluesIn(['X-HIU-ID', ' '], ['X-HIP-ID', ' HIP-1 ']).bridge, 'HIP-1');
  assert.equal(cluesIn(['X-HIP-ID', ''], ['x-hip-id', 'HIP-2']).bridge, 'HIP-2');
  assert.equal(cluesIn(['X-HIP-ID', 'HIP-1'], ['X-HIU-ID', 'HIU-1']).bridge, 'HIP-1');
  assert.deepEqual(cluesIn(['X-HIP-ID', ''], ['Authorization', '']), {});
});

test('a blank Authorization does not hide bearer_auth', () => {
  const { token, shared } = cluesIn(['Authorization', ''], ['bearer_auth', 'Bearer one']);
  assert.equal(token, cluesIn(['Authorization', 'Bearer one']).token);
  assert.equal(shared, true);
});
