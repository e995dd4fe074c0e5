import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { summarizeTraffic } from '../../support/ui/server/traffic';
import { whyNoExchange } from '../../support/report/no-exchange';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditContent } from '../cli/auditing';
import { readResults } from './embedded-run';

const entry = (url: string): object => ({
  startedDateTime: '2026-11-20T08:30:00.125Z',
  time: 1,
  request: { method: 'GET', url, headers: [] },
  response: { status: 200, headers: [], content: { size: 0, text: '' } },
});

const harOf = (...entries: readonly object[]): string => JSON.stringify({ log: { version: '1.2', entries } });
const line = (url: string): string =>
  JSON.stringify({ startedAt: '2026-11-20T08:30:00.125Z', request: { method: 'GET', url, headers: {} } });

const empty: Readonly<Record<string, readonly [content: string, why: RegExp]>> = {
  'a HAR file without entries': [
    harOf(),
    /its log\.entries holds nothing.*context\.request\.tracing\.startHar/,
  ],
  'pages alone': [
    harOf(entry('https://shop.example/')),
    /all that it holds has nothing to do with the contract\..*context\.request/,
  ],
  'pages, and what cannot be read': [
    harOf(entry('https://shop.example/'), {}),
    /what can be read of it has nothing/,
  ],
  'entries that cannot be read': [harOf({}), /no entry of it can be read/],
  'a HAR file that breaks off': [
    harOf(entry('https://a.example/')).slice(0, -20),
    /it breaks off before its first/,
  ],
  'a log of another system': [
    line('https://shop.example/'),
    /nothing to do with the contract\. Was the client/,
  ],
  'a log that is wrapped': [
    JSON.stringify({ log: 'ready\n', stream: 'stdout', time: 'x' }),
    /no line of it can be read/,
  ],
};

/** What audit says, its report, and the page of traffic. */
async function told(t: TestContext, content: string): Promise<string[]> {
  const { code, stdout, folder } = await auditContent(t, content);
  assert.notEqual(code, 0);
  const results = readResults(folder);
  assert.ok(results.obligations.every(({ verdict }) => verdict !== 'passed'));
  return [
    /no exchange: (.*)/.exec(stdout)?.[1] ?? '',
    readFileSync(join(folder, 'compliance.html'), 'utf8').replaceAll(/&#39;|&#x27;/g, "'"),
    summarizeTraffic(results).missing.join('\n'),
  ];
}

describe('a file without a single exchange', () => {
  for (const [what, [content, why]] of Object.entries(empty))
    it(`says why on the terminal, in the report and on the page: ${what}`, async (t) => {
      for (const each of await told(t, content)) assert.match(each, why);
    });

  it('has a reason whatever else it held, and one with an exchange has none', () => {
    const counts = { exchanges: 0, others: 0, brokenCount: 0 };
    for (const form of ['har', 'log', 'recording', 'wire'] as const) {
      for (const others of [0, 1])
        for (const brokenCount of [0, 1])
          for (const cut of [undefined, 'it ends in the middle'])
            assert.match(whyNoExchange({ form, ...counts, others, brokenCount, cut }) ?? '', /^[a-z]/);
      assert.equal(whyNoExchange({ form, ...counts, exchanges: 1 }), undefined);
    }
  });
});
