import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { challengeSettings } from '../../support/cli/challenge';
import type { TransferSeams } from '../../support/client/integrator/transfer/seams';
import { checkSchema } from '../../support/contract/schemas';
import { encryptField } from '../../support/crypto/forge/field-encryption';
import type { Challenge, ChallengeAnswer, ChallengeKey } from '../../support/challenge/challenge';
import { readKeyFile, writeChallenge } from '../../support/challenge/challenge-files';
import { makeChallenge } from '../../support/challenge/make-challenge';
import { matchAnswers } from '../../support/challenge/match-answers';
import type { Results } from '../../support/judging/results';
import { embeddedTarget } from '../../support/run/targets';
import { finishRun, temporaryFolder, overallVerdictTexts } from '../report/embedded-run';
import { answerChallenge } from './challenge-answers';
import { failureMessages } from '../../support/report/model/reported-obligation';

const dayMs = 24 * 60 * 60 * 1000;
const wishes = { roles: ['registry', 'hip', 'hiu'], forms: ['x25519'], keyBits: 2048, days: 7 } as const;

/** Judges an answer as `conform challenge --answer` does, with a key that was written and read. */
async function judged(
  t: TestContext,
  { challenge, key }: { challenge: Challenge; key: ChallengeKey },
  answer: ChallengeAnswer,
): Promise<{ results: Results; printed: string }> {
  const folder = temporaryFolder(t);
  const file = join(folder, 'my.challenge.json');
  writeChallenge(file, challenge, key);
  const taken = matchAnswers(answer, readKeyFile(`${file}.key`));
  return finishRun(t, challengeSettings(embeddedTarget, taken, { root: folder }));
}

const verdictsOf = ({ obligations }: Results) =>
  Object.fromEntries(obligations.filter(({ planned }) => planned).map(({ id, verdict }) => [id, verdict]));

const failed = (results: Results): string[] =>
  Object.entries(verdictsOf(results)).flatMap(([id, verdict]) => (verdict === 'failed' ? [id] : []));

const toldOf = (results: Results, id: string): string => {
  const row = results.obligations.find((each) => each.id === id) ?? assert.fail(id);
  return failureMessages(row, results).join('\n');
};

/** XOR split at the other end. */
const lastTwenty: TransferSeams['mixNonces'] = (own, peer) => {
  const mixed = Buffer.from(own.map((byte, index) => byte ^ (peer[index] ?? 0)));
  return { salt: mixed.subarray(-20), iv: mixed.subarray(-12) };
};

describe('a challenge', () => {
  it('gives each method the params of the adapter protocol, and tells nothing else', async () => {
    const { challenge, key } = await makeChallenge({ ...wishes, forms: ['x25519', 'weierstrass'] });
    assert.deepEqual(checkSchema('challenge/challenge', challenge), []);
    for (const { id, method, params } of challenge.items)
      assert.deepEqual(checkSchema(`adapter/${method}-params`, params), [], id);
    assert.deepEqual(Object.keys(challenge.certificates), ['registry']);

    const text = JSON.stringify(challenge);
    assert.ok(text.length < 2 * 1024 * 1024, `${text.length} characters`);
    const secrets = [
      key.privateKeys.registry?.split('\n')[1] ?? '',
      ...key.transfers.flatMap(({ ask }) =>
        ask.method === 'transfer.encrypt' ? [ask.own.privateKey.toString('base64')] : [],
      ),
      ...key.transfers.flatMap(({ ask, mistake }) =>
        ask.method === 'transfer.decrypt' && mistake === undefined ? (ask.bundle.marker ?? []) : [],
      ),
      ...key.transfers.flatMap(({ ask }) => (ask.asked.part === 'negative' ? ask.asked.variant : [])),
    ];
    assert.ok(secrets.length > 100);
    assert.deepEqual(
      [...new Set(secrets)].filter((secret) => text.includes(secret)),
      [],
    );
  });

  it('gives no item an id or a place that tells what is asked', async () => {
    const { key } = await makeChallenge({ ...wishes, roles: ['hip'] });
    const ids = key.transfers.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.notDeepEqual(ids, [...ids].sort());
  });

  it('has keys that outlive it, but for those that are over', async () => {
    const { challenge, key } = await makeChallenge({ ...wishes, roles: ['hip', 'hiu'], days: 30 });
    const end = Date.parse(challenge.expiresAt);
    assert.ok(Math.abs(end - Date.now() - 30 * dayMs) < dayMs);
    for (const { ask } of key.transfers) {
      const expiry = Date.parse(ask.keyMaterial.dhPublicKey.expiry);
      if (ask.asked.variant.startsWith('expiry: ')) assert.ok(expiry < Date.now());
      else assert.ok(expiry > end, ask.asked.variant);
    }
  });
});

