import type { Charset } from '../../contract/field-facts';
import { isMissingValueFlaw } from '../../contract/field-text';
import { holdsOtp, readingForService } from '../../contract/readings';
import { pathOfRequest } from '../../exchange/address';
import type { SentEvidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted } from '../../exchange/exchange';
import type { FieldFact, PaddingFact } from '../../exchange/facts';
import { isDoubtful } from '../../exchange/fields';
import {
  isDecryptionError,
  isEncryptionRejection,
  mayBeEncryptionRejection,
} from '../field-encryption/rejections';
import type { RuleContext } from '../judge/judge';
import {
  isInWindow,
  mayBeOfOtherProcess,
  mayEndBeforeReaction,
  mayFollowUnseenRequests,
  tokenOf,
} from '../judge/window';
import { clientInstanceOf, isNamedRequest, serviceOfCertificateFetch } from '../judge/requests';
import { ciphertextsIn, isCiphertextLength, isMobile, nameOfField } from './ciphertexts';

/** Follows of which character sets the values of a client could be opened: one that its library garbles never can. */
export class CharsetHistory {
  readonly #opened = new Set<string>();

  /** Takes in what was opened of one piece of evidence. */
  observe(sent: SentEvidence): void {
    for (const { plaintext } of sent.facts.fields ?? [])
      if (plaintext?.charset !== undefined) this.#opened.add(charsetKey(sent, plaintext.charset));
  }

  /** Whether the client has encrypted a value of ASCII for that service as it should. */
  opensAscii(sent: SentEvidence): boolean {
    return this.#opened.has(charsetKey(sent, 'ASCII'));
  }

  /**
   * The character set that alone can be why no key opens a field: values of ASCII open, and none of that set has ever
   * done so. It is known of what the adapter was asked to encrypt.
   */
  garbled(sent: SentEvidence, { padding }: Pick<FieldFact, 'padding'>): Charset | undefined {
    const charset = charsetGivenToAdapter(sent);
    if (padding !== 'unknown' || charset === undefined || charset === 'ASCII') return undefined;
    return this.opensAscii(sent) && !this.#opened.has(charsetKey(sent, charset)) ? charset : undefined;
  }
}

/** The character set of the value that an adapter was given. */
export function charsetGivenToAdapter(sent: SentEvidence): Charset | undefined {
  return sent.kind === undefined ? undefined : sent.facts.adapter?.charset;
}

const charsetKey = (sent: SentEvidence, charset: Charset): string =>
  `${clientInstanceOf(sent)} ${sent.service ?? ''} ${charset}`;

/** A rejection that no SHA-256 has followed yet. */
export interface Open {
  readonly rejected: number;
  /** How it was padded; `unknown` where no key opens it. */
  readonly padding: PaddingFact;
  /** Whether all was right but the hash; else its slip may be why it was rejected, and SHA-256 no remedy. */
  readonly sound: boolean;
  /** Whether the recording may lack requests of the client that came after the rejection. */
  readonly isInWindow: boolean;
  /** Whether the recording may end before the client tries again under SHA-256. */
  readonly mayEndBeforeRetry: boolean;
  /** The pseudonym of the access token of the rejected request. */
  readonly token: string | undefined;
  /** The time at which the last rejection was answered, in epoch milliseconds. */
  answeredAt: number;
  /** How often it was tried again in vain, and how the last time. */
  missed?: { readonly times: number; readonly seq: number; readonly padding: PaddingFact };
}

