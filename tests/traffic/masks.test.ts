import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { generateTraffic } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import { trafficLogOf } from '../../mutants/traffic/traffic-log';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import { auditContent } from '../cli/auditing';
import { plainTextOrEmpty } from '../plain';
import { readResults } from '../report/embedded-run';
import { auditTexts as auditingAll, harText, interleaved, trafficOf } from './several';

const right = [...generateTraffic({ exchanges: 60, seed: 3 })];
const masks = [
  '****',
  'xxxxxxxx',
  '%%%',
  '[REDACTED]',
  '<masked>',
  '(hidden)',
  '[Authorization redacted]',
  '(sensitive value)',
  'REDACTED_BY_GATEWAY',
  'eyJh***',
  'eyJhbGci…',
  'eyJhbGci...9xQw',
  '*'.repeat(40),
];

async function rowsOf(t: TestContext, content: string, name: string) {
  const { folder } = await auditContent(t, content, [], name);
  const { obligations } = readResults(folder);
  return new Map(
    obligations.map(({ id, verdict, reason }) => [id, [verdict, plainTextOrEmpty(reason)] as const]),
  );
}

/** The certificates of this traffic are made up. */
const madeUp = ['CRT-01', 'CRT-02'];

const failedOf = (rows: Awaited<ReturnType<typeof rowsOf>>): string[] =>
  [...rows].filter(([, [verdict]]) => verdict === 'failed').map(([id]) => id);

/** Returns traffic in which these headers and members of bodies are masked. */
function masked(
  mask: string,
  headers: readonly string[],
  members: readonly string[],
  seen: readonly WireRecord[] = right,
): WireRecord[] {
  const inBody = (body: Buffer): Buffer =>
    members.reduce(
      (text, name) =>
        Buffer.from(text.toString().replace(new RegExp(`("${name}":)(?:"[^"]*"|\\d+)`), `$1"${mask}"`)),
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
  ['traffic.har', (seen: readonly WireRecord[]) => JSON.stringify(harOf(seen, { creator: 'mitmproxy' }))],
  ['traffic.jsonl', (seen: readonly WireRecord[]) => trafficLogOf(seen)],
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

  const keeping = (seen: readonly WireRecord[]): string =>
    trafficLogOf(seen).replaceAll('{"startedAt"', '{"kept":["Authorization","REQUEST-ID"],"startedAt"');
  for (const [name, textOf] of [...texts, ['kept.jsonl', keeping] as const])
    it(`is unknown where one text stands for what clients send, and answers show their tokens, in ${name}`, async (t) => {
      const seen = masked('not-shown-here', ['Authorization'], ['clientSecret']);
      const rows = await rowsOf(t, textOf(seen), name);
      assert.deepEqual(failedOf(rows), madeUp);
      for (const id of ['HDR-01', 'TOK-01', 'TOK-04'] as const)
        assert.match(
          rows.get(id)?.join(': ') ?? '',
          /^inconclusive: .*(?:is masked by the log|not keep Origin)/,
          id,
        );
    });

  it('is none where a service refuses what stands in place of the token, or another request has a token', async (t) => {
    const seen = masked('not-shown-here', ['Authorization'], ['clientSecret']);
    const refused = seen.map((each) => ({
      ...each,
      ...(each.response && each.request.headers.some(([name]) => name === 'Authorization')
        ? { response: { ...each.response, status: 401 } }
        : {}),
    }));
    const other = seen.map((each, at) => (at === 30 ? (right[at] ?? assert.fail()) : each));
    for (const some of [refused, other])
      for (const [name, textOf] of texts)
        assert.equal((await rowsOf(t, textOf(some), name)).get('TOK-04')?.[0], 'failed');
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
      assert.match(plainTextOrEmpty(row?.reason ?? ''), /is masked by the log/, id);
    }
  });

  for (const mask of masks)
    for (const [name, textOf] of texts)
      it(`is unknown: ${mask} in ${name}`, async (t) => {
        const members = ['clientSecret', 'accessToken', 'refreshToken', 'otp', 'loginId'];
        const rows = await rowsOf(t, textOf(masked(mask, ['Authorization'], members)), name);
        assert.deepEqual(failedOf(rows), madeUp);
        for (const id of ['HDR-01', 'CRT-04', 'CRT-05', 'SES-06', 'SES-12', 'ENC-03'] as const) {
          const [verdict, reason] = rows.get(id) ?? assert.fail();
          assert.equal(verdict, 'inconclusive', id);
          assert.match(reason, /masked by the log/, id);
        }
      });

  const needed: Readonly<Record<string, string>> = {
    grantType: 'SES-03',
    expiresIn: 'SES-05',
    refreshExpiresIn: 'SES-05',
    tokenType: 'SES-07',
  };
  for (const [member, id] of Object.entries(needed))
    it(`is unknown in place of ${member}`, async (t) => {
      for (const [name, textOf] of texts) {
        const rows = await rowsOf(t, textOf(masked('[REDACTED]', [], [member])), name);
        assert.deepEqual(failedOf(rows), madeUp);
        assert.match(
          rows.get(id)?.join(': ') ?? '',
          new RegExp(`^inconclusive: ${member} is masked by the log`),
        );
      }
    });

  it('is a member of a form, and the others are judged', async (t) => {
    const body = Buffer.from('clientId=SBX_1&clientSecret=***&grantType=password');
    const seen = right.map((each, at) => (at === 0 ? { ...each, request: { ...each.request, body } } : each));
    assert.equal((await rowsOf(t, trafficLogOf(seen), 'traffic.jsonl')).get('SES-03')?.[0], 'failed');
  });

  it('hides no other mistake of the same answer', async (t) => {
    const seen = masked('[REDACTED]', [], ['expiresIn']).map(({ response, ...each }) => {
      const text = response?.body.toString().replace('"refreshExpiresIn":1800', '"refreshExpiresIn":"1800"');
      return { ...each, ...(response && { response: { ...response, body: Buffer.from(text ?? '') } }) };
    });
    assert.equal((await rowsOf(t, trafficLogOf(seen), 'traffic.jsonl')).get('SES-05')?.[0], 'failed');
  });

  for (const mask of ['[REDACTED]', '[application/json redacted]', '"***"'])
    it(`is a body that was not kept where it stands in place of one: ${mask}`, async (t) => {
      const body = Buffer.from(mask);
      const seen = right.map(({ request, response, ...each }) => ({
        ...each,
        request: { ...request, ...(request.body?.length !== 0 && { body }) },
        ...(response && { response: { ...response, body } }),
      }));
      for (const [name, textOf] of texts) {
        const rows = await rowsOf(t, textOf(seen), name);
        assert.deepEqual(failedOf(rows), []);
        for (const id of ['SES-02', 'OTP-01', 'SES-05', 'CRT-01'] as const)
          assert.match(rows.get(id)?.join(': ') ?? '', /^inconclusive: .*keeps no body/, id);
      }
    });

  it('is the id of no request: it is used again by none', async (t) => {
    const rows = await rowsOf(t, trafficLogOf(masked('####', ['REQUEST-ID'], [])), 'traffic.jsonl');
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