describe('answers to a challenge', () => {
  it('that are right conform, in part, and start no mock', async (t) => {
    const both = await makeChallenge({ ...wishes, roles: ['identity', 'registry', 'hip', 'hiu'] });
    const { results, printed } = await judged(t, both, answerChallenge(both.challenge));
    assert.deepEqual(overallVerdictTexts(results), { integrator: 'no failure' });
    assert.deepEqual([...new Set(Object.values(verdictsOf(results)))], ['passed']);
    assert.deepEqual(checkSchema('results', results), []);
    assert.deepEqual(results.run.target.services, {});
    assert.equal(results.run.selfTest, false);
    assert.equal(results.run.challenge?.answers, both.challenge.items.length);
    assert.match(printed, /Answers to a challenge, judged offline: nothing crossed a wire/);
    for (const id of ['HDT-17', 'HDT-19', 'ENC-01', 'ENC-09', 'CRT-07'])
      assert.ok(!(id in verdictsOf(results)), id);
  });

  it('with the salt from the other end fail for it, in both roles, and are told so', async (t) => {
    const both = await makeChallenge({ ...wishes, roles: ['hip', 'hiu'] });
    const { results } = await judged(t, both, answerChallenge(both.challenge, { mixNonces: lastTwenty }));
    assert.deepEqual(failed(results), ['HDT-06', 'HDT-11']);
    for (const id of ['HDT-06', 'HDT-11'])
      assert.match(toldOf(results, id), /likely .*the salt is the last 20 bytes.*the first 20/);
    assert.match(toldOf(results, 'HDT-06'), /\(item-\d+\)/);
    assert.match(toldOf(results, 'HDT-06'), /again {5}npx conform challenge --out/);
  });

  it('that carry the raw value, or another padding, fail for that', async (t) => {
    const both = await makeChallenge({ ...wishes, roles: ['identity', 'registry'] });
    const raw = await judged(
      t,
      both,
      answerChallenge(both.challenge, {}, (_pem, value) => value),
    );
    assert.deepEqual(failed(raw.results).slice(0, 2), ['ENC-01', 'ENC-02']);
    const padded = await judged(
      t,
      both,
      answerChallenge(both.challenge, {}, (pem, value) =>
        encryptField(pem, value, 'oaep-mixed').toString('base64'),
      ),
    );
    assert.deepEqual(failed(padded.results), ['ENC-04']);
    assert.doesNotMatch(JSON.stringify(raw.results), new RegExp(both.key.fields[0]?.value ?? 'none'));
  });

  it('under the certificate of the other service fail for it', async (t) => {
    const both = await makeChallenge({ ...wishes, roles: ['identity', 'registry'] });
    const { identity = '', registry = '' } = both.challenge.certificates;
    const swapped = { ...both.challenge, certificates: { identity: registry, registry: identity } };
    const { results } = await judged(t, both, answerChallenge(swapped));
    assert.deepEqual(failed(results), ['CRT-09']);
  });

  it('that refuse everything pass nothing', async (t) => {
    const both = await makeChallenge(wishes);
    const answers = both.challenge.items.map(({ id }) => ({ id, error: { message: 'no' } }));
    const { results } = await judged(t, both, { challenge: both.challenge.id, answers });
    assert.equal(Object.values(verdictsOf(results)).includes('passed'), false);
    assert.deepEqual(failed(results), ['HDT-08', 'HDT-11']);
  });

  it('that leave an item out show what it was to show no more, and say so by name', async (t) => {
    const both = await makeChallenge(wishes);
    const missing = both.key.transfers.find(({ ask }) => ask.asked.variant.startsWith('algorithm: '));
    const whole = answerChallenge(both.challenge);
    const { results } = await judged(t, both, {
      ...whole,
      answers: whole.answers.filter(({ id }) => id !== missing?.id),
    });
    const row = results.obligations.find(({ id }) => id === 'HDT-01');
    assert.deepEqual([row?.verdict, row?.reason?.text], ['not-tested', `not answered: ${missing?.id ?? ''}`]);
    assert.deepEqual(overallVerdictTexts(results), { integrator: 'no failure' });
    assert.equal(verdictsOf(results)['HDT-02'], 'passed');
  });

  it('with a key that ends before the challenge was made warn', async (t) => {
    const both = await makeChallenge({ ...wishes, roles: ['hip'] });
    const { answers, ...rest } = answerChallenge(both.challenge);
    const stale = (expiry: string) =>
      answers.map((each) => {
        if (!('result' in each)) return each;
        const result = structuredClone(each.result) as { keyMaterial: { dhPublicKey: { expiry: string } } };
        result.keyMaterial.dhPublicKey.expiry = expiry;
        return { ...each, result };
      });
    const before = new Date(Date.parse(both.challenge.createdAt) - 1000).toISOString();
    const after = new Date(Date.parse(both.challenge.createdAt) + 1000).toISOString();
    const late = await judged(t, both, { ...rest, answers: stale(before) });
    assert.equal(verdictsOf(late.results)['HDT-15'], 'warning');
    const ahead = await judged(t, both, { ...rest, answers: stale(after) });
    assert.equal(verdictsOf(ahead.results)['HDT-15'], 'passed');
  });
});
