import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { ExchangePage } from '../../support/desk/wire/inspect';
import type { MarkedExchange, ReportExchange } from '../../support/desk/wire/inspect-report';
import type { Exchange } from '../../support/exchange/exchange';
import { recordingLine } from '../../support/exchange/recording-line';
import { temporaryFolder } from '../report/embedded-run';
import { sampleResults } from '../report/sample-results';
import { askedDesk } from './asking';
import { keptRun } from '../runs/kept';

describe('what the server tells of reports', () => {
  it('the exchanges part by part, none twice and none left out', async (t) => {
    const reports = temporaryFolder(t);
    const all = Array.from({ length: 450 }, (_unused, index): Exchange => ({
      ...{ seq: index + 1, arrivedAt: index, answeredAt: index, sender: 'suite' },
      request: { method: 'GET', url: `http://x/${index + 1}`, headers: [] },
      facts: { scheme: 'http', loopback: true },
    }));
    writeFileSync(join(reports, 'recording.jsonl'), all.map((each) => recordingLine(each)).join(''));
    writeFileSync(
      join(reports, 'results.json'),
      JSON.stringify({ ...sampleResults(), exchanges: all.length }),
    );
    const { ask } = await askedDesk(t, { reports });
    const paths: string[] = [];
    const take = async (behind: number): Promise<number | undefined> => {
      const { body } = await ask<ExchangePage>('GET', `/api/reports/latest/exchanges?behind=${behind}`);
      assert.equal(body.total, 450);
      paths.push(...body.exchanges.map((each) => each.path));
      return body.next;
    };
    for (let next = await take(0); next !== undefined; next = await take(next)) assert.ok(next < 450);
    assert.deepEqual(
      paths,
      all.map(({ seq }) => `/${seq}`),
    );
  });

  it('an exchange with what it bears on, and the same with the telling part of a breach marked', async (t) => {
    const { folder, results } = await keptRun('broken-service', t);
    const { ask } = await askedDesk(t, { reports: folder });
    const [breach] = results.obligations.find(({ id }) => id === 'SES-09')?.breaches ?? [];
    const [seq = 0, twin = 0] = breach?.exchanges ?? [];
    const { body } = await ask<ReportExchange>('GET', `/api/reports/latest/exchanges/${seq}`);
    assert.deepEqual(
      body.bearsOn.map(({ id, label }) => `${id} ${label}`),
      ['SES-08 failed', 'SES-09 failed'],
    );
    assert.deepEqual(
      body.bound.map((each) => each.seq),
      [twin],
    );
    const marked = await ask<MarkedExchange>(
      'GET',
      `/api/reports/latest/obligations/SES-09/exchanges/${seq}?breach=0`,
    );
    const telling = marked.body.parts.flatMap(({ name, lines }) =>
      lines.filter((line) => line.marked).map(({ text }) => `${name}: ${text}`),
    );
    assert.ok(telling.includes('answer: "message": "Invalid user credentials"'), telling.join('\n'));
  });

  it('nothing for what names nothing, in words', async (t) => {
    const { folder } = await keptRun('broken-service', t);
    const { ask } = await askedDesk(t, { reports: folder });
    const statuses = async (paths: readonly string[]): Promise<string[]> =>
      Promise.all(
        paths.map(async (path) => {
          const { status, body } = await ask<{ error?: { message?: string } }>('GET', `/api/reports/${path}`);
          assert.notEqual(body.error?.message ?? '', '', path);
          return `${status} ${path}`;
        }),
      );
    assert.deepEqual(await statuses(['7', '..%2F..%2Fetc', '%00', 'latest/obligations/%3Cscript%3E']), [
      ...['422 7', '422 ..%2F..%2Fetc', '422 %00', '422 latest/obligations/%3Cscript%3E'],
    ]);
    assert.deepEqual(
      await statuses(['latest/exchanges/0', 'latest/exchanges/99999', 'latest/exchanges/-1']),
      [...['422 latest/exchanges/0', '422 latest/exchanges/99999', '400 latest/exchanges/-1']],
    );
    assert.deepEqual(await statuses(['latest/exchanges/1.5', 'latest/exchanges?behind=x']), [
      ...['400 latest/exchanges/1.5', '400 latest/exchanges?behind=x'],
    ]);
  });
});
