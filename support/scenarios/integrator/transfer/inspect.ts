import type { CallOutcome } from '../../../adapter/channel';
import type { ReceivedKeyMaterial } from '../../../adapter/protocol';
import type { DecryptAsk, EncryptAsk, OpenAsk, TransferAsk, TransferMethod } from '../../../cases/ask';
import { curveOfForm } from '../../../cases/material';
import type { ContentFact, ExposureFact, KnownMistake, TransferFact } from '../../../contract/transfer';
import { TransferError } from '../../../contract/transfer';
import type { InspectedKeyMaterial, KeyPair } from '../../../crypto/node/transfer';
import {
  codingOf,
  deriveKey,
  diagnoseContent,
  findBundle,
  findPrivateKey,
  hasLeadingZero,
  inspectKeyMaterial,
  keyPairFrom,
  mixNonces,
  open,
  otherCurveMistakes,
  sharedSecret,
  tagBytes,
} from '../../../crypto/node/transfer';

/** The facts of what an HIU made of a content. */
function inspectDecryption(ask: DecryptAsk, outcome: CallOutcome<'transfer.decrypt'>): TransferFact {
  const { form, bundle, sealed, asked } = ask;
  const base = { form, ...codingIn(ask), ...(sealed && secretOf(sealed.own, sealed.peerPublicKey)) };
  if (outcome.kind === 'result') {
    const { bundle: got } = outcome.value;
    if (got === bundle.text) return { ...base, bundle: 'same' };
    if (got === null) return { ...base, bundle: 'other', bundleFlaw: 'null' };
    const isUnverified = asked.part === 'negative' && looksUnverified(got, bundle.text);
    const difference = differenceOf(got, bundle.text);
    return { ...base, bundle: 'other', ...difference, ...(isUnverified && { unverified: true }) };
  }
  const said = outcome.kind === 'refused' ? [outcome.message, outcome.data] : [];
  const bundleIn = bundle.marker === undefined ? [] : findBundle({ sent: said, marker: bundle.marker });
  return { ...base, ...(bundleIn.length > 0 && { bundleIn }) };
}

/** How the suite coded a key that has to be read, even where it is refused for what it stands for. */
export function codingIn({ asked, keyMaterial }: DecryptAsk | EncryptAsk): Pick<TransferFact, 'coding'> {
  const bytes = Buffer.from(keyMaterial.dhPublicKey.keyValue, 'base64');
  if (asked.part === 'negative' && !(standsForOther.test(asked.variant) && bytes.length > 1)) return {};
  return { coding: codingOf(bytes) };
}

/** Of a bad or changed key: its coding is that of a right one. Infinity is one byte in any of them. */
const standsForOther = /^changed key: |of low order: |off the curve/;

/** What both keys agree on; nothing where one of them cannot be used. */
function secretOf(own: KeyPair, publicKey: Buffer | undefined): Pick<TransferFact, 'secret'> {
  if (publicKey === undefined) return {};
  try {
    return { secret: hasLeadingZero(sharedSecret(own, publicKey)) ? 'with a leading zero' : 'ordinary' };
  } catch (error) {
    if (error instanceof TransferError) return {};
    throw error;
  }
}

/**
 * Whether a text is what the keystream makes of a changed content: under the right key the bundle but for a bit, under
 * a wrong one noise. Words of the client's own are neither.
 */
function looksUnverified(got: string, wanted: string): boolean {
  if (/\ufffd|[^\P{Cc}\t\n\r]/u.test(got)) return true;
  const bytes = Buffer.from(got);
  const alike = Buffer.from(wanted).filter((byte, index) => bytes[index] === byte).length;
  return alike > Buffer.byteLength(wanted) / 2;
}

