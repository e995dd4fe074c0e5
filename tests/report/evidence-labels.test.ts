import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { deliberateMistakes, deliberateMistakesOf } from '../../support/contract/deliberate-mistakes';
import { addItemToVariant } from '../../support/contract/transfer';
import type { Evidence } from '../../support/exchange/evidence';
import type { RequestPurpose } from '../../support/exchange/exchange';
import { linesOfEvidence } from '../../support/report/parts/lines';
import { labelOfPurpose } from '../../support/run/scenario-label';
import { namesOf, readFeatures } from '../features/feature-files';
import { evidenceIn } from '../recorded-lines';
import { copyCachedRun } from '../runs/kept';

/** The journeys of the client, by their titles. Each of them belongs to several scenarios. */
const journeys = [
  'A registry that changes its key',
  'A registry that rejects a ciphertext',
  'A registry that takes SHA-256 only',
  'A session that lives two seconds',
  'A token that is refused before its end',
  'An identity service that rejects a ciphertext',
  'An identity service that takes SHA-256 only',
  'Callbacks of all sorts',
  'Flows with the payer',
  'From a session to encrypted fields',
  'Health-data transfer',
  'Services that are unavailable for a moment',
  'Services that show a certificate which cannot be verified',
  'Several cycles at once',
];

const scenarios = readFeatures().flatMap(({ pickles }) =>
  pickles.map(({ name, tags }) => ({ name, obligations: namesOf(tags) })),
);
const titles = new Set(scenarios.map(({ name }) => name));

/** Returns the mistake in a variant, in the words of the features, with the ids of the obligations that it tests. */
function mistakeIn(variant: string): { readonly words: string; readonly ids: readonly string[] } | undefined {
  const ids = Object.keys(deliberateMistakes).filter((id) =>
    Object.hasOwn(deliberateMistakesOf(id), variant),
  );
  const words = deliberateMistakesOf(ids[0] ?? '')[variant];
  return words === undefined ? undefined : { words, ids };
}

const aboutOf = (evidence: Evidence, place: string): string | undefined =>
  linesOfEvidence(evidence, []).about.find((line) => line.place === place)?.text;

describe('the labels of all evidence of a self-test', { timeout: 120_000 }, () => {
  let evidence: readonly Evidence[] = [];
  before(async () => {
    const { folder } = await copyCachedRun('self-test');
    evidence = evidenceIn(join(folder, 'recording.jsonl'));
  });

  it('name the scenario of the mistake that was sent, and of no other', () => {
    const seen = new Map<string, Set<string>>();
    for (const { seq, asked, scenario = '' } of evidence) {
      const mistake = asked && asked.part !== 'valid' ? mistakeIn(asked.variant) : undefined;
      if (mistake === undefined) continue;
      const found = scenarios.find(({ name }) => name === scenario);
      assert.ok(scenario.endsWith(mistake.words), `#${seq}: ${mistake.words} is labelled ${scenario}`);
      assert.ok(
        found?.obligations.some((id) => mistake.ids.includes(id)),
        `#${seq}: ${scenario}`,
      );
      seen.set(scenario, (seen.get(scenario) ?? new Set()).add(mistake.words));
    }
    assert.ok(seen.size > 60, `only ${seen.size} scenarios with a mistake`);
    for (const [scenario, words] of seen) assert.equal(words.size, 1, scenario);
  });

  it('name the certificate request and the session request apart, where both carry one mistake', () => {
    const labels = evidence.flatMap(({ asked, scenario }) =>
      asked?.variant === 'stale-timestamp' || asked?.variant === 'no-authorization' ? [scenario] : [],
    );
    assert.deepEqual(labels.toSorted(), [
      'A certificate request with a stale TIMESTAMP',
      'A session request with a stale TIMESTAMP',
      'The certificate of "identity" with no Authorization',
      'The certificate of "registry" with no Authorization',
    ]);
  });

  it('are the same for all evidence that was asked for in the same way', () => {
    const labels = new Map<string, Set<string | undefined>>();
    for (const each of evidence) {
      if (each.asked === undefined) continue;
      const { part, round, variant } = each.asked;
      const key = [part, round, variant].join(' | ');
      labels.set(key, (labels.get(key) ?? new Set()).add(each.scenario));
    }
    for (const [key, found] of labels) assert.equal(found.size, 1, `${key}: ${[...found].join('; ')}`);
    const described = [...labels.values()]
      .flatMap((found) => [...found])
      .filter((each = '') => !titles.has(each));
    assert.equal(new Set(described).size, described.length, 'two variants have one description');
  });

  it('are words, and not the names of rounds', () => {
    for (const { asked, scenario = '' } of evidence) {
      if (asked === undefined || titles.has(scenario)) continue;
      assert.doesNotMatch(scenario, /^round |request about /);
      if (asked.round.includes('/')) assert.ok(!scenario.includes(asked.round), scenario);
    }
  });

  it('name no scenario of a mistake on a valid request', () => {
    const wrong = new Set(
      Object.values(deliberateMistakes).flatMap((mistakes) =>
        Object.values(mistakes).flatMap((words) => [...titles].filter((title) => title.endsWith(words))),
      ),
    );
    const valid = evidence.filter(({ asked }) => asked?.part === 'valid');
    assert.ok(valid.length > 50);
    for (const { seq, asked, scenario = '' } of valid) {
      assert.ok(!wrong.has(scenario), `#${seq}: ${scenario}`);
      const { round = '', variant = '' } = asked ?? {};
      if (!titles.has(scenario)) assert.match(scenario, /^valid \w/, `#${seq}`);
      else assert.equal(scenario, `"${variant}" for "${round.replace('trigger/', '')}"`);
    }
  });

  it('say beside them whether the suite sent a mistake on purpose', () => {
    const beginnings = {
      valid: /^a valid request/,
      negative: /^a request with a mistake, sent on purpose: /,
      open: /^a request (?:without a defined answer|with a mistake, sent on purpose): /,
    };
    for (const each of evidence) {
      const text = aboutOf(each, 'asked');
      if (each.asked === undefined) assert.equal(text, undefined);
      else assert.match(text ?? '', beginnings[each.asked.part], `#${each.seq}`);
    }
  });

  it('name the journey of the client, which many scenarios share', () => {
    const unasked = evidence.filter(
      (each) => each.asked === undefined && (each.kind !== undefined || each.sender !== 'service'),
    );
    assert.deepEqual([...new Set(unasked.map(({ scenario = '' }) => scenario))].toSorted(), journeys);
    const byProcess = Map.groupBy(unasked, ({ clientInstance }) => clientInstance);
    assert.ok(byProcess.size >= journeys.length);
    for (const [process, found] of byProcess)
      assert.equal(new Set(found.map(({ scenario }) => scenario)).size, 1, process);
  });

  it('say who sent a request: the suite sends its own callbacks, and not the process that receives them', () => {
    const counts = { suite: 0, integrator: 0, service: 0, unsent: 0 };
    for (const each of evidence) {
      if (each.kind !== undefined) continue;
      const { seq, sender, clientInstance: process } = each;
      const isSent = each.response !== undefined || each.failure !== undefined;
      const to = process === undefined ? '' : ` to ${process}`;
      const expected = {
        suite: isSent ? `sent by the suite${to}` : 'done by the suite itself, without a request',
        integrator: `sent by ${process ?? ''}`,
        service: 'sent by the payer',
      }[sender];
      assert.equal(aboutOf(each, 'client'), expected, `#${seq}`);
      counts[isSent ? sender : 'unsent'] += 1;
    }
    assert.ok(counts.suite > 100 && counts.integrator > 50 && counts.service > 5, JSON.stringify(counts));
  });
});

