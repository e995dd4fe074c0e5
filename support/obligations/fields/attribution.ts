import type { ObligationId } from '..';
import type { Exchange } from '../../exchange/exchange';
import type { FieldFact } from '../../exchange/facts';
import type { RuleContext } from '../judge/judge';
import { isMobile, nameOf } from './fields';
import type { HashHistory } from './hash-history';
import { isOwnKey } from './hash-history';
import type { KeyHistory } from './key-history';

/** The obligations that one encrypted field keeps, and the one that it breaks. */
export interface Attribution {
  readonly kept: readonly ObligationId[];
  readonly broken?: ObligationId;
}

type Finding = 'kept' | 'broken' | 'unknown';

export interface FieldCase {
  readonly field: FieldFact;
  readonly exchange: Exchange;
  readonly history: HashHistory;
  readonly keys: KeyHistory;
  readonly context: RuleContext;
}

/**
 * Goes through what can be wrong with a field that is to be encrypted; the first match takes the blame. What the field
 * keeps all the same is kept: one slip hides nothing else.
 */
export function attribute(about: FieldCase): Attribution {
  const findings = steps(about).map(([obligation, find]) => [obligation, find(about)] as const);
  const broken = findings.find(([, finding]) => finding === 'broken')?.[0];
  return {
    kept: findings.flatMap(([obligation, finding]) => (finding === 'kept' ? [obligation] : [])),
    ...(broken !== undefined && { broken }),
  };
}

function steps({ field, exchange, context }: FieldCase): [ObligationId, (about: FieldCase) => Finding][] {
  return [
    [secrecyOf(field, exchange, context), findSecrecy],
    ['ENC-03', findForm],
    ['CRT-09', findKey],
    ['ENC-04', findPadding],
    ['ENC-06', findSingle],
    ['ENC-07', findBytes],
  ];
}

/** Which obligation a field breaks that is not encrypted at all. */
function secrecyOf(field: FieldFact, { service }: Exchange, { readings }: RuleContext): ObligationId {
  const name = nameOf(field);
  if (isMobile(field)) return 'ENC-15';
  const isOtp = name === 'otp' || readings['encrypted-members'].includes(name);
  // What an adapter returned has no name of its own: an OTP goes to the registry, the others to identity.
  return isOtp || (name === 'ciphertext' && service === 'registry') ? 'ENC-01' : 'ENC-02';
}

function findSecrecy(about: FieldCase): Finding {
  const { field, exchange } = about;
  const leaks = exchange.facts.leaks ?? [];
  const stands = field.form === 'text' && leaks.some(({ place }) => place.startsWith('body'));
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

function findKey({ field, exchange, keys }: FieldCase): Finding {
  if (field.key === undefined) return 'unknown';
  return isOwnKey(field, exchange) && !keys.isOutdated(field, exchange) ? 'kept' : 'broken';
}

function findPadding({ field, exchange, history }: FieldCase): Finding {
  if (field.padding === undefined) return 'unknown';
  if (field.padding === 'oaep-sha1') return 'kept';
  if (field.padding === 'oaep-sha256' && history.takesSha256(exchange)) return 'kept';
  return history.awaitsSha256(exchange) ? 'unknown' : 'broken';
}

function findSingle({ field: { plaintext } }: FieldCase): Finding {
  if (plaintext === undefined) return 'unknown';
  return plaintext.equals === undefined && plaintext.contains.length > 1 ? 'broken' : 'kept';
}

function findBytes({ field: { plaintext }, exchange }: FieldCase): Finding {
  if (plaintext === undefined) return 'unknown';
  if (plaintext.equals !== undefined) return 'kept';
  // A value that the suite did not plant can have any bytes.
  const planted =
    plaintext.flaw !== undefined || plaintext.contains.length > 0 || exchange.call !== undefined;
  return planted ? 'broken' : 'unknown';
}