/** How a bundle came out otherwise, without showing it. */
function differenceOf(got: string, wanted: string): Pick<TransferFact, 'bundleFlaw' | 'bundleMeant'> {
  if (got === '') return { bundleFlaw: 'an empty text' };
  const bytes = `${Buffer.byteLength(got)} bytes in place of ${Buffer.byteLength(wanted)}`;
  const known: readonly (readonly [string, string])[] = [
    ['in quotes, as a JSON string', JSON.stringify(wanted)],
    ['in Base64', Buffer.from(wanted).toString('base64')],
    ['UTF-8 read as ISO 8859-1', Buffer.from(wanted).toString('latin1')],
    ['in another Unicode normal form', wanted.normalize('NFC')],
    ['in another Unicode normal form', wanted.normalize('NFD')],
    ['parsed and serialised again', reserialised(wanted)],
  ];
  const [how] = known.find(([, text]) => text === got) ?? [];
  const opened = (how: string) =>
    ({ bundleFlaw: `the bundle ${how} (${bytes})`, bundleMeant: true }) as const;
  if (how !== undefined) return opened(how);
  if (got.trim() === wanted.trim()) return opened('with other blanks around it');
  if (got.includes('\ufffd') && !wanted.includes('\ufffd')) return opened('with replacement characters');
  return { bundleFlaw: `another text (${bytes})` };
}

