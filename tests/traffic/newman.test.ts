import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readNewman } from '../../support/traffic/newman';
import { ConfigurationError } from '../../support/targets/errors';
import { auditContent } from '../cli/auditing';
import { conform } from '../cli/conform';
import { plainTextOrEmpty } from '../plain';
import { artefactsIn, leaksIn } from '../report/artefacts';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { randomBytes } from '../seed';
import type { WrittenJson } from './forms/har';
import { executionOf, newman, reportOf } from './forms/newman';
import { exchangesOfRun } from './forms/run';

/** A run of which no request carries a header. */
const without = (header: string) =>
  exchangesOfRun([]).map(({ request, ...each }) => {
    const headers = request.headers.filter(([name]) => name !== header);
    return { ...each, request: { ...request, headers } };
  });

describe("conform audit of newman's report", () => {
  const verdictOf = async (t: Parameters<typeof auditContent>[0], text: string) => {
    const { folder, stdout } = await auditContent(t, text, ['--subject', 'integrator'], 'newman.json');
    const { obligations, exchanges } = readResults(folder);
    const failed = obligations.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
    return { failed, exchanges, stdout, folder, rows: new Map(obligations.map((row) => [row.id, row])) };
  };

  it('names a request that a script sent, of which newman holds another in its place', async (t) => {
    const executions = exchangesOfRun([]).map(executionOf);
    const twice = executions.flatMap((each, at) => (at === 5 ? [each, each] : [each]));
    const [first, last] = [exchangesOfRun([])[0], exchangesOfRun([]).at(-1)];
    const text = reportOf(twice, { started: first?.arrivedAt, completed: last?.answeredAt });
    const { failed, exchanges, stdout } = await verdictOf(t, text);
    assert.deepEqual([failed, exchanges], [[], 9]);
    assert.match(
      stdout,
      /entry 6: newman reports another request in place of one that a script sent \(pm\.sendRequest\)/,
    );
  });

  it('shows that no request had a token: newman leaves no header out', async (t) => {
    const { rows } = await verdictOf(t, newman(without('Authorization')));
    assert.equal(rows.get('HDR-01')?.verdict, 'failed', plainTextOrEmpty(rows.get('HDR-01')?.reason ?? ''));
  });

  it('is judged in shards too, which know that nothing was left out', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'newman.json'), newman(without('Authorization')));
    const inFolder = async (...args: string[]) => {
      const { code, stderr } = await conform(args, { cwd: folder });
      assert.ok(code === 0 || code === 1 || code === 3, stderr);
    };
    for (const shard of ['1', '2'])
      await inFolder('audit', 'newman.json', '--shard', `${shard}/2`, '--reports', `out/${shard}`);
    await inFolder('merge', 'out/1', 'out/2', '--reports', 'reports');
    const { obligations } = readResults(join(folder, 'reports'));
    assert.equal(obligations.find(({ id }) => id === 'HDR-01')?.verdict, 'failed');
  });

  it('leaves no secret of the report behind, sent or not', async (t) => {
    const secret = (): string => randomBytes(18).toString('base64url');
    const canaries = { environment: secret(), script: secret(), token: secret(), password: secret() };
    const { environment, script, token, password } = canaries;
    const [session, ...others] = exchangesOfRun([]).map(executionOf);
    const request = {
      ...(session?.request as WrittenJson),
      header: [{ key: 'Authorization', value: `Bearer ${token}` }],
      body: { mode: 'raw', raw: JSON.stringify({ clientId: 'me', clientSecret: password }) },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: token }] },
    };
    const text = reportOf(
      [{ ...session, request }, ...others],
      { started: 0, completed: 5000 },
      {
        environment: {
          id: 'a',
          values: [{ key: 'secret', value: environment }],
          _postman_variable_scope: 'environment',
        },
        globals: { values: [{ key: 'kept', value: `pm.set('${script}')` }] },
      },
    );
    const { stdout, folder } = await verdictOf(t, text);
    assert.deepEqual(leaksIn(await artefactsIn(folder), canaries), []);
    assert.deepEqual(leaksIn(new Map([['stdout', stdout]]), canaries), []);
    const broken = await auditContent(t, text.slice(0, 9000), [], 'newman.json');
    assert.deepEqual(leaksIn(new Map([['stderr', broken.stderr]]), canaries), []);
  });

  for (const [what, text, told] of [
    [
      'is cut',
      newman(exchangesOfRun([])).slice(0, 20_000),
      /begins like a report of newman, and cannot be read: no JSON/,
    ],
    [
      'holds no run',
      '{"collection": {}}',
      /begins like a report of newman, and cannot be read: it has no run\.executions/,
    ],
    [
      'holds no time',
      reportOf([], {}),
      /begins like a report of newman, and cannot be read: it has no run\.timings\.started/,
    ],
  ] as const)
    it(`refuses one that ${what}, in a line`, async (t) => {
      const { code, stderr } = await auditContent(t, text, [], 'newman.json');
      assert.equal(code, 2);
      assert.match(stderr, told);
      assert.equal(stderr.trim().split('\n').length, 1);
    });

  it('refuses one that is too large to be read whole', async () => {
    const chunk = Buffer.alloc(1 << 20, ' ');
    const chunks = (async function* () {
      for (let at = 0; at < 129; at += 1) yield await Promise.resolve(chunk);
    })();
    await assert.rejects(
      readNewman(chunks, 'newman.json').next(),
      (error) => error instanceof ConfigurationError && error.message.includes('more than 128 MiB'),
    );
  });
});

describe('what Postman exports itself', () => {
  const run = {
    id: 'a',
    name: 'b',
    collection_id: 'c',
    folder_id: 0,
    totalPass: 1,
    startedAt: 'x',
    results: [],
  };
  const environment = { id: 'a', values: [], _postman_variable_scope: 'environment' };
  for (const [value, told] of [
    [run, /is a run that Postman exported: it keeps neither headers nor bodies/],
    [environment, /is a Postman environment: it holds no traffic/],
  ] as const)
    for (const indent of [0, '\t'])
      it(`is refused in a line that says what to do: ${told.source}${indent}`, async (t) => {
        const { code, stderr } = await auditContent(
          t,
          JSON.stringify(value, undefined, indent),
          [],
          'run.json',
        );
        assert.equal(code, 2);
        assert.match(stderr, told);
        assert.match(stderr, /newman run COLLECTION --reporters json --reporter-json-export newman\.json/);
        assert.equal(stderr.trim().split('\n').length, 1);
      });
});
