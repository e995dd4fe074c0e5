import { randomInt, randomUUID } from 'node:crypto';
import type { CertifiedService } from '../adapter/protocol';
import type { EncryptAsk } from '../cases/ask';
import { bundleMakersUpTo } from '../cases/bundle-makers';
import { makeFieldCases } from '../cases/field-values';
import { generateHipAsks, nonFhirHipAsks } from '../cases/hip-asks';
import { givenKeyRefusalAsks, nonFhirHiuAsks, givenKeyAsks } from '../cases/hiu-asks';
import { TestData } from '../cases/test-data';
import { mistakenAsks } from '../cases/mistaken-asks';
import { knownAnswerAsks } from '../cases/prepared';
import type { Challenge, ChallengeItem, ChallengeKey, FieldItem, TransferItem } from './challenge';
import { questionOfItem } from './challenge';
import type { CurveForm } from '../contract/readings';
import { isInvalidVariantOf } from '../contract/transfer';
import type { Role } from '../contract/words';
import type { RsaKeyPair } from '../mock/keys';
import { generateRsaKeyPair } from '../mock/keys';

/** Options of a new challenge. */
interface ChallengeWishes {
  readonly roles: readonly Role[];
  readonly forms: readonly CurveForm[];
  readonly keyBits: 2048 | 4096;
  readonly days: number;
}

const dayMs = 24 * 60 * 60 * 1000;
/**
 * Size of the largest bundle in a challenge, in bytes. Small, because people open the challenge file in an
 * editor: bundles of 10 MiB in three key forms would make it about 70 MB long.
 */
const largestBundle = 64 * 1024;

/**
 * Generates a challenge: the questions for the integrator, and the secret key file for judging the answers.
 */
export async function makeChallenge(
  wishes: ChallengeWishes,
): Promise<{ challenge: Challenge; key: ChallengeKey }> {
  const { roles, forms, keyBits, days } = wishes;
  const now = Date.now();
  // Do not pass a seed: it would make the bundles predictable, so a client could answer without decrypting
  // them.
  const data = new TestData();
  const life = {
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + days * dayMs).toISOString(),
  };
  const services = (['identity', 'registry'] as const).filter((service) => roles.includes(service));
  const pairs = await Promise.all(
    services.map(async (service) => [service, await generateRsaKeyPair(keyBits)] as const),
  );
  const { fields, transfers } = numbered(
    services.flatMap((service) => makeFieldCases(keyBits, data, service)),
    lastingBeyond(now + days * dayMs, transferItems(roles, forms, data)),
  );
  const id = randomUUID();
  const challenge: Challenge = {
    version: 1,
    id,
    ...life,
    howToAnswer: howToAnswer(id),
    forms: transfers.length > 0 ? forms : [],
    certificates: written(pairs, ({ publicKey }) => publicKey.export({ type: 'spki', format: 'pem' })),
    items: [...fields, ...transfers].map(questionOfItem).sort(byId),
  };
  const key: ChallengeKey = {
    version: 1,
    warning: 'Keep this file to yourself: anyone who has it can write answers without any crypto.',
    challenge: id,
    ...life,
    answeredAt: null,
    roles,
    keyBits,
    privateKeys: written(pairs, ({ privateKey }) => privateKey.export({ type: 'pkcs8', format: 'pem' })),
    fields,
    transfers,
  };
  return { challenge, key };
}

type Unnumbered<Item> = Omit<Item, 'id'>;

