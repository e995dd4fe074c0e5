import assert from 'node:assert/strict';
import { copyFileSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'yaml';
import { readJson } from '../../support/contract/json';
import { readLogEntry } from '../../support/exchange/log/log-entry';
import { ConfigurationError } from '../../support/targets/errors';
import { openSource } from '../../support/traffic/sources';
import { root } from '../cli/conform';
import { freePort } from '../ports';
import { temporaryFolder } from '../report/embedded-run';
import type { ToolName } from '../tools';
import { missing } from '../tools';
import { modules, nginx, service } from './gateway';

const logs = join(root, 'examples/logs');
const session = '{"clientId":"Klinik Süd","clientSecret":"planted"}';

interface Case {
  readonly name: string;
  readonly needs: ToolName;
  /** Sets up what the example names in a folder; gives the configuration of NGINX. */
  readonly configure: (folder: string) => string;
}

const cases: readonly Case[] = [
  {
    name: 'NGINX with njs',
    needs: 'nginx with js',
    configure(folder) {
      copyFileSync(join(logs, 'nginx/conform.js'), join(folder, 'conform.js'));
      return replaced(readFileSync(join(logs, 'nginx/nginx.conf'), 'utf8'), {
        'modules/': `${modules}/`,
        '/etc/nginx/njs': folder,
        '/var/log/nginx': folder,
      });
    },
  },
  {
    name: 'Kong, whose plugin NGINX runs with its Lua module',
    needs: 'nginx with lua',
    configure(folder) {
      const { plugins } = parse(readFileSync(join(logs, 'kong/kong.yml'), 'utf8')) as {
        plugins: [{ config: Record<'access' | 'body_filter' | 'log', [string]> }];
      };
      const phases = Object.entries(plugins[0].config).map(
        ([phase, [chunk]]) => `${phase}_by_lua_block {\n${chunk}\n}`,
      );
      const configuration = [
        `load_module ${modules}/ndk_http_module.so;\nload_module ${modules}/ngx_http_lua_module.so;`,
        'events {}\nhttp {\n  access_log off;\n  client_body_buffer_size 1m;\n  server {\n    listen 8080;',
        `    location / {\n${phases.join('\n')}\n      proxy_pass http://127.0.0.1:8081;\n    }\n  }\n}`,
      ].join('\n');
      return replaced(configuration, { '/var/log/kong': folder });
    },
  },
];

function replaced(configuration: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    assert.ok(changed.includes(from), from);
    return changed.replaceAll(from, to);
  }, configuration);
}

async function ask(
  port: number,
  path: string,
  headers: readonly string[] = [],
  body?: string,
): Promise<void> {
  const method = body === undefined ? 'GET' : 'POST';
  const asked = request({
    port,
    host: '127.0.0.1',
    path,
    method,
    headers: ['Host', 'gateway.example', ...headers],
  });
  asked.end(body);
  const answer = await new Promise<Parameters<typeof text>[0]>((resolve, reject) => {
    asked.on('response', resolve).on('error', reject);
  });
  await text(answer);
}

/** The log is written once the client has its answer. */
async function linesIn(file: string, count: number) {
  for (;;) {
    const lines = [];
    try {
      for await (const item of (await openSource(file)).items) {
        assert.ok('text' in item, JSON.stringify(item));
        lines.push(readJson(item.text));
      }
    } catch (error) {
      // It may not be there yet.
      if (!(error instanceof ConfigurationError)) throw error;
    }
    if (lines.length >= count) return lines;
    await wait(20);
  }
}

async function logged(t: TestContext, { configure }: Case) {
  const folder = temporaryFolder(t);
  const [port, upstream] = [await freePort(), await service(t)];
  const configuration = replaced(configure(folder), {
    'listen 8080': `listen 127.0.0.1:${port}`,
    '127.0.0.1:8081': `127.0.0.1:${upstream}`,
  });
  await nginx(t, folder, configuration, port);
  const length = String(Buffer.byteLength(session));
  const headers = ['X-Two', '1', 'x-two', '2', 'Content-Type', 'application/json', 'Content-Length', length];
  await ask(port, '/api/hiecm/gateway/v3/sessions?a=1', headers, session);
  await ask(port, '/zipped');
  await ask(port, '/nothing');
  const lines = await linesIn(join(folder, 'traffic.jsonl'), 3);
  return lines.map((read) => {
    assert.ok('value' in read, JSON.stringify(read));
    const entry = readLogEntry(read.value);
    assert.ok(entry.kind === 'exchange', JSON.stringify(entry));
    return entry.raw;
  });
}

describe('a traffic log', () => {
  for (const each of cases)
    it(`is written by ${each.name}, whole`, { skip: missing(each.needs), timeout: 30_000 }, async (t) => {
      const before = Date.now();
      const [first, zipped, nothing] = await logged(t, each);
      assert.ok(first !== undefined && zipped !== undefined && nothing !== undefined);
      const { request: sent, response: answer } = first;
      assert.ok(
        first.arrivedAt > before - 1000 &&
          first.arrivedAt < Date.now() + 1000 &&
          first.answeredAt >= first.arrivedAt,
      );
      assert.deepEqual(
        [sent.method, sent.url],
        ['POST', 'http://gateway.example/api/hiecm/gateway/v3/sessions?a=1'],
      );
      const twice = sent.headers.filter(([name]) => name.toLowerCase() === 'x-two');
      assert.deepEqual(twice.map(([, value]) => value).sort(), ['1', '2']);
      assert.equal(sent.body?.toString(), session);
      const typed = answer?.headers.find(([name]) => name.toLowerCase() === 'content-type');
      assert.deepEqual([answer?.status, answer?.body.length, typed?.[1]], [200, 50_011, 'application/json']);
      assert.equal(zipped.response?.body.toString(), '{"zipped":true}');
      const both = zipped.response.headers.filter(([name]) => name.toLowerCase() === 'x-two');
      assert.deepEqual(
        both.map(([, value]) => value),
        ['a', 'b'],
      );
      assert.deepEqual([nothing.response?.status, nothing.response?.body.length], [204, 0]);
      assert.equal(nothing.request.body, undefined);
    });
});
