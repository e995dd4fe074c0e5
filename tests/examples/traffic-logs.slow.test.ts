import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'yaml';
import { parseBoundedJson } from '../../support/contract/json';
import { headerValue } from '../../support/exchange/exchange';
import { readLogEntry } from '../../support/exchange/log/log-entry';
import { ConfigurationError } from '../../support/targets/errors';
import { openSource } from '../../support/traffic/sources';
import { root } from '../cli/conform';
import { freePort } from '../ports';
import { temporaryFolder } from '../report/embedded-run';
import type { ToolName } from '../tools';
import { skipUnlessInstalled } from '../tools';
import { modules, nginx, running, service } from './gateway';

const logs = join(root, 'examples/logs');
const session = '{"clientId":"Klinik Süd","clientSecret":"planted"}';

/** Names that the document writes with an underscore: NGINX drops such headers by default. */
const underscored = [
  ['bearer_auth', 'Bearer planted'],
  ['x-hcx-recipient_code', '1000003538@sbx'],
] as const;

interface Case {
  readonly name: string;
  readonly needs: readonly ToolName[];
  /** Which bodies it logs. */
  readonly bodies: 'all' | 'short' | 'none';
  /** Sets up what the example names in a folder; gives its configuration. */
  readonly configure: (folder: string) => string;
  /** Runs it with a configuration that names a free port. */
  readonly run: (t: TestContext, folder: string, configuration: string, port: number) => Promise<void>;
  /** The log that the filter of the example makes lines of; absent: it writes them itself. */
  readonly filtered?: { readonly log: string; readonly by: string };
}

async function fileRun(
  t: TestContext,
  file: string,
  configuration: string,
  ...[port, command, output]: [port: number, command: readonly string[], output?: string]
): Promise<void> {
  writeFileSync(file, configuration);
  await running(t, port, [...command, file], output);
}

