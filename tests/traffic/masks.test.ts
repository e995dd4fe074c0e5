import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { generate } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import { logOf } from '../../mutants/traffic/traffic-log';
import { isMask, mayHoldMask } from '../../support/exchange/masks';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import { auditing } from '../cli/auditing';
import { plain } from '../plain';
import { readResults } from '../report/embedded-run';
import { auditing as auditingAll, harText, interleaved, trafficOf } from './several';

const right = [...generate({ exchanges: 60, seed: 3 })];
const masks = ['****', 'xxxxxxxx', '[REDACTED]', '<masked>', 'eyJh***', '*'.repeat(40)];

async function rowsOf(t: TestContext, content: string, name: string) {
  const { folder } = await auditing(t, content, [], name);
  const { obligations } = readResults(folder);
  return new Map(obligations.map(({ id, verdict, reason }) => [id, [verdict, plain(reason)] as const]));
}

/** Traffic of which these headers and members of bodies are masked. */
function masked(
  mask: string,
  headers: readonly string[],
  members: readonly string[],
  seen: readonly WireRecord[] = right,
): WireRecord[] {
  const inBody = (body: Buffer): Buffer =>
    members.reduce(
      (text, name) => Buffer.from(text.toString().replace(new RegExp(`("${name}":")[^"]*`), `$1${mask}`)),
      body,
    );
  return seen.map(({ request, response, ...each }) => ({
    ...each,
    request: {
      ...request,
      headers: request.headers.map(([name, value]) => [
        name,
        headers.includes(name) ? value.replace(/[^ ]*$/, mask) : value,
      ]),
      ...(request.body && { body: inBody(request.body) }),
    },
    ...(response && { response: { ...response, body: inBody(response.body) } }),
  }));
}

const texts = [
  ['traffic.har', (seen: readonly WireRecord[]) => JSON.stringify(harOf(seen, { creator: 'Charles' }))],
  ['traffic.jsonl', (seen: readonly WireRecord[]) => logOf(seen)],
] as const;

describe('what a log masks', () => {
  for (const [name, textOf] of texts)
    it(`is unknown where one text stands for tokens and secrets alike, in ${name}`, async (t) => {
      const members = ['clientSecret', 'accessToken', 'refreshToken'];
      const rows = await rowsOf(t, textOf(masked('not-shown-here', ['Authorization'], members)), name);
      for (const id of ['HDR-01', 'SES-06', 'TOK-01', 'TOK-04'] as const) {
        const [verdict, reason] = rows.get(id) ?? assert.fail();
        assert.equal(verdict, 'inconclusive', id);
        assert.match(reason, /is masked by the log/, id);
      }
    });

  it('is unknown where several clients have one token', async () => {
    const digest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const seen = interleaved(trafficOf([{ clientId: 'SBX_1' }, { clientId: 'SBX_2' }]));
    const { results } = await auditingAll([
      harText(masked(digest, ['Authorization'], ['accessToken'], seen)),
    ]);
    assert.deepEqual(
      results.obligations.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id),
      ['CRT-01', 'CRT-02'],
    );
    for (const id of ['HDR-01', 'SES-06'] as const) {
      const row = results.obligations.find((each) => each.id === id);
      assert.match(plain(row?.reason ?? ''), /is masked by the log/, id);
    }
  });

  for (const mask of masks)
    for (const [name, textOf] of texts)
      it(`is unknown: ${mask} in ${name}`, async (t) => {
        const members = ['clientSecret', 'accessToken', 'refreshToken', 'otp', 'loginId'];
        const rows = await rowsOf(t, textOf(masked(mask, ['Authorization'], members)), name);
        assert.deepEqual(
          [...rows].filter(([, [verdict]]) => verdict === 'failed').map(([id]) => id),
          // The certificates of this traffic are made up.
          ['CRT-01', 'CRT-02'],
        );
        for (const id of ['HDR-01', 'CRT-04', 'CRT-05', 'SES-06', 'ENC-03'] as const) {
          const [verdict, reason] = rows.get(id) ?? assert.fail();
          assert.equal(verdict, 'inconclusive', id);
          assert.match(reason, /masked by the log/, id);
        }
      });

  it('is the id of no request: it is used again by none', async (t) => {
    const rows = await rowsOf(t, logOf(masked('####', ['REQUEST-ID'], [])), 'traffic.jsonl');
    for (const id of ['HDR-02', 'HDR-03', 'HDR-05', 'SES-04'] as const)
      assert.match(rows.get(id)?.join(': ') ?? '', /^inconclusive: .*REQUEST-ID is masked by the log/, id);
  });

  it('hides nothing else: one request without a token fails among others with a mask', async (t) => {
    const seen = masked('****', ['Authorization'], []).map((each, at) => {
      const headers = each.request.headers.filter(([name]) => at !== 20 || name !== 'Authorization');
      return { ...each, request: { ...each.request, headers } };
    });
    for (const [name, textOf] of texts)
      assert.equal((await rowsOf(t, textOf(seen), name)).get('HDR-01')?.[0], 'failed');
  });
});

it('masks are told from values', () => {
  for (const mask of [...masks, 'Bearer ****', 'Basic xxxxx', '[FILTERED]', '********1234', 'REDACTED']) {
    assert.ok(isMask(mask), mask);
    assert.ok(mayHoldMask(JSON.stringify({ a: JSON.stringify({ b: mask }) })), mask);
  }
  for (const value of [
    'xx',
    '1111',
    '000000',
    'secret',
    'a*b',
    '*/*',
    'Bearer null',
    'masked-ball.example',
    '',
  ])
    assert.equal(isMask(value), false, value);
});
