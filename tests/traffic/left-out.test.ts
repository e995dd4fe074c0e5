import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { generateTraffic } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import { trafficLogOf } from '../../mutants/traffic/traffic-log';
import { browserHeaders } from '../../support/exchange/masks';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import { auditContent } from '../cli/auditing';
import { plainTextOrEmpty } from '../plain';
import { readResults } from '../report/embedded-run';

const right = [...generateTraffic({ exchanges: 60, seed: 3 })];
const origin: [string, string] = ['Origin', 'https://portal.example'];

type Row = readonly [verdict: string, reason: string];

/** What an audit says of each obligation of the integrator. */
async function rowsOf(t: TestContext, content: string, name = 'traffic.har', ...options: string[]) {
  const { folder, stdout } = await auditContent(t, content, ['--subject', 'integrator', ...options], name);
  const { obligations, exchanges, run } = readResults(folder);
  const rows = obligations.map(({ id, verdict, reason }): [string, Row] => [
    id,
    [verdict, plainTextOrEmpty(reason)],
  ]);
  return { rows: new Map(rows), exchanges, others: run.traffic?.files[0]?.others, stdout };
}

const harText = (seen: readonly WireRecord[]): string =>
  JSON.stringify(harOf(seen, { creator: 'WebInspector' }));

/** Traffic without a header: on all requests, or on those of which `at` says so. */
function without(name: string, at: (place: number) => boolean = () => true): WireRecord[] {
  return right.map((each, place) => {
    const { request } = each;
    const headers = request.headers.filter(([header]) => header.toLowerCase() !== name.toLowerCase());
    return at(place) ? { ...each, request: { ...request, headers } } : each;
  });
}

const verdictsOf = (rows: ReadonlyMap<string, Row>, verdict: string): string[] =>
  [...rows].flatMap(([id, [found]]) => (found === verdict ? [id] : [])).sort();

const needAuthorization = ['CRT-04', 'CRT-05', 'HDR-01', 'TOK-01'];

describe('preflights of a browser', () => {
  const asked: WireRecord[] = right.map(({ request, ...each }) => ({
    ...each,
    request: {
      method: 'OPTIONS',
      url: request.url,
      headers: [origin, ['Access-Control-Request-Method', request.method]],
    },
    response: { status: 204, headers: [], body: Buffer.alloc(0) },
  }));
  const both = right.flatMap((each, at) => [asked[at] ?? assert.fail(), each]);

  for (const [form, textOf, name] of [
    ['HAR', harText, 'traffic.har'],
    ['a log', trafficLogOf, 'traffic.jsonl'],
  ] as const)
    it(`are the requests of no client, and are counted at most, in ${form}`, async (t) => {
      const expected = await rowsOf(t, textOf(right), name);
      const { rows, exchanges, others } = await rowsOf(t, textOf(both), name);
      assert.deepEqual([exchanges, others], [60, 60]);
      assert.deepEqual(rows, expected.rows);
    });

  it('are none without Origin, or without the method that they ask for', async (t) => {
    const bare = [
      ...right,
      ...asked.map((each) => ({ ...each, request: { ...each.request, headers: [origin] } })),
    ];
    const { rows } = await rowsOf(t, harText(bare));
    assert.equal(rows.get('HDR-01')?.[0], 'failed');
  });
});

describe('HAR without Authorization', () => {
  it('leaves open what needs it, and says how to export it', async (t) => {
    const { rows } = await rowsOf(t, harText(without('Authorization')));
    assert.deepEqual(verdictsOf(rows, 'failed'), []);
    assert.deepEqual(verdictsOf(rows, 'inconclusive'), needAuthorization);
    for (const id of needAuthorization) assert.match(rows.get(id)?.[1] ?? '', /with sensitive data/, id);
  });

  it('leaves nothing open where one request alone lacks it, or one alone carries it', async (t) => {
    for (const at of [(place: number) => place === 20, (place: number) => place !== 20]) {
      const { rows } = await rowsOf(t, harText(without('Authorization', at)));
      assert.equal(rows.get('HDR-01')?.[0], 'failed');
    }
  });

  it('is the same whatever number of processes judge it', async (t) => {
    const text = harText(without('Authorization'));
    const [alone, together] = [await rowsOf(t, text), await rowsOf(t, text, 'traffic.har', '--jobs', '2')];
    assert.deepEqual(together.rows, alone.rows);
  });
});

it('HAR that lacks another header shows that it was not sent: no tool leaves it out', async (t) => {
  const { rows } = await rowsOf(t, harText(without('REQUEST-ID')));
  assert.equal(rows.get('HDR-02')?.[0], 'failed');
});

it('HAR without bodies leaves open what reads them, also where that is one of several things', async (t) => {
  const har = harOf(right, { creator: 'bare', withoutBodies: true });
  const { rows } = await rowsOf(t, JSON.stringify(har));
  assert.deepEqual(verdictsOf(rows, 'failed'), []);
  for (const id of ['SES-02', 'OTP-01', 'CRT-07', 'TOK-04']) {
    assert.equal(rows.get(id)?.[0], 'inconclusive', id);
    assert.match(rows.get(id)?.[1] ?? '', /export it with bodies/, id);
  }
});

