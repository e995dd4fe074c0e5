import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readHarEntry } from '../../../support/exchange/har/har-entry';
import { newmanEntries } from '../../../support/exchange/har/newman';
import type { WrittenJson } from '../../traffic/forms/har';
import { reportOf } from '../../traffic/forms/newman';

const begins = Date.parse('2026-11-21T10:00:00.000Z');
const timings = { started: begins, completed: begins + 5000 };

interface Told {
  readonly startedDateTime: string;
  readonly request: {
    readonly url: string;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly postData?: { readonly text: string };
    readonly bodySize: number;
  };
  readonly response: { readonly status: number; readonly _error?: string };
}

/** What is read of executions: entries, or why they are passed over. */
const readFrom = (executions: readonly WrittenJson[]): (Told | string)[] =>
  toldIn(reportOf(executions, timings));

function toldIn(report: string): (Told | string)[] {
  const found = newmanEntries(report);
  if ('flaw' in found) assert.fail(found.flaw);
  return found.map((each) => ('flaw' in each ? each.flaw : (JSON.parse(each.text) as Told)));
}

/** The one entry of an execution with this request. */
function requestOf(request: WrittenJson): Told['request'] {
  const [entry] = readFrom([{ cursor: { ref: 'a' }, request }]);
  if (entry === undefined || typeof entry === 'string') assert.fail(entry);
  return entry.request;
}

const url = { protocol: 'https', host: ['gateway', 'example'], path: ['a'], query: [] };
const answered = (responseTime: number, date?: string): WrittenJson => ({
  request: { method: 'GET', url, header: [] },
  response: { code: 200, header: date === undefined ? [] : [{ key: 'Date', value: date }], responseTime },
});

describe("newman's report", () => {
  it('gives addresses as they were sent', () => {
    const full = {
      ...url,
      port: '8443',
      path: ['p', '42%207', ''],
      query: [
        { key: 'e', value: '%C3%BC' },
        { key: 'off', value: '1', disabled: true },
        { key: 'bare', value: null },
      ],
    };
    assert.equal(
      requestOf({ method: 'GET', url: full }).url,
      'https://gateway.example:8443/p/42%207/?e=%C3%BC&bare',
    );
    assert.equal(
      requestOf({ method: 'GET', url: 'https://gateway.example/x' }).url,
      'https://gateway.example/x',
    );
  });

  it('gives the headers that were sent, and not those that were switched off', () => {
    const header = [
      { key: 'X-CM-ID', value: 'prod', disabled: true },
      { key: 'X-CM-ID', value: 'sbx' },
      { key: 'Host', value: 'gateway.example', system: true },
    ];
    assert.deepEqual(requestOf({ method: 'GET', url, header }).headers, [
      { name: 'X-CM-ID', value: 'sbx' },
      { name: 'Host', value: 'gateway.example' },
    ]);
  });

  const length = (value: string) => ({ key: 'Content-Length', value, system: true });
  const raw = { mode: 'raw', raw: '{"a":1}' };
  const multipart = { mode: 'formdata', formdata: [{ key: 'a', value: 'b', type: 'text' }] };
  const pairs = [
    { key: 'a', value: 'b c' },
    { key: 'off', value: '1', disabled: true },
  ];
  for (const [what, request, text, size, type] of [
    ['a raw body', { method: 'POST', body: raw, header: [length('7')] }, '{"a":1}', 0, undefined],
    ['a raw body that never left', { method: 'POST', body: raw, header: [] }, '{"a":1}', 0, undefined],
    [
      'a body of a GET, which newman leaves out',
      { method: 'GET', body: raw, header: [] },
      undefined,
      0,
      undefined,
    ],
    [
      'a body of a GET that is sent',
      { method: 'GET', body: raw, header: [length('7')] },
      '{"a":1}',
      0,
      undefined,
    ],
    [
      'a body that is switched off',
      { method: 'POST', body: { ...raw, disabled: true }, header: [length('0')] },
      undefined,
      0,
      undefined,
    ],
    [
      'a form',
      { method: 'POST', body: { mode: 'urlencoded', urlencoded: pairs }, header: [length('7')] },
      'a=b%20c',
      0,
      'application/x-www-form-urlencoded',
    ],
    [
      'parts, of which the report has no bytes',
      { method: 'POST', body: multipart, header: [length('159')] },
      undefined,
      -1,
      'multipart/form-data',
    ],
  ] as const)
    it(`gives ${what}`, () => {
      const { postData, bodySize, headers } = requestOf({ url, ...request });
      assert.deepEqual([postData?.text, bodySize], [text, size]);
      assert.equal(headers.find(({ name }) => name === 'Content-Type')?.value, type);
    });

  it('gives the bytes of an answer, however their list is written', () => {
    const body = Buffer.from([0, 7, 10, 99, 100, 255]);
    const response = { code: 200, header: [], stream: { type: 'Buffer', data: [...body] }, responseSize: 6 };
    const report = reportOf([{ request: { method: 'GET', url }, response }], timings);
    for (const text of [report, JSON.stringify(JSON.parse(report)), report.replaceAll(/\n/g, '\r\n')]) {
      const found = newmanEntries(text);
      const [entry] = 'flaw' in found ? assert.fail(found.flaw) : found;
      assert.ok(entry !== undefined && 'text' in entry);
      const { content } = (JSON.parse(entry.text) as { response: { content: WrittenJson } }).response;
      assert.deepEqual(content, { size: 6, text: body.toString('base64'), encoding: 'base64' });
    }
  });

  it('leaves a status beyond all numbers to be refused, and takes it for no missing answer', () => {
    const report = reportOf([answered(10)], timings).replace('"code": 200', '"code": 1e400');
    const [entry] = toldIn(report);
    assert.equal(readHarEntry(entry).kind, 'broken');
  });

  it('tells of a request that got no answer', () => {
    const request = { method: 'GET', url, header: [] };
    const [entry] = readFrom([{ cursor: { ref: 'a' }, request, requestError: { code: 'ECONNREFUSED' } }]);
    assert.ok(typeof entry === 'object');
    assert.deepEqual([entry.response.status, entry.response._error], [0, 'ECONNREFUSED']);
  });
});