describe('the label of what the suite asks for', () => {
  it('exists for every deliberate mistake: a scenario ends with its words', () => {
    for (const mistakes of Object.values(deliberateMistakes))
      for (const [variant, words] of Object.entries(mistakes)) {
        const label = labelOfPurpose({ part: 'negative', round: 'any', variant }, undefined, scenarios);
        assert.ok(titles.has(label) && label.endsWith(words), `${variant}: ${label}`);
      }
  });

  it('finds the scenario of a mistake in a challenge, whose variants name their items', () => {
    const purpose = {
      part: 'negative',
      round: 'hiu/x25519/given',
      variant: 'changed tag: last bit',
    } as const;
    const label = labelOfPurpose(purpose, undefined, scenarios);
    assert.ok(titles.has(label), label);
    const variant = addItemToVariant(purpose.variant, 'item-12');
    assert.equal(labelOfPurpose({ ...purpose, variant }, undefined, scenarios), label);
  });

  it('describes the request where no scenario tests the variant', () => {
    const label = (part: RequestPurpose['part'], round: string, variant: string) =>
      labelOfPurpose({ part, round, variant }, undefined, []);
    const descriptions = [
      label('valid', 'otp/1', 'oaep-sha1'),
      label('valid', 'wrong-credentials', 'right-credentials'),
      label('negative', 'wrong-credentials', 'wrong-secret'),
      label('valid', 'callback/forged', ''),
      label('valid', 'hip/weierstrass-spki/once more (7)', 'once more (7)'),
      label('valid', 'hiu/weierstrass/given, odd', 'the twin of refusals'),
      label('open', 'reachability', 'gateway'),
    ];
    assert.deepEqual(descriptions, [
      'valid request with OTP 1 beside those with mistakes: OAEP with SHA-1',
      'valid session request beside those with wrong credentials: right credentials',
      `session request: ${deliberateMistakesOf('SES-08')['wrong-secret'] ?? ''}`,
      'valid callback with a decision beside those with a JWT that must be refused',
      'valid transfer that the client encrypts, with a Weierstrass SPKI: once more (7)',
      'valid transfer that the client decrypts, with a Weierstrass point: the twin of refusals, an odd private key',
      'request to learn whether a service answers: gateway',
    ]);
  });
});
