import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import { trafficLogOf } from '../../mutants/traffic/traffic-log';
import { plainTextOrEmpty } from '../plain';
import { auditTexts, harText, interleaved, trafficOf } from './several';

/** Two pods of one client, a second of each in turn. */
const pods = trafficOf([
  { clientId: 'SBX_1', seed: 1 },
  { clientId: 'SBX_1', seed: 2 },
]);

const together = (mark: (each: WireRecord, pod: number) => WireRecord): WireRecord[] =>
  interleaved(pods.map((all, pod) => all.map((each) => mark(each, pod))));

const from = (each: WireRecord, pod: number): WireRecord => ({ ...each, source: `10.20.30.4${pod}` });

const forwarded = (each: WireRecord, pod: number): WireRecord => ({
  ...each,
  source: '10.20.30.1',
  request: {
    ...each.request,
    headers: [...each.request.headers, ['X-Forwarded-For', `10.20.30.4${pod}, 10.20.30.9`]],
  },
});

/** The second pod starts three seconds later, so that it requests its session while the first pod already uses one. */
const later = (each: WireRecord, pod: number): WireRecord => ({
  ...each,
  arrivedAt: each.arrivedAt + pod * 3000,
  answeredAt: each.answeredAt + pod * 3000,
});

const verdictsOf = async (text: string, options: Parameters<typeof auditTexts>[1] = {}) => {
  const { results, recording } = await auditTexts([text], options);
  const rows = ['TOK-01', 'CRT-07'].map((id) => results.obligations.find((each) => each.id === id));
  return { verdicts: rows.map((row) => row?.verdict), reason: plainTextOrEmpty(rows[0]?.reason), recording };
};

describe('the traffic of two pods with one client id', () => {
  const apart = trafficLogOf(together(from));

  it('is judged by its addresses, which the recording does not show', async () => {
    const { verdicts, recording } = await verdictsOf(apart);
    assert.deepEqual(verdicts, ['passed', 'passed']);
    assert.doesNotMatch(recording, /10\.20\.30/);
    assert.deepEqual((await verdictsOf(recording)).verdicts, ['passed', 'passed']);
  });

  it('is judged by what stands behind a proxy', async () => {
    const { verdicts, recording } = await verdictsOf(harText(together(forwarded)));
    assert.deepEqual(verdicts, ['passed', 'passed']);
    assert.deepEqual((await verdictsOf(recording)).verdicts, ['passed', 'passed']);
  });

  it('cannot be judged where nothing tells them apart', async () => {
    const { verdicts, reason } = await verdictsOf(harText(together(later)));
    assert.deepEqual(verdicts, ['inconclusive', 'inconclusive']);
    assert.match(reason, /several processes of one client may each have a session/);
  });

  it('may request both sessions, and each certificate twice, at the same time', async () => {
    const { verdicts } = await verdictsOf(harText(together((each) => each)));
    assert.deepEqual(verdicts, ['passed', 'passed']);
  });
});