const cases: readonly Case[] = [
  {
    name: 'NGINX with njs',
    needs: ['nginx with js'],
    bodies: 'all',
    run: nginx,
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
    needs: ['nginx with lua'],
    bodies: 'all',
    run: nginx,
    configure(folder) {
      const { plugins } = parse(readFileSync(join(logs, 'kong/kong.yml'), 'utf8')) as {
        plugins: [{ config: Record<'access' | 'body_filter' | 'log', [string]> }];
      };
      const phases = Object.entries(plugins[0].config).map(
        ([phase, [chunk]]) => `${phase}_by_lua_block {\n${chunk}\n}`,
      );
      const configuration = [
        `load_module ${modules}/ndk_http_module.so;\nload_module ${modules}/ngx_http_lua_module.so;`,
        'events {}\nhttp {\n  access_log off;\n  client_body_buffer_size 1m;\n  underscores_in_headers on;\n  server {\n    listen 8080;',
        `    location / {\n${phases.join('\n')}\n      proxy_pass http://127.0.0.1:8081;\n    }\n  }\n}`,
      ].join('\n');
      return replaced(configuration, { '/var/log/kong': folder });
    },
  },
  {
    name: 'HAProxy, with a filter',
    needs: ['haproxy', 'jq'],
    bodies: 'short',
    configure: () => readFileSync(join(logs, 'haproxy/haproxy.cfg'), 'utf8'),
    run: (t, folder, configuration, port) =>
      fileRun(t, join(folder, 'haproxy.cfg'), configuration, port, ['haproxy', '-f'], join(folder, 'log')),
    filtered: { log: 'log', by: 'haproxy' },
  },
  {
    name: 'Caddy, with a filter',
    needs: ['caddy', 'jq'],
    bodies: 'none',
    configure: (folder) =>
      replaced(readFileSync(join(logs, 'caddy/Caddyfile'), 'utf8'), {
        '/var/log/caddy': folder,
        // It would listen for orders of an administrator otherwise.
        'servers {': 'admin off\n\tservers {',
      }),
    run: (t, folder, configuration, port) =>
      fileRun(t, join(folder, 'Caddyfile'), configuration, port, [
        ...['caddy', 'run', '--adapter', 'caddyfile', '--config'],
      ]),
    filtered: { log: 'access.log', by: 'caddy' },
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
async function linesIn(file: string, count: number, make: () => void) {
  for (;;) {
    make();
    const lines = [];
    try {
      for await (const item of (await openSource(file)).items) {
        assert.ok('text' in item, JSON.stringify(item));
        lines.push(parseBoundedJson(item.text));
      }
    } catch (error) {
      // It may not be there yet.
      if (!(error instanceof ConfigurationError)) throw error;
    }
    if (lines.length >= count) return lines;
    await wait(20);
  }
}

/** Has the filter of an example make what is logged so far a traffic log. */
function filter(folder: string, { log, by }: NonNullable<Case['filtered']>): void {
  const file = join(folder, log);
  if (!existsSync(file)) return;
  const { status, stdout, stderr } = spawnSync('jq', ['-cf', join(logs, by, 'traffic.jq'), file]);
  assert.equal(status, 0, stderr.toString());
  writeFileSync(join(folder, 'traffic.jsonl'), stdout);
}

async function logged(t: TestContext, { configure, run, filtered }: Case) {
  const folder = temporaryFolder(t);
  const [port, upstream] = [await freePort(), await service(t)];
  const configuration = replaced(configure(folder), { ':8081': `:${upstream}` }).replace(
    /(listen |bind :|^:)8080/m,
    (_, before: string) => (before === 'listen ' ? `listen 127.0.0.1:${port}` : `${before}${port}`),
  );
  assert.ok(!configuration.includes('8080'), configuration);
  await run(t, folder, configuration, port);
  const length = String(Buffer.byteLength(session));
  const typed = ['Content-Type', 'application/json', 'Content-Length', length];
  const headers = [...underscored.flat(), 'X-Two', '1', 'x-two', '2', ...typed];
  await ask(port, '/api/hiecm/gateway/v3/sessions?a=1', headers, session);
  await ask(port, '/zipped');
  await ask(port, '/nothing');
  const lines = await linesIn(join(folder, 'traffic.jsonl'), 3, () => {
    if (filtered !== undefined) filter(folder, filtered);
  });
  return lines.map((read) => {
    assert.ok('value' in read, JSON.stringify(read));
    const entry = readLogEntry(read.value);
    assert.ok(entry.kind === 'exchange', JSON.stringify(entry));
    return entry.raw;
  });
}

describe('a traffic log', () => {
  for (const each of cases)
    it(
      `is written by ${each.name}, whole`,
      { skip: skipUnlessInstalled(...each.needs), timeout: 30_000 },
      async (t) => {
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
        for (const [name, value] of underscored) assert.equal(headerValue(sent.headers, name), value);
        const [isShort, isLong] = [each.bodies !== 'none', each.bodies === 'all'];
        assert.deepEqual(
          [sent.body?.toString(), sent.absent],
          isShort ? [session, undefined] : [undefined, true],
        );
        const typed = answer?.headers.find(([name]) => name.toLowerCase() === 'content-type');
        assert.deepEqual([answer?.status, typed?.[1]], [200, 'application/json']);
        assert.deepEqual([answer?.body.length, answer?.absent], isLong ? [50_011, undefined] : [0, true]);
        assert.equal(zipped.response?.body.toString(), isShort ? '{"zipped":true}' : '');
        const both = zipped.response.headers.filter(([name]) => name.toLowerCase() === 'x-two');
        assert.deepEqual(
          both.map(([, value]) => value),
          ['a', 'b'],
        );
        assert.deepEqual([nothing.response?.status, nothing.response?.body.length], [204, 0]);
        assert.equal(nothing.request.body, undefined);
      },
    );
});
