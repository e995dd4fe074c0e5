import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { stageMock } from '../../mutants/stage';
import { dayThroughProxy } from '../../mutants/traffic/day';
import { openStdioChannel } from '../../support/adapter/stdio-channel';
import { contractObligations } from '../../support/obligations';
import { resolveReadings } from '../../support/contract/readings';
import type { Results } from '../../support/judging/results';
import { verdictsIn } from '../report/embedded-run';

const root = join(__dirname, '../..');

/** Why the example cannot be run here; CI has a Java and fails without one. */
function whyNot(): string | false {
  const { status, stderr } = spawnSync('javac', ['--version'], { encoding: 'utf8' });
  return status === 0 ? false : `no JDK answers (javac: ${status ?? 'not found'} ${stderr})`;
}

test(
  'the example adapter in Java gets through the proxy the verdicts of a direct run',
  { skip: whyNot() },
  async () => {
    const readings = resolveReadings({ envelope: 'json' });
    const stage = await stageMock({ tls: true, readings });
    try {
      const channel = openStdioChannel({
        command: ['java', 'examples/java/Adapter.java'],
        timeoutMs: 60_000,
        redact: (text) => text,
      });
      const { results } = await dayThroughProxy(channel, { ...stage, target: { ...stage.target, readings } });
      const verdicts = new Map(results.obligations.map(({ id, verdict }) => [id, verdict]));
      // No reading enables two of them; no token was renewed; no key tells that one value was encrypted twice.
      const left = ['HDR-12', 'CBK-07', 'TOK-05', 'ENC-08'];
      const passive = contractObligations.all.filter(
        ({ seen, id }) => seen === 'passive' && !left.includes(id),
      );
      for (const { id } of passive) assert.match(verdicts.get(id) ?? '', /passed|observed/, id);
    } finally {
      await stage.close();
    }
  },
);

/** The target of the example, for its compiled class: java compiles a source file anew each time it is started. */
function compiledTarget(folder: string): string {
  const { status, stderr } = spawnSync('javac', ['-d', folder, join(root, 'examples/java/Adapter.java')], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  const text = readFileSync(join(root, 'examples/java/target.yaml'), 'utf8');
  const source = '[java, examples/java/Adapter.java]';
  assert.ok(text.includes(source));
  const target = join(folder, 'target.yaml');
  writeFileSync(target, text.replace(source, JSON.stringify(['java', '-cp', folder, 'Adapter'])));
  return target;
}

test('the example adapter in Java conforms', { skip: whyNot() }, () => {
  const reports = mkdtempSync(join(tmpdir(), 'java-'));
  try {
    const args = [
      'run',
      '--target',
      compiledTarget(reports),
      '--subject',
      'integrator',
      '--reports',
      join(reports, 'reports'),
    ];
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/conform.cjs', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout + stderr);
    const results = JSON.parse(readFileSync(join(reports, 'reports', 'results.json'), 'utf8')) as Results;
    const planned = results.obligations.filter((each) => each.planned);
    assert.deepEqual(verdictsIn(results), { integrator: 'conforms' });
    assert.equal(results.run.selfTest, false);
    const left = planned.filter(({ verdict }) => !['passed', 'observed', 'declared'].includes(verdict));
    // No target names bridge-scoped operations, issuer or audience by default.
    assert.deepEqual(
      left.map(({ id, verdict }) => [id, verdict]),
      [
        ['HDR-12', 'not-applicable'],
        ['CBK-08', 'not-applicable'],
      ],
    );
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});