function reserialised(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** What an answer shows, and what of it must not be recorded. */
export interface InspectedAnswer {
  readonly fact: TransferFact;
  /** Texts that hold a private key of the integrator's. */
  readonly secrets: readonly string[];
}

/**
 * Computes the facts of an answer; keys and bundles stay here. `siblings` are mistakes that the client made before with
 * keys of that form: they are looked for first.
 */
export function inspectAnswer(
  ask: TransferAsk,
  outcome: CallOutcome<TransferMethod>,
  siblings: readonly KnownMistake[] = [],
): InspectedAnswer {
  switch (ask.method) {
    case 'transfer.encrypt':
      return inspectEncryption(ask, outcome as CallOutcome<'transfer.encrypt'>, siblings);
    case 'transfer.open':
      return inspectOpening(ask, outcome as CallOutcome<'transfer.open'>);
    case 'transfer.decrypt':
      return { fact: inspectDecryption(ask, outcome as CallOutcome<'transfer.decrypt'>), secrets: [] };
  }
}

function inspectEncryption(
  ask: EncryptAsk,
  outcome: CallOutcome<'transfer.encrypt'>,
  siblings: readonly KnownMistake[],
): InspectedAnswer {
  const sent = outcome.kind === 'result' ? outcome.value : { message: outcome.message };
  if (outcome.kind !== 'result') return { fact: baseOf(ask, sent), secrets: [] };
  const { keyMaterial, content } = outcome.value;
  if (content === null)
    return { fact: { ...baseOf(ask, sent), ...withoutContent(keyMaterial) }, secrets: [] };
  const inspected = inspectKeyMaterial(keyMaterial ?? {});
  const echoes = echoesOf(keyMaterial, ask);
  const found = contentOf(ask, inspected, content, siblings);
  const mixedUp =
    found.opens === 'whole' ? undefined : privateForPublic(ask, inspected, content, keyMaterial);
  const fact = mixedUp?.content ?? found;
  const { content: _explained, ...rest } = outcome.value;
  const { privateKeyIn, secrets } = mixedUp ?? exposedKey(hasRoom(fact, ask) ? sent : rest, inspected);
  return {
    fact: {
      // What opens to the bundle is its ciphertext and nothing else, and megabytes of it take long to search.
      ...baseOf(ask, found.opens === 'whole' ? rest : sent),
      keyMaterial: inspected.fact,
      ...secretOf(ask.own, inspected.key?.publicKey),
      content: fact,
      ...(echoes.length > 0 && { echoes }),
      ...(privateKeyIn.length > 0 && { privateKeyIn }),
    },
    secrets,
  };
}

/** How the suite coded its key, and where the bundle stands readable in what was sent. */
function baseOf(ask: EncryptAsk, sent: unknown): TransferFact {
  const { marker = '' } = ask.bundle;
  const bundleIn = findBundle({ sent, marker });
  return { form: ask.form, ...codingIn(ask), ...(bundleIn.length > 0 && { bundleIn }) };
}

/**
 * Whether a content may hold more than its bundle: what opens to the bundle and is no longer than it and a tag does
 * not.
 */
function hasRoom({ opens, bytes }: ContentFact, { bundle }: EncryptAsk): boolean {
  if (opens === 'whole') return false;
  return opens !== 'mistaken' || bytes > Buffer.byteLength(bundle.text) + tagBytes;
}

interface ExposedKey {
  readonly privateKeyIn: readonly ExposureFact[];
  readonly secrets: readonly string[];
}

/** A private key that stands where the public key belongs: the content opens with the public key that belongs to it. */
function privateForPublic(
  { form, own, ownNonce, bundle }: EncryptAsk,
  { nonce }: InspectedKeyMaterial,
  content: string,
  keyMaterial: ReceivedKeyMaterial | null,
): (ExposedKey & { readonly content: ContentFact }) | undefined {
  const keyValue = keyValueOf(keyMaterial);
  const bytes = typeof keyValue === 'string' ? Buffer.from(keyValue, 'base64') : Buffer.alloc(0);
  if (typeof keyValue !== 'string' || bytes.length !== 32 || nonce?.length !== 32) return undefined;
  try {
    const peer = keyPairFrom(curveOfForm(form), bytes);
    const { salt, iv } = mixNonces(ownNonce, nonce);
    const key = deriveKey(sharedSecret(own, peer.publicKey), salt);
    if (open(key, iv, Buffer.from(content, 'base64')).toString() !== bundle.text) return undefined;
  } catch (error) {
    if (error instanceof TransferError) return undefined;
    throw error;
  }
  return {
    privateKeyIn: [{ place: '/keyMaterial/dhPublicKey/keyValue', encoding: 'base64' }],
    secrets: [keyValue],
    // It opens under the public key that belongs to it: how it was made is right, and the slip is what was sent.
    content: { bytes: Buffer.from(content, 'base64').length, opens: 'whole' },
  };
}

function contentOf(
  ask: EncryptAsk,
  { key, nonce }: InspectedKeyMaterial,
  content: string,
  siblings: readonly KnownMistake[],
): ContentFact {
  const bytes = (): number => Buffer.from(content, 'base64').length;
  if (key === undefined || nonce?.length !== 32) return { bytes: bytes(), opens: 'unusable' };
  const curve = curveOfForm(ask.form);
  if (key.curve !== curve) return { bytes: bytes(), opens: 'mistaken', mistake: otherCurveMistakes[curve] };
  const { own, ownNonce, bundle } = ask;
  const received = { own, ownNonce, peer: key, peerNonce: nonce, bundle: bundle.text, content };
  return diagnoseContent(received, siblings);
}

function echoesOf(given: ReceivedKeyMaterial | null, { keyMaterial }: EncryptAsk): ('key' | 'nonce')[] {
  return [
    ...(keyValueOf(given) === keyMaterial.dhPublicKey.keyValue ? (['key'] as const) : []),
    ...(given?.nonce === keyMaterial.nonce ? (['nonce'] as const) : []),
  ];
}

function keyValueOf(given: ReceivedKeyMaterial | null): unknown {
  return (given?.dhPublicKey as { keyValue?: unknown } | null | undefined)?.keyValue;
}

/** Of an encryption that failed, and was answered all the same. */
function withoutContent(keyMaterial: ReceivedKeyMaterial | null): Partial<TransferFact> {
  return {
    content: { bytes: 0, opens: 'null' },
    ...(keyMaterial !== null && { keyMaterial: inspectKeyMaterial(keyMaterial).fact }),
  };
}

function exposedKey(sent: unknown, { key }: InspectedKeyMaterial): ExposedKey {
  const found = key === undefined ? [] : findPrivateKey({ sent, publicKeys: [key] });
  return {
    privateKeyIn: found.map(({ place, encoding }) => ({ place, encoding })),
    secrets: found.map(({ text }) => text),
  };
}

function inspectOpening({ form }: OpenAsk, outcome: CallOutcome<'transfer.open'>): InspectedAnswer {
  if (outcome.kind !== 'result') return { fact: { form }, secrets: [] };
  const inspected = inspectKeyMaterial(outcome.value.keyMaterial);
  const { privateKeyIn, secrets } = exposedKey(outcome.value, inspected);
  const fact = { form, keyMaterial: inspected.fact, ...(privateKeyIn.length > 0 && { privateKeyIn }) };
  return { fact, secrets };
}