describe("times of newman's report", () => {
  const timesIn = (report: string) =>
    toldIn(report).map((each) =>
      typeof each === 'string' ? each : Date.parse(each.startedDateTime) - begins,
    );
  const times = (all: readonly WrittenJson[], given: WrittenJson = timings) => timesIn(reportOf(all, given));
  const at = (seconds: number) => new Date(begins + seconds * 1000).toUTCString();

  it('are those of the answers, between what came before and what came behind', () => {
    assert.deepEqual(times([answered(10, at(1)), answered(10, at(3))]), [1000, 3000]);
    // The clock of the service is a minute ahead, or behind.
    assert.deepEqual(times([answered(10, at(61)), answered(10, at(63))]), [4980, 4990]);
    assert.deepEqual(times([answered(10, at(-60)), answered(10, at(-58))]), [0, 10]);
    assert.deepEqual(times([answered(10), answered(10)]), [0, 10]);
  });

  it('are unknown where no answer has a date and the run waited for long', () => {
    const unknown = 'nothing tells when it was sent: its answer has no Date';
    const long = { started: begins, completed: begins + 600_000 };
    assert.deepEqual(times([answered(10), answered(10, at(300)), answered(10)], long), [
      unknown,
      300_000,
      unknown,
    ]);
    assert.deepEqual(times([answered(10), answered(10, at(30)), answered(10, at(31))], long), [
      unknown,
      30_000,
      31_000,
    ]);
    assert.deepEqual(times([answered(10)], { started: 1e300, completed: 1e300 }), ['its time is no date']);
  });

  it('of all others stay right where one answer took longer than can be', () => {
    for (const took of ['1e400', '1e20']) {
      const text = reportOf([answered(7, at(1)), answered(10, at(2))], timings).replace(
        '"responseTime": 7',
        `"responseTime": ${took}`,
      );
      assert.ok(text.includes(took));
      assert.deepEqual(timesIn(text), [1000, 2000]);
    }
  });
});
