import { isForNothing } from '../../contract/field-text';
import { keyReading } from '../../contract/readings';
import type { Sent } from '../../exchange/evidence';
import type { FieldFact } from '../../exchange/facts';
import type { RuleContext } from '../judge/judge';
import type { CharsetHistory } from './charset-history';
import { isDoubtful, isMobile, nameOf } from './fields';
import type { HashHistory } from './hash-history';
import { isOwnKey } from './hash-history';
import type { KeyHistory } from './key-history';

/** What is judged of an encrypted field, each by an obligation of its own. */
export type Aspect =
  'raw OTP' | 'raw identifier' | 'mobile' | 'form' | 'key' | 'padding' | 'single value' | 'bytes';

type Finding = 'kept' | 'broken' | 'unknown';

export interface FieldCase {
  readonly field: FieldFact;
  readonly sent: Sent;
  readonly history: HashHistory;
  readonly keys: KeyHistory;
  readonly charsets: CharsetHistory;
  readonly context: RuleContext;
}

/**
 * What a field that is to be encrypted shows of one aspect. Of what is wrong with it, the first in the order of `steps`
 * takes the blame. What the field keeps all the same is kept: one slip hides nothing else.
 */
export function attribute(aspect: Aspect, about: FieldCase): 'kept' | 'broken' | undefined {
  const { field, sent, context } = about;
  const at = secrecies.has(aspect) ? 0 : steps.findIndex(([each]) => each === aspect);
  if (at === 0 && secrecyOf(field, sent, context) !== aspect) return undefined;
  const finding = steps[at]?.[1](about);
  if (finding !== 'broken') return finding === 'kept' ? 'kept' : undefined;
  // It takes the blame for the form all the same.
  if (at === 0 && isDoubtful(field)) return undefined;
  const isBlamedBefore = steps.slice(0, at).some(([, find]) => find(about) === 'broken');
  return isBlamedBefore ? undefined : 'broken';
}

/** The names of the first step: which of them it has depends on the field. */
const secrecies: ReadonlySet<Aspect> = new Set(['raw OTP', 'raw identifier', 'mobile']);

const steps: readonly (readonly [Aspect | 'secrecy', (about: FieldCase) => Finding])[] = [
  ['secrecy', findSecrecy],
  ['form', findForm],
  ['key', findKey],
  ['padding', findPadding],
  ['single value', findSingle],
  ['bytes', findBytes],
];

/** What is wrong with a field that is not encrypted at all. */
function secrecyOf(field: FieldFact, { service }: Sent, { readings }: RuleContext): Aspect {
  const name = nameOf(field);
  if (isMobile(field)) return 'mobile';
  const isOtp = name === 'otp' || readings['encrypted-members'].includes(name);
  // What an adapter returned has no name of its own: an OTP goes to the registry, the others to identity.
  return isOtp || (name === 'ciphertext' && service === 'registry') ? 'raw OTP' : 'raw identifier';
}

function findSecrecy(about: FieldCase): Finding {
  const { field, sent } = about;
  const leaks = sent.facts.leaks ?? [];
  const stands =
    field.form === 'text' && !isForNothing(field.flaw) && leaks.some(({ place }) => place.startsWith('body'));
  if (field.readable !== undefined || stands) return 'broken';
  return field.key !== undefined || findForm(about) === 'kept' ? 'kept' : 'unknown';
}

function findForm(about: FieldCase): Finding {
  const { field } = about;
  // The modulus of another service's key may have another length.
  if (field.form === 'base64' && field.key !== undefined && field.ownKey === false) return 'kept';
  if (field.form !== 'base64' || field.bytes !== modulusBytes(about)) return 'broken';
  // Any bytes of that length have the form: what no key opens, although keys are known, shows nothing.
  return field.padding === 'unknown' ? 'unknown' : 'kept';
}

/** The length that the ciphertext should have: that of the key, where one was seen. */
export function modulusBytes({
  field,
  sent,
  keys,
  context,
}: Pick<FieldCase, 'field' | 'sent' | 'keys' | 'context'>): number {
  return (
    field.modulusBytes ??
    keys.modulusBytes(sent, field) ??
    keyReading(context.readings, 'key-bits', sent.service) / 8
  );
}

function findKey({ field, sent, keys, charsets }: FieldCase): Finding {
  // No padding fits under any key that was seen: it is one of the client's own.
  if (field.padding === 'unknown') return charsets.garbled(sent, field) === undefined ? 'broken' : 'unknown';
  if (field.key === undefined) return 'unknown';
  return isOwnKey(field, sent) && !keys.isOutdated(field, sent) ? 'kept' : 'broken';
}

function findPadding({ field, sent, history }: FieldCase): Finding {
  if (field.padding === undefined || field.padding === 'unknown') return 'unknown';
  if (field.padding === 'oaep-sha1') return 'kept';
  if (field.padding === 'oaep-sha256' && history.takesSha256(sent)) return 'kept';
  return history.awaitsSha256(sent) ? 'unknown' : 'broken';
}

function findSingle({ field: { plaintext } }: FieldCase): Finding {
  if (plaintext === undefined) return 'unknown';
  return plaintext.equals === undefined && plaintext.contains.length > 1 ? 'broken' : 'kept';
}

function findBytes({ field, sent, charsets }: FieldCase): Finding {
  const { plaintext } = field;
  if (charsets.garbled(sent, field) !== undefined) return 'broken';
  if (plaintext === undefined) return 'unknown';
  if (plaintext.equals !== undefined) return 'kept';
  // A value that the suite did not plant can have any bytes.
  const isOfRun = sent.kind !== undefined || sent.clientInstance !== undefined;
  const planted = plaintext.flaw !== undefined || plaintext.contains.length > 0 || isOfRun;
  return planted ? 'broken' : 'unknown';
}
