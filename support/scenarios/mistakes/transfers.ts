import type { ReceivedKeyMaterial } from '../../adapter/protocol';
import type { Evidence } from '../../exchange/evidence';
import type { Curve } from '../../crypto/node/transfer';
import { allMistakeTexts, keyPairForLeadingZero, mistakenContent } from '../../crypto/node/transfer';
import type { EncryptAsk } from '../../cases/ask';
import { makePlainBundle } from '../../cases/bundle-makers';
import { loadOwnVectors } from '../../cases/load-vectors';
import type { KeyAndNonce } from '../../cases/material';
import { buildKeyMaterial, keyMaterialOfParty, createRandomParty } from '../../cases/material';
import { sealForHiu } from '../../cases/seal-for-hiu';
import { TestData } from '../../cases/test-data';
import { recordTransfer } from '../integrator/transfer/put-asks';
import { fixedPhrases, readPhrase } from './phrases';
import { newSetting } from './setting';
import type { ExamplePair } from './slip';

/** What an HIP answered to an ask, as it would be recorded. */
function answered(
  ask: EncryptAsk,
  value: { readonly keyMaterial: ReceivedKeyMaterial; readonly content: string },
): readonly Evidence[] {
  const setting = newSetting();
  recordTransfer(setting, ask, { kind: 'result', value }, { arrivedAt: Date.now() });
  return setting.recording.evidence;
}

/** An HIU that asks, and a bundle for it. */
function askFor(form: Curve, { own, ownNonce }: KeyAndNonce, data: TestData): EncryptAsk {
  const asked = { part: 'valid', round: 'example', variant: 'a plain bundle' } as const;
  const keyMaterial = keyMaterialOfParty({ own, ownNonce }, form, data);
  const bundle = makePlainBundle(data, asked.round);
  return { method: 'transfer.encrypt', form, asked, own, ownNonce, keyMaterial, bundle };
}

/** An HIP and an HIU on one curve. */
interface Sides {
  readonly form: Curve;
  readonly hip: KeyAndNonce;
  readonly hiu: KeyAndNonce;
}

/** A transfer that is right, with all that another content for it takes. */
interface Transfer extends Sides {
  readonly ask: EncryptAsk;
  readonly keyMaterial: ReceivedKeyMaterial;
  readonly right: readonly Evidence[];
}

function transferOf(sides: Sides): Transfer {
  const { form, hip, hiu } = sides;
  const data = new TestData();
  const ask = askFor(form, hiu, data);
  const keyMaterial = keyMaterialOfParty(hip, form, data);
  const peer = { publicKey: hiu.own.publicKey, nonce: hiu.ownNonce };
  const content = sealForHiu(hip, peer, ask.bundle.text).toString('base64');
  return { ...sides, ask, keyMaterial, right: answered(ask, { keyMaterial, content }) };
}

/** Transfers between ordinary sides first, then between those on which a mistake may depend. */
function* rightTransfers(): Generator<Transfer> {
  const form = 'x25519';
  const [hip, hiu] = [createRandomParty(form), createRandomParty(form)];
  yield transferOf({ form, hip, hiu });
  const leading = { ...hip, own: keyPairForLeadingZero(form, hiu.own.publicKey) };
  yield transferOf({ form, hip: leading, hiu });
  yield transferOf({
    form: 'weierstrass',
    hip: createRandomParty('weierstrass'),
    hiu: createRandomParty('weierstrass'),
  });
}

const transfers = rightTransfers();
/** Those that were made so far: many mistakes are made of few. */
const made: Transfer[] = [];

function transferAt(index: number): Transfer | undefined {
  if (index < made.length) return made[index];
  const next = transfers.next();
  if (next.done === true) return undefined;
  made.push(next.value);
  return next.value;
}

/** The catalogue of mistakes: the part of each text before its semicolon, which describes the mistake. */
const catalogue: Readonly<Record<string, string>> = Object.fromEntries(
  allMistakeTexts.map((text) => text.replace(/;.*/, '')).map((done) => [done, done]),
);

/**
 * A bundle that an HIP seals rightly, and the same with one mistake of the catalogue, in its words: `the salt is the
 * last 20 bytes`. Throws for words that are not there.
 */
export function sealedSlip(value: string): ExamplePair {
  const done = readPhrase(fixedPhrases(catalogue), value, 'mistake in a transfer');
  for (let index = 0; ; index += 1) {
    const transfer = transferAt(index);
    if (transfer === undefined) throw new Error(`On no curve does it change a content that ${value}`);
    const { ask, hip, hiu, keyMaterial, right } = transfer;
    const sides = { ...hip, peer: hiu.own, peerNonce: hiu.ownNonce, bundle: ask.bundle.text };
    const content = mistakenContent(done, sides);
    if (content !== undefined) return { right, wrong: answered(ask, { keyMaterial, content }) };
  }
}

/**
 * Key material of an HIP beside a known answer, and the same with another value of a member, as in
 * `dhPublicKey.expiry`.
 */
export function keyMaterialSlip(member: string, value: string): ExamplePair {
  const { sender, recipient, bundle = '', content } = knownAnswer();
  const own = {
    curve: 'x25519',
    privateKey: Buffer.from(recipient.privateKey, 'base64'),
    publicKey: Buffer.from(recipient.publicKey, 'base64'),
  } as const;
  const party = { own, ownNonce: Buffer.from(recipient.nonce, 'base64') };
  const ask = { ...askFor('x25519', party, new TestData()), bundle: { text: bundle } };
  const right = buildKeyMaterial(sender.publicKey, sender.nonce);
  return {
    right: answered(ask, { keyMaterial: right, content }),
    wrong: answered(ask, { keyMaterial: withMember(right, member.split('.'), value), content }),
  };
}

/** The first transfer of the vectors: a typical bundle. */
function knownAnswer() {
  const file = loadOwnVectors('transfer-x25519.json');
  const [first] = file.schema === 'vectors/transfer' ? file.groups.flatMap(({ cases }) => cases) : [];
  if (first === undefined) throw new Error('The vectors of transfers hold no case');
  return first;
}

function withMember(
  of: object,
  [name = '', ...below]: readonly string[],
  value: string,
): ReceivedKeyMaterial {
  const before = (of as Record<string, unknown>)[name];
  if (before === undefined) throw new Error(`Key material has no member ${name}`);
  return { ...of, [name]: below.length === 0 ? value : withMember(before as object, below, value) };
}
