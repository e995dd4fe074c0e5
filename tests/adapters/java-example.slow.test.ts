import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { stageMock } from '../../mutants/stage';
import { dayThroughProxy } from '../../mutants/traffic/day';
import { openStdioChannel } from '../../support/adapter/stdio-channel';
import { contractObligations } from '../../support/obligations';
import { resolveReadings } from '../../support/contract/readings';
import { compiled } from './java-compiled';
import { skipUnlessInstalled } from '../tools';

test(
  'the example adapter in Java gets through the proxy the verdicts of a direct run',
  { skip: skipUnlessInstalled('jdk') },
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
