import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { generateTraffic } from '../../mutants/traffic/generate';
import { headers as documented } from '../../support/contract/headers';
import { readLogEntry } from '../../support/exchange/log/log-entry';
import { isBodyPresenceUnknown } from '../../support/exchange/masks';
import { auditContent } from '../cli/auditing';
import { readResults } from '../report/embedded-run';
import { skipUnlessInstalled } from '../tools';
import { at, logging, logs, ofEnvoy, ofKong, ofTraefik, url } from './gateway-lines';

const skip = skipUnlessInstalled('jq');

/** What the filter of an example makes of lines. */
function filtered(folder: string, lines: readonly unknown[]): string {
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const { status, stdout, stderr } = spawnSync('jq', ['-cf', join(logs, folder, 'traffic.jq')], {
    input,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return stdout;
}

/** The same, as it is read. */
function read(folder: string, ...lines: readonly unknown[]) {
  return filtered(folder, lines)
    .trim()
    .split('\n')
    .map((line) => {
      const entry = readLogEntry(JSON.parse(line));
      assert.ok(entry.kind === 'exchange', JSON.stringify(entry));
      return entry.raw;
    });
}

const headerOf = (headers: readonly (readonly [string, string])[], wanted: string) =>
  headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);

describe('the filter of a traffic log', { skip }, () => {
  for (const [folder, line] of [
    ['kong', ofKong],
    ['traefik', ofTraefik],
    ['envoy', ofEnvoy({})],
  ] as const)
    it(`makes lines of what ${folder} logs`, () => {
      const [raw] = read(folder, line);
      assert.ok(raw?.response !== undefined);
      assert.deepEqual(
        [raw.arrivedAt, raw.answeredAt, raw.source, raw.request.method, raw.request.url],
        [at, at + 18, '192.0.2.7', 'POST', url],
      );
      assert.deepEqual(headerOf(raw.request.headers, 'authorization'), ['Bearer a.b.c']);
      assert.equal(raw.request.absent, true, 'a body was sent, and is unknown');
      assert.deepEqual([raw.response.status, raw.response.absent], [200, true]);
      assert.deepEqual(headerOf(raw.response.headers, 'content-type'), ['application/json']);
    });

  it('keeps what Kong repeats, takes batches, and leaves REDACTED as it is where Kong adds nothing', () => {
    const { 'x-original-authorization': _, ...plain } = ofKong;
    const [one, other] = read('kong', [ofKong, plain]);
    assert.deepEqual(headerOf(one?.request.headers ?? [], 'x-two'), ['1', '2']);
    assert.deepEqual(headerOf(other?.request.headers ?? [], 'authorization'), ['REDACTED']);
  });

  it('shows no answer where the client hung up first', () => {
    for (const [folder, line] of [
      ['kong', { ...ofKong, response: { status: 499, headers: {} } }],
      ['traefik', { ...ofTraefik, DownstreamStatus: 499 }],
      ['envoy', ofEnvoy({ RESPONSE_CODE: 0, 'RESP(Content-Type)': null })],
    ] as const) {
      const [raw] = read(folder, line);
      assert.deepEqual([raw?.response, raw?.failure?.code], [undefined, 'NO_ANSWER'], folder);
    }
  });

  it("lists the headers that Envoy's example keeps, all that the document names among them", () => {
    const [raw] = read('envoy', ofEnvoy({ BYTES_RECEIVED: 0 }));
    const { withheld = {}, absent } = raw?.request ?? {};
    const hidden = Object.keys(documented).filter((name) => name.toLowerCase() in withheld);
    assert.deepEqual([hidden, isBodyPresenceUnknown(withheld), absent], [[], false, undefined]);
  });
});

describe('a client whose traffic comes from such a log', { skip }, () => {
  for (const [folder, line] of Object.entries(logging))
    it(`breaks what it breaks and nothing else: ${folder}`, async (t) => {
      for (const breaks of [[], [{ id: 'HDR-07', at: 20 }] as const]) {
        const seen = [...generateTraffic({ exchanges: 60, seed: 3, breaks })];
        const lines = filtered(folder, seen.map(line));
        const { stdout, folder: reports } = await auditContent(
          t,
          lines,
          ['--subject', 'integrator'],
          'traffic.jsonl',
        );
        const { exchanges, obligations } = readResults(reports);
        assert.equal(exchanges, 60, stdout);
        const having = (wanted: string) =>
          obligations.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
        assert.deepEqual(
          having('failed'),
          breaks.map(({ id }) => id),
        );
        for (const id of ['HDR-01', 'HDR-05'] as const) assert.ok(having('passed').includes(id), id);
        assert.ok(having('inconclusive').includes('SES-02'), 'no body is known');
      }
    });
});

it('Kong fills in the field that its filter reads', () => {
  const { plugins } = parse(readFileSync(join(logs, 'kong/file-log.yml'), 'utf8')) as {
    plugins: [{ config: { custom_fields_by_lua: Record<string, string> } }];
  };
  const [name = ''] = Object.keys(plugins[0].config.custom_fields_by_lua);
  assert.ok(readFileSync(join(logs, 'kong/traffic.jq'), 'utf8').includes(`["${name}"]`), name);
});
