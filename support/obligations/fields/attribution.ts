import { isForNothing } from '../../contract/field-text';
import type { Sent } from '../../exchange/evidence';
import type { FieldFact } from '../../exchange/facts';
import type { RuleContext } from '../judge/judge';
import type { CharsetHistory } from './charset-history';
import { isMobile, nameOf } from './fields';
import type { HashHistory } from './hash-history';
import { isOwnKey } from './hash-history';
import type { KeyHistory } from './key-history';

/** What is judged of an encrypted field, each by an obligation of its own. */
export type Aspect =
  'raw OTP' | 'raw identifier' | 'mobile' | 'form' | 'key' | 'padding' | 'single value' | 'bytes';

/** The aspects in which one encrypted field is right, and the one that takes the blame for what is wrong. */
export interface Attribution {
  readonly kept: readonly Aspect[];
  readonly broken?: Aspect;
}

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
 * Goes through what can be wrong with a field that is to be encrypted; the first match takes the blame. What the field
 * keeps all the same is kept: one slip hides nothing else.
 */
export function attribute(about: FieldCase): Attribution {
  const findings = steps(about).map(([aspect, find]) => [aspect, find(about)] as const);
  const broken = findings.find(([, finding]) => finding === 'broken')?.[0];
  return {
    kept: findings.flatMap(([aspect, finding]) => (finding === 'kept' ? [aspect] : [])),
    ...(broken !== undefined && { broken }),
  };
}

function steps({ field, sent, context }: FieldCase): [Aspect, (about: FieldCase) => Finding][] {
  return [
    [secrecyOf(field, sent, context), findSecrecy],
    ['form', findForm],
    ['key', findKey],
    ['padding', findPadding],
    ['single value', findSingle],
    ['bytes', findBytes],
  ];
}

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

function findForm({ field, context }: FieldCase): Finding {
  // The modulus of another service's key may have another length.
  if (field.form === 'base64' && field.key !== undefined && field.ownKey === false) return 'kept';
  if (field.form !== 'base64' || field.bytes !== modulusBytes(field, context)) return 'broken';
  // Any bytes of that length have the form: what no key opens, although keys are known, shows nothing.
  return field.padding === 'unknown' ? 'unknown' : 'kept';
}

/** The length that the ciphertext should have. */
export function modulusBytes(field: FieldFact, { readings }: RuleContext): number {
  return field.modulusBytes ?? readings['key-bits'] / 8;
}

function findKey({ field, sent, keys }: FieldCase): Finding {
  if (field.key === undefined) return 'unknown';
  return isOwnKey(field, sent) && !keys.isOutdated(field, sent) ? 'kept' : 'broken';
}

function findPadding({ field, sent, history, charsets }: FieldCase): Finding {
  if (field.padding === undefined || charsets.garbled(sent, field) !== undefined) return 'unknown';
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
