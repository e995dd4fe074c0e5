import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { defaultReadings } from '../../support/contract/readings';
import { inspectPayerMessage } from '../../support/crypto/node/payer-message';
import { namesGiven } from '../../support/exchange/allowed-names';
import type { Evidence } from '../../support/exchange/evidence';
import { Keeper } from '../../support/exchange/keep';
import type { FactFinder } from '../../support/exchange/recorder';
import { createRecorder } from '../../support/exchange/recorder';
import { createRecording } from '../../support/exchange/recording';
import { Redactor } from '../../support/exchange/redaction';
import { JudgingLoop } from '../../support/judging/loop';
import type { Conclusion, RuleContext } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import { contextOf, readExamples } from '../../support/report/examples';
import { keptEvidence } from '../exchange/keeping';
import { hold } from '../hold';
import type { Scene } from './redaction-scenes';
import { scenes } from './redaction-scenes';

/** What needs a fact that recorders are yet to give: `fields`, and where a client secret stood. */
const waiting = ['CRT-07', 'CRT-08', 'ENC-01', 'ENC-02', 'ENC-03', 'ENC-05', 'ENC-08', 'ENC-10', 'TOK-04'];

const judged = contractObligations.judged.filter(({ area }) => area !== 'health-data-transfer');

/** What every rule finds, without its words. */
function findings(evidence: readonly Evidence[], context: RuleContext): Record<string, unknown> {
  const loop = new JudgingLoop(
    judged.filter(({ id }) => !waiting.includes(id)),
    context,
  );
  for (const each of evidence) loop.observe(each);
  return Object.fromEntries([...loop.conclude()].map(([id, conclusion]) => [id, tell(conclusion)]));
}

const tell = ({ observations, breachCount, evidence, breaches, unjudged }: Conclusion): unknown => ({
  observations,
  breachCount,
  evidence,
  shownBy: breaches.map(({ exchanges }) => exchanges),
  isUnjudged: unjudged.length > 0,
});

function keeperFor({ readings, cmId = '', txnIds = [], participants = {} }: RuleContext): Keeper {
  return new Keeper({
    names: namesGiven(readings),
    values: [cmId, ...txnIds, ...Object.values(participants)],
  });
}

/** What is judged otherwise by what is kept, each with both findings. */
function differing(evidence: readonly Evidence[], context: RuleContext): string[] {
  const kept = findings(keptEvidence(evidence, keeperFor(context)), context);
  return Object.entries(findings(evidence, context))
    .map(([id, found]) => [id, JSON.stringify(found), JSON.stringify(kept[id])] as const)
    .filter(([, before, after]) => before !== after)
    .map(([id, before, after]) => `${id}: ${before}, and kept ${after}`);
}

test('examples are judged by what is kept as by what arrived', () => {
  const found: string[] = [];
  for (const area of new Set(contractObligations.judged.map((each) => each.area)))
    for (const [id, { right, wrong }] of Object.entries(readExamples(area)))
      for (const recorded of [right, wrong])
        for (const each of recorded === undefined ? [] : differing(recorded.evidence, contextOf(recorded)))
          found.push(`${each}, in an example of ${id}`);
  assert.deepEqual(found, []);
});

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

function arrived({ announced, exchanges }: Scene): readonly Evidence[] {
  const redactor = new Transparent();
  for (const { kind, value } of announced) redactor.learn(kind, value);
  const recording = createRecording();
  const recorder = createRecorder(recording, redactor, [readPayer]);
  for (const each of exchanges) recorder.record(each);
  return recording.evidence;
}

test('so are scenes in which secrets stand where anything else may', async () => {
  await hold(
    fc.property(scenes, (scene) => {
      assert.deepEqual(differing(arrived(scene), context), []);
    }),
    400,
  );
});