function transferItems(
  roles: readonly Role[],
  forms: readonly CurveForm[],
  data: TestData,
): Unnumbered<TransferItem>[] {
  const kinds = bundleMakersUpTo(largestBundle);
  const asHip: EncryptAsk[] = roles.includes('hip')
    ? [...generateHipAsks(forms, data, kinds), ...nonFhirHipAsks(forms, data)]
    : [];
  const asHiu: Unnumbered<TransferItem>[] = roles.includes('hiu')
    ? forms.flatMap((form) => {
        const right = [...givenKeyAsks(form, data, kinds)];
        const others = [
          ...knownAnswerAsks(form, data),
          ...givenKeyRefusalAsks(form, forms, data),
          ...nonFhirHiuAsks([form], data),
        ];
        return [
          ...[...right, ...others].map((ask) => ({ ask })),
          // Always include content with known mistakes: the suite cannot ask again once an answer turns out
          // to be wrong.
          ...right.slice(0, 1).flatMap((ask) => [...mistakenAsks(ask, data)]),
        ];
      })
    : [];
  return [...asHip.map((ask) => ({ ask })), ...asHiu];
}

/**
 * Moves the expiry of the suite's keys beyond the deadline for answers (`end`, epoch milliseconds). Items
 * that test an expired key keep their original expiry.
 */
function lastingBeyond(end: number, items: Unnumbered<TransferItem>[]): Unnumbered<TransferItem>[] {
  const expiry = new Date(end + dayMs).toISOString();
  return items.map((item) => {
    const { ask } = item;
    if (isInvalidVariantOf(ask.asked.variant, ['expiry'])) return item;
    const { dhPublicKey } = ask.keyMaterial;
    const keyMaterial = { ...ask.keyMaterial, dhPublicKey: { ...dhPublicKey, expiry } };
    return { ...item, ask: { ...ask, keyMaterial } };
  });
}

/**
 * Assigns ids at random, so that neither the ids nor the order of the items reveal which ones must be
 * refused.
 */
function numbered(
  fields: readonly Unnumbered<FieldItem>[],
  transfers: readonly Unnumbered<TransferItem>[],
): { fields: FieldItem[]; transfers: TransferItem[] } {
  const count = fields.length + transfers.length;
  const ids = shuffled(
    Array.from({ length: count }, (_unused, index) => `item-${String(index + 1).padStart(3, '0')}`),
  );
  const idOf = (index: number): string => ids[index] ?? '';
  return {
    fields: fields.map((field, index) => ({ id: idOf(index), ...field })),
    transfers: transfers.map((transfer, index) => ({ id: idOf(fields.length + index), ...transfer })),
  };
}

function shuffled(texts: readonly string[]): string[] {
  const left = [...texts];
  return texts.flatMap(() => left.splice(randomInt(left.length), 1));
}

const byId = (one: ChallengeItem, other: ChallengeItem): number => one.id.localeCompare(other.id);

function written(
  pairs: readonly (readonly [CertifiedService, RsaKeyPair])[],
  write: (pair: RsaKeyPair) => string | Buffer,
): Partial<Record<CertifiedService, string>> {
  return Object.fromEntries(pairs.map(([service, pair]) => [service, write(pair).toString()]));
}

/** Returns the instructions at the top of a challenge, which make the file self-explanatory. */
function howToAnswer(id: string): string[] {
  return [
    'Write a unit test that loops over items and calls your own crypto for each.',
    'field.encrypt {service, value}: encrypt value under certificates[service] as you do for a request field; the result is {ciphertext}.',
    "transfer.encrypt {keyMaterial, bundle}: as HIP, encrypt bundle for an HIU with that key material; the result is {keyMaterial, content}, with a key pair and a nonce of the item's own.",
    'transfer.decrypt {recipient, keyMaterial, content}: as HIU with the key and nonce of recipient, decrypt what an HIP with that keyMaterial sent; the result is {bundle}.',
    'Some items are wrong on purpose. Where your code refuses, or throws, the answer is an error with its message; do not answer in its place.',
    `The answer file: {"challenge": "${id}", "implementation": {"name": "…", "version": "…"}, "answers": [{"id": "item-001", "result": {…}}, {"id": "item-002", "error": {"message": "…"}}, …]}`,
    'Answer every item: an item without an answer is not tested. Answer once, before expiresAt.',
    'What results look like in detail: schemas/adapter/<method>-result.schema.json of the suite.',
  ];
}