/** Follows, for each operation, which hash was rejected and which one came next (clauses 6.3.2, 6.3.3). */
export class HashHistory {
  readonly #open = new Map<string, Open>();
  readonly #rejectedAt = new Set<string>();
  /** The services that accepted SHA-256 at an operation that had rejected SHA-1. A client may remember that. */
  readonly #acceptedBy = new Set<string | undefined>();
  readonly #context: RuleContext;
  #sha256Rejected: number | undefined;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  /**
   * Whether SHA-256 is right for a request: SHA-1 was rejected there before, its service accepted SHA-256 after such a
   * rejection, or the target says so.
   */
  takesSha256(sent: SentEvidence): boolean {
    // What an adapter returned belongs to no operation, so any operation of its service counts.
    if (sent.kind !== undefined)
      return [...this.#rejectedAt].some((each) => each.startsWith(`${sent.service ?? ''} `));
    const chosen = Object.keys(this.#context.readings['oaep-hash']).some((name) =>
      isNamedRequest(sent, name),
    );
    return chosen || this.#rejectedAt.has(operationOf(sent)) || this.#acceptedBy.has(sent.service);
  }

  /** Whether a rejected value is waited for, so that how it comes again is judged by itself. */
  awaitsSha256(sent: SentEvidence): boolean {
    return sent.kind === undefined && this.#open.get(operationKey(sent))?.sound === true;
  }

  /** The rejections that no SHA-256 has followed. */
  get open(): readonly Open[] {
    return [...this.#open.values()];
  }

  /** A rejection of SHA-256 before any other hash was: no retry shows anything after it. */
  get rejectedAtFirst(): number | undefined {
    return this.#sha256Rejected;
  }

  /** Takes an exchange in, after it was judged. Gives the seq of the rejection that it answers by SHA-256. */
  observe(exchange: Exchange): number | undefined {
    const fields = ciphertextsIn(exchange);
    if (fields.length === 0) return undefined;
    const isRejected = mayBeEncryptionRejection(exchange);
    if (isAccepted(exchange) && this.#isUnderSha256(exchange, fields)) this.#acceptedBy.add(exchange.service);
    if (!isRejected && this.#open.size === 0) return undefined;
    const key = operationKey(exchange);
    const open = this.#open.get(key);
    if (open !== undefined && fields.some(({ padding }) => padding === 'oaep-sha256')) {
      this.#open.delete(key);
      return open.rejected;
    }
    if (isAccepted(exchange)) this.#open.delete(key);
    if (isRejected) this.#reject(exchange, fields, open);
    return undefined;
  }

  /** Whether a request uses SHA-256 at an operation that rejected SHA-1 before. */
  #isUnderSha256(exchange: Exchange, fields: readonly FieldFact[]): boolean {
    const usesSha256 = fields.some(({ padding }) => padding === 'oaep-sha256');
    return usesSha256 && this.#rejectedAt.has(operationOf(exchange));
  }

  #reject(exchange: Exchange, fields: readonly FieldFact[], open: Open | undefined): void {
    const paddings = fields.flatMap(({ padding }) => padding ?? []);
    const padding = paddings.find((each) => each !== 'unknown') ?? paddings[0];
    // Without keys, as behind a proxy, the padding cannot be known.
    if (padding === undefined) return;
    const operation = operationOf(exchange);
    if (paddings.includes('oaep-sha1')) this.#rejectedAt.add(operation);
    // A client may have taken it for one, and nothing is demanded of it.
    if (!isEncryptionRejection(exchange, this.#context)) return;
    if (open !== undefined) noteMissed(exchange, open, padding, this.#context);
    else if (paddings.includes('oaep-sha256')) {
      if (!this.#rejectedAt.has(operation)) this.#sha256Rejected ??= exchange.seq;
    } else if (isDecryptionError(exchange, this.#context)) {
      const sound = fields.some((field) => isSoundSha1(field, exchange));
      this.#open.set(operationKey(exchange), {
        rejected: exchange.seq,
        padding,
        sound,
        isInWindow: isInWindow(exchange, this.#context),
        mayEndBeforeRetry: mayEndBeforeReaction(exchange, this.#context),
        token: tokenOf(exchange),
        answeredAt: exchange.answeredAt,
      });
    }
  }
}

/** Notes another attempt without SHA-256, unless the client sent it before it knew of the rejection. */
function noteMissed(exchange: Exchange, open: Open, padding: PaddingFact, context: RuleContext): void {
  if (exchange.arrivedAt < open.answeredAt || mayBeOfOtherProcess(exchange, open.token, context)) return;
  open.missed = { times: (open.missed?.times ?? 0) + 1, seq: exchange.seq, padding };
  open.answeredAt = exchange.answeredAt;
}

function isSoundSha1(field: FieldFact, exchange: Exchange): boolean {
  return field.padding === 'oaep-sha1' && isOwnKey(field, exchange) && field.form === 'base64';
}

/** Whether the key that opens a field is that service's own: the current one, or one that it had before. */
function isOwnKey({ key, ownKey }: FieldFact, { service = 'gateway' }: SentEvidence): boolean {
  return ownKey === true || key === service || key?.startsWith(`${service} `) === true;
}

const operationOf = (exchange: Exchange): string => `${exchange.service ?? ''} ${pathOfRequest(exchange)}`;
const operationKey = (exchange: Exchange): string => `${clientInstanceOf(exchange)} ${operationOf(exchange)}`;

interface Given {
  readonly digest: string;
  /** Whether the client had another key before the last one. */
  readonly replaced: boolean;
  /** The number of fetches of the last key. */
  readonly fetches: number;
  /** When the last key took the place of another, and each declared process may have fetched it, in epoch milliseconds. */
  readonly renewedAt?: number;
  /** The pseudonym of the access token with which the last key was fetched. */
  readonly token: string | undefined;
}

/** Follows which keys each process of the client was given: one whose successor it knows is not to be used again. */
export class KeyHistory {
  readonly #given = new Map<string, Given>();
  /** Lengths of the keys that each service has published, in bytes, the latest last. */
  readonly #lengths = new Map<string, readonly number[]>();
  readonly #context: RuleContext;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  /** Whether the sender has fetched a key of the service in the recording. */
  hasKey(sent: SentEvidence): boolean {
    return this.#given.has(serviceKey(sent));
  }

  /**
   * Whether a field is under a key that its sender has fetched the successor of. If the target declares several processes,
   * another one may have fetched it, also with the same access token: the successor must be fetched once for each process.
   */
  isOutdated({ key = '' }: FieldFact, sent: SentEvidence): boolean {
    if (!key.endsWith(' (retired)')) return false;
    const { renewedAt, token } = this.#given.get(serviceKey(sent)) ?? {};
    if (renewedAt === undefined || sent.arrivedAt < renewedAt) return false;
    const { processes = 1 } = this.#context;
    if (sent.kind === undefined) return !mayBeOfOtherProcess(sent, token, this.#context);
    return processes === 1;
  }

  /**
   * The length of a ciphertext under the key that the service has published, in bytes: that of an earlier one, where
   * the field has it. `undefined` where no key was seen.
   */
  modulusBytes({ service }: Pick<SentEvidence, 'service'>, { bytes = 0 }: FieldFact): number | undefined {
    const lengths = this.#lengths.get(service ?? '') ?? [];
    return lengths.includes(bytes) ? bytes : lengths.at(-1);
  }

  observe(exchange: Exchange): void {
    const { digest, type, bits } = exchange.facts.publicKey ?? {};
    const owner = serviceOfCertificateFetch(exchange);
    if (digest === undefined || owner === undefined || !isAccepted(exchange)) return;
    if (type === 'rsa' && bits !== undefined) {
      const length = Math.ceil(bits / 8);
      const others = (this.#lengths.get(owner) ?? []).filter((each) => each !== length);
      this.#lengths.set(owner, [...others, length]);
    }
    const key = serviceKey({ ...exchange, service: owner });
    const before = this.#given.get(key);
    const isAgain = before?.digest === digest;
    const fetches = before?.digest === digest ? before.fetches + 1 : 1;
    const isReplaced = before !== undefined && (!isAgain || before.replaced);
    const isKnownToAll = isReplaced && fetches === (this.#context.processes ?? 1);
    const renewedAt = isKnownToAll ? exchange.answeredAt : before?.renewedAt;
    const isKept = isKnownToAll || isAgain;
    this.#given.set(key, {
      digest,
      fetches,
      replaced: isReplaced,
      token: tokenOf(exchange),
      ...(isKept && renewedAt !== undefined && { renewedAt }),
    });
  }
}

const serviceKey = (sent: SentEvidence): string => `${clientInstanceOf(sent)} ${sent.service ?? ''}`;

/** What is judged of an encrypted field, each by an obligation of its own. */
export type Aspect =
  'raw OTP' | 'raw identifier' | 'mobile' | 'form' | 'key' | 'padding' | 'single value' | 'bytes';

type Finding = 'kept' | 'broken' | 'unknown';

export interface SentField {
  readonly field: FieldFact;
  readonly sent: SentEvidence;
  readonly history: HashHistory;
  readonly keys: KeyHistory;
  readonly charsets: CharsetHistory;
  readonly context: RuleContext;
}

/**
 * What a field that is to be encrypted shows of one aspect. Of what is wrong with it, the first in the order of `steps`
 * takes the blame. What the field keeps all the same is kept: one slip hides nothing else.
 */
export function judgeFieldAspect(
  aspect: Aspect,
  about: SentField,
): 'kept' | 'broken' | 'doubtful' | undefined {
  const { field, sent, context } = about;
  const at = secrecies.has(aspect) ? 0 : steps.findIndex(([each]) => each === aspect);
  if (at === 0 && secrecyOf(field, sent, context) !== aspect) return undefined;
  const finding = steps[at]?.[1](about);
  if (finding !== 'broken') return finding === 'kept' ? 'kept' : undefined;
  // It takes the blame for the form all the same.
  if (at === 0 && isDoubtful(field)) return 'doubtful';
  const isBlamedBefore = steps.slice(0, at).some(([, find]) => find(about) === 'broken');
  return isBlamedBefore ? undefined : 'broken';
}

/** The names of the first step: which of them it has depends on the field. */
const secrecies: ReadonlySet<Aspect> = new Set(['raw OTP', 'raw identifier', 'mobile']);

const steps: readonly (readonly [Aspect | 'secrecy', (about: SentField) => Finding])[] = [
  ['secrecy', findSecrecy],
  ['form', findForm],
  ['key', findKey],
  ['padding', findPadding],
  ['single value', findSingle],
  ['bytes', findBytes],
];

/** What is wrong with a field that is not encrypted at all. */
function secrecyOf(field: FieldFact, { service }: SentEvidence, { readings }: RuleContext): Aspect {
  const name = nameOfField(field);
  if (isMobile(field)) return 'mobile';
  // What an adapter returned has no name of its own: an OTP goes to the registry, the others to identity.
  return holdsOtp(name, readings) || (name === 'ciphertext' && service === 'registry')
    ? 'raw OTP'
    : 'raw identifier';
}

function findSecrecy(about: SentField): Finding {
  const { field, sent } = about;
  const leaks = sent.facts.leaks ?? [];
  const stands =
    field.form === 'text' &&
    !isMissingValueFlaw(field.flaw) &&
    leaks.some(({ place }) => place.startsWith('body'));
  if (field.readable !== undefined || stands) return 'broken';
  return field.key !== undefined || findForm(about) === 'kept' ? 'kept' : 'unknown';
}

function findForm(about: SentField): Finding {
  const { field } = about;
  // The modulus of another service's key may have another length.
  if (field.form === 'base64' && field.key !== undefined && field.ownKey === false) return 'kept';
  if (field.form !== 'base64') return 'broken';
  if (field.bytes !== modulusBytes(about)) return mayBeOfEarlierKey(about) ? 'unknown' : 'broken';
  // Any bytes of that length have the form: what no key opens, although keys are known, shows nothing.
  return field.padding === 'unknown' ? 'unknown' : 'kept';
}

/** The length that the ciphertext should have: that of the key, where one was seen. */
export function modulusBytes({
  field,
  sent,
  keys,
  context,
}: Pick<SentField, 'field' | 'sent' | 'keys' | 'context'>): number {
  return field.modulusBytes ?? keys.modulusBytes(sent, field) ?? documentedBytes(sent, context);
}

/**
 * Whether a field may be a ciphertext under a key that the service published before the recording began. The length
 * of such a key is unknown if the recording contains no key of the service; else it may be that of the document.
 */
export function mayBeOfEarlierKey({ field, sent, keys, context }: SentField): boolean {
  if (field.form !== 'base64' || field.modulusBytes !== undefined) return false;
  if (!isInWindow(sent, context)) return false;
  const seen = keys.modulusBytes(sent, field);
  const documented = documentedBytes(sent, context);
  if (field.bytes === (seen ?? documented)) return false;
  return seen === undefined ? isCiphertextLength(field) : field.bytes === documented;
}

/** The length of a ciphertext under a key of the size that the document or a reading gives, in bytes. */
const documentedBytes = ({ service }: SentEvidence, { readings }: RuleContext): number =>
  readingForService(readings, 'key-bits', service) / 8;

function findKey({ field, sent, keys, charsets, context }: SentField): Finding {
  // No padding fits under any key that was seen: it is one of the client's own.
  if (mayBeOfUnseenKey({ field, sent, keys, context })) return 'unknown';
  if (field.padding === 'unknown') return charsets.garbled(sent, field) === undefined ? 'broken' : 'unknown';
  if (field.key === undefined) return 'unknown';
  return isOwnKey(field, sent) && !keys.isOutdated(field, sent) ? 'kept' : 'broken';
}

/** Whether the client may have fetched the key of a field before the recording began. No key of the suite opens it. */
export function mayBeOfUnseenKey({
  field,
  sent,
  keys,
  context,
}: Pick<SentField, 'field' | 'sent' | 'keys' | 'context'>): boolean {
  return field.padding === 'unknown' && !keys.hasKey(sent) && mayFollowUnseenRequests(sent, context);
}

/** Whether a field is under SHA-256, and SHA-1 may have been rejected before the recording began. */
export function mayFollowUnseenRejection({
  field,
  sent,
  history,
  context,
}: Pick<SentField, 'field' | 'sent' | 'history' | 'context'>): boolean {
  return (
    field.padding === 'oaep-sha256' && !history.takesSha256(sent) && mayFollowUnseenRequests(sent, context)
  );
}

function findPadding(about: SentField): Finding {
  const { field, sent, history } = about;
  if (field.padding === undefined || field.padding === 'unknown') return 'unknown';
  if (field.padding === 'oaep-sha1') return 'kept';
  if (field.padding === 'oaep-sha256' && history.takesSha256(sent)) return 'kept';
  if (mayFollowUnseenRejection(about)) return 'unknown';
  return history.awaitsSha256(sent) ? 'unknown' : 'broken';
}

function findSingle({ field: { plaintext } }: SentField): Finding {
  if (plaintext === undefined) return 'unknown';
  return plaintext.equals === undefined && plaintext.contains.length > 1 ? 'broken' : 'kept';
}

function findBytes({ field, sent, charsets }: SentField): Finding {
  const { plaintext } = field;
  if (charsets.garbled(sent, field) !== undefined) return 'broken';
  if (plaintext === undefined) return 'unknown';
  if (plaintext.equals !== undefined) return 'kept';
  // A value that the suite did not plant can have any bytes.
  const isOfRun = sent.kind !== undefined || sent.clientInstance !== undefined;
  const planted = plaintext.flaw !== undefined || plaintext.contains.length > 0 || isOfRun;
  return planted ? 'broken' : 'unknown';
}
