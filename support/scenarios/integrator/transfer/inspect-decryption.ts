import type { CallOutcome } from '../../../adapter/channel';
import { TransferError } from '../../../contract/transfer-error';
import type { TransferFact } from '../../../contract/transfer-facts';
import type { KeyPair } from '../../../crypto/node/transfer';
import { codingOf, findBundle, hasLeadingZero, sharedSecret } from '../../../crypto/node/transfer';
import type { DecryptAsk, EncryptAsk } from '../../../cases/ask';

/** The facts of what an HIU made of a content. */
export function inspectDecryption(ask: DecryptAsk, outcome: CallOutcome<'transfer.decrypt'>): TransferFact {
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
export function secretOf(own: KeyPair, publicKey: Buffer | undefined): Pick<TransferFact, 'secret'> {
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
