import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { defaultReadings } from '../../support/contract/readings';
import { inspectPayerMessage } from '../../support/crypto/node/payer-message';
import type { Exchange } from '../../support/exchange/exchange';
import type { FactFinder } from '../../support/exchange/recorder';
import { createRecorder } from '../../support/exchange/recorder';
import { createRecording } from '../../support/exchange/recording';
import { DiscreetRedactor } from '../../support/exchange/discreet/discreet-redactor';
import { Redactor } from '../../support/exchange/redaction';
import type { Conclusion, RuleContext } from '../../support/obligations';
import { contractObligations, lookoutsFor } from '../../support/obligations';
import { JudgingLoop } from '../../support/judging/loop';
import { leaks } from '../exchange/canaries';
import { hold } from '../hold';
import type { Scene } from './redaction-scenes';
import { isTrueSecret, scenes } from './redaction-scenes';

const context: RuleContext = {
  readings: {
    ...defaultReadings,
    envelope: 'json',
    'bridge-scoped': ['otp.verify', '/api/v3/consent'],
    'correlation-id': { where: 'header', name: 'x-hcx-correlation_id' },
    'oaep-hash': { '/api/v3/enrolment': 'SHA-256' },
    'encryption-rejection': { ...defaultReadings['encryption-rejection'], status: 400, shape: 'envelope' },
  },
  cmId: 'abdm',
  txnIds: ['7b2d6f0e-3c1a-4f58-9a64-0c5e8d1f2a37'],
  participants: { provider: '1000000001@sbx', payer: '1000003538@sbx' },
};

/** Learns as any other, and hides nothing. */
class Transparent extends Redactor {
  override text(text: string): string {
    return text;
  }

  override header(_name: string, value: string): string {
    return value;
  }

  override sealed(): undefined {
    return undefined;
  }
}

const readPayer: FactFinder = ({ service, request: { headers, body } }) =>
  service === 'provider' && body !== undefined
    ? { payer: inspectPayerMessage({ headers, body }, context.readings, []) }
    : {};

/** The secrets are known before: what stood in clear in an earlier exchange is none that could still be hidden. */
function record({ announced, exchanges }: Scene, redactor: Redactor): readonly Exchange[] {
  for (const { kind, value } of announced) redactor.learn(kind, value);
  const learning = createRecorder(createRecording(), redactor);
  for (const each of exchanges) learning.record(each);
  const recording = createRecording();
  const recorder = createRecorder(recording, redactor, [readPayer], lookoutsFor(context));
  for (const each of exchanges) recorder.record(each);
  return recording.exchanges;
}

/** The same exchanges as they are kept, and as they arrived. */
function bothOf(
  scene: Scene,
  redactor = new Redactor(),
): { kept: readonly Exchange[]; arrived: readonly Exchange[] } {
  const kept = record(scene, redactor);
  // Where the client secret stood, only a redactor knows.
  const arrived = record(scene, new Transparent()).map((each, index) => {
    const secretIn = kept[index]?.facts.secretIn;
    return { ...each, facts: { ...each.facts, ...(secretIn && { secretIn }) } };
  });
  return { kept, arrived };
}

/** No transfer crosses a wire. */
const onTheWire = contractObligations.judged.filter(({ area }) => area !== 'health-data-transfer');

/** What every rule finds, without its words. */
function findings(exchanges: readonly Exchange[]): Record<string, unknown> {
  const loop = new JudgingLoop(onTheWire, context);
  for (const exchange of exchanges) loop.observe(exchange);
  return Object.fromEntries([...loop.conclude()].map(([id, conclusion]) => [id, tell(conclusion)]));
}

const tell = ({ observations, breachCount, evidence, breaches, unjudged }: Conclusion): unknown => ({
  observations,
  breachCount,
  evidence,
  shownBy: breaches.map(({ exchanges }) => exchanges),
  isUnjudged: unjudged.length > 0,
});

test('redaction changes no verdict', async () => {
  await hold(
    fc.property(scenes, (scene) => {
      const { kept, arrived } = bothOf(scene);
      assert.deepEqual(findings(kept), findings(arrived));
    }),
    2000,
  );
});

test('nor does the redaction of unannounced traffic', async () => {
  await hold(
    fc.property(scenes, (scene) => {
      const { kept, arrived } = bothOf(scene, new DiscreetRedactor());
      assert.deepEqual(findings(kept), findings(arrived));
    }),
    1000,
  );
});

test('no announced secret stands in what is recorded, in whatever encoding', async () => {
  await hold(
    fc.property(scenes, (scene) => {
      const canaries = Object.fromEntries(
        scene.announced.filter(isTrueSecret).map(({ value }, index) => [`secret ${index}`, value]),
      );
      assert.deepEqual(leaks(JSON.stringify(record(scene, new Redactor())), canaries), []);
    }),
    200,
  );
});

// A property that holds of nothing would hold, too.
test('the scenes keep and break obligations of both subjects, and redaction hides most of what tells', () => {
  const seen = new Set<string>();
  const hidden = new Set<string>();
  for (const scene of fc.sample(scenes, { numRuns: 1000, seed: 1 })) {
    const { kept } = bothOf(scene);
    for (const { facts } of kept) for (const name of Object.keys(facts.arrived ?? {})) hidden.add(name);
    for (const [id, found] of Object.entries(findings(kept))) {
      const { observations, breachCount } = found as Conclusion;
      if (observations > breachCount) seen.add(`${id} kept`);
      if (breachCount > 0) seen.add(`${id} broken`);
    }
  }
  assert.ok(hidden.size >= 30, `redaction hides ${[...hidden].join(', ')}`);
  const telling = ['HDR-01', 'HDR-03', 'HDR-07', 'HDR-10', 'HDR-11', 'SES-03', 'SES-05', 'OTP-01'];
  for (const id of [...telling, 'OTP-05', 'DPY-02', 'TOK-04', 'ENC-13', 'VER-01'])
    for (const how of ['kept', 'broken']) assert.ok(seen.has(`${id} ${how}`), `${id} ${how}`);
});
