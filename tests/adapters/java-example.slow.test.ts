import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { stageMock } from '../../mutants/stage';
import { dayThroughProxy } from '../../mutants/traffic/day';
import { openStdioChannel } from '../../support/adapter/stdio-channel';
import { contractObligations } from '../../support/obligations';
import { resolveReadings } from '../../support/contract/readings';
import { root } from '../cli/conform';
import { certified } from './certified';
import { compiled } from './java-compiled';
import { missing } from '../tools';

/** Debian's Bouncy Castle; where it is missing X25519 alone is offered. */
const bouncyCastle = '/usr/share/java/bcprov.jar';

test(
  'the example adapter in Java gets through the proxy the verdicts of a direct run',
  { skip: missing('jdk') },
  async () => {
    const readings = resolveReadings({ envelope: 'json' });
    const stage = await stageMock({ tls: true, readings });
    const classes = compiled();
    try {
      const channel = openStdioChannel({
        command: ['java', '-cp', classes, 'Example'],
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
      rmSync(classes, { recursive: true, force: true });
    }
  },
);

/** The target of the example, for its compiled classes: Run.java is itself compiled each time it is started. */
function compiledTarget(): string {
  const folder = compiled();
  const text = readFileSync(join(root, 'adapters/java/target.yaml'), 'utf8');
  const source = `[java, -cp, ${bouncyCastle}, Run.java, Example.java]`;
  assert.ok(text.includes(source));
  const target = join(folder, 'target.yaml');
  const path = [folder, bouncyCastle].join(delimiter);
  writeFileSync(target, text.replace(source, JSON.stringify(['java', '-cp', path, 'Example'])));
  return target;
}

test('the example adapter in Java conforms', { skip: missing('jdk') }, () => {
  const target = compiledTarget();
  try {
    // No target names bridge-scoped operations, issuer or audience by default.
    assert.deepEqual(certified(target), ['HDR-12 not-applicable', 'CBK-08 not-applicable']);
  } finally {
    rmSync(dirname(target), { recursive: true, force: true });
  }
});