describe('HAR without bodies of answers', () => {
  type Content = ReturnType<typeof harOf>['log']['entries'][number]['response']['content'];
  const forms: Readonly<Record<string, (content: Content) => object>> = {
    "Playwright's omit": ({ size, mimeType }) => ({ content: { size, mimeType } }),
    "Playwright's attach": ({ size, mimeType }) => ({ content: { size, mimeType, _file: 'a.json' } }),
    'no size that is known': ({ mimeType }) => ({ content: { size: -1, mimeType, text: '' } }),
    'no size': () => ({ content: {} }),
    'a size of 0 beside Content-Length': ({ size, mimeType }) => ({
      content: { size: 0, mimeType, text: '' },
      headers: [{ name: 'Content-Length', value: String(size) }],
    }),
  };
  for (const [form, of] of Object.entries(forms))
    it(`leaves open what reads them: ${form}`, async (t) => {
      const { log } = harOf(right, { creator: 'bare' });
      const entries = log.entries.map((each) => ({
        ...each,
        response: { ...each.response, ...of(each.response.content) },
      }));
      const { folder } = await auditContent(t, JSON.stringify({ log: { ...log, entries } }));
      const { obligations } = readResults(folder);
      const found = (verdict: string) =>
        obligations.filter((each) => each.verdict === verdict).map(({ id }) => id);
      assert.deepEqual(found('failed'), []);
      for (const id of ['SES-05', 'CRT-01', 'CRT-02'] as const) {
        const row = obligations.find((each) => each.id === id) ?? assert.fail(id);
        assert.equal(row.verdict, 'inconclusive', id);
        assert.match(
          plainTextOrEmpty(row.reason),
          /keeps no body .*content: 'embed', since 'omit' and 'attach' keep none/,
          id,
        );
      }
    });
});

describe('a log', () => {
  /** All headers of the client. */
  const kept = [...new Set(right.flatMap(({ request }) => request.headers.map(([name]) => name)))];
  const withKept = (seen: readonly WireRecord[], names: readonly string[]): string =>
    trafficLogOf(seen)
      .trim()
      .split('\n')
      .map((line) => `${JSON.stringify({ ...(JSON.parse(line) as object), kept: names })}\n`)
      .join('');

  const needs: Readonly<Record<string, readonly string[]>> = {
    Authorization: needAuthorization,
    'REQUEST-ID': ['CRT-04', 'HDR-02', 'HDR-03', 'HDR-04', 'HDR-05', 'SES-04'],
    TIMESTAMP: ['CRT-04', 'HDR-06', 'HDR-07', 'HDR-08', 'SES-04'],
    'X-CM-ID': ['HDR-10', 'SES-04'],
    'Content-Type': ['HDR-11', 'SES-04'],
  };
  for (const [header, ids] of Object.entries(needs)) {
    it(`leaves open what needs ${header} where no line carries it`, async (t) => {
      const { rows } = await rowsOf(t, trafficLogOf(without(header)), 'traffic.jsonl');
      assert.deepEqual([verdictsOf(rows, 'failed'), verdictsOf(rows, 'inconclusive')], [[], ids]);
      for (const id of ids) assert.match(rows.get(id)?.[1] ?? '', new RegExp(`no line .*${header}`), id);
    });

    it(`leaves open what needs ${header} where a line does not keep it`, async (t) => {
      const names = kept.filter((name) => name !== header);
      const { rows } = await rowsOf(t, withKept(without(header), names), 'traffic.jsonl');
      assert.deepEqual(verdictsOf(rows, 'failed'), []);
      for (const id of ids) assert.equal(rows.get(id)?.[0], 'inconclusive', id);
    });

    it(`shows that ${header} was not sent where it keeps it`, async (t) => {
      const { rows } = await rowsOf(t, withKept(without(header), kept), 'traffic.jsonl');
      assert.notDeepEqual(verdictsOf(rows, 'failed'), []);
    });
  }

  it('of a log_format has each header in each line, and those without a value were not sent', async (t) => {
    const names = [...kept, 'bearer_auth', 'Content-Length', 'X-HIP-ID', 'X-HIU-ID', ...browserHeaders];
    for (const nothing of ['', '-']) {
      const lines = trafficLogOf(right, { named: true }).trim().split('\n');
      const written = lines.map((each) => {
        const line = JSON.parse(each) as { request: { headers: Record<string, string> } };
        const headers = names.map((name) => [name, line.request.headers[name] ?? nothing]);
        return JSON.stringify({
          ...line,
          request: { ...line.request, headers: Object.fromEntries(headers) as object },
        });
      });
      const { rows } = await rowsOf(t, written.join('\n'), 'traffic.jsonl');
      assert.deepEqual(rows, (await rowsOf(t, trafficLogOf(right), 'traffic.jsonl')).rows);
    }
  });

  it('that keeps no headers of browsers does not show that the secret stays out of them', async (t) => {
    const { rows } = await rowsOf(t, withKept(right, kept), 'traffic.jsonl');
    assert.deepEqual(verdictsOf(rows, 'inconclusive'), ['TOK-04']);
  });
});
