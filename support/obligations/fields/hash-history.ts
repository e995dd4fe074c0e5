import type { Sent } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import type { FieldFact, PaddingFact } from '../../exchange/facts';
import {
  isDecryptionError,
  isEncryptionRejection,
  mayRejectEncryption,
} from '../field-encryption/rejections';
import type { RuleContext } from '../judge/judge';
import { ciphertextsIn } from './fields';
import { clientOf, isNamed } from '../judge/requests';
import { isAccepted } from '../../exchange/exchange';
import { pathOf } from '../../exchange/address';

/** A rejection that no SHA-256 has followed yet. */
export interface Open {
  readonly rejected: number;
  /** How it was padded; `unknown` where no key opens it. */
  readonly padding: PaddingFact;
  /** Whether all was right but the hash; else its slip may be why it was rejected, and SHA-256 no remedy. */
  readonly sound: boolean;
  /** How often it was tried again in vain, and how the last time. */
  missed?: { readonly times: number; readonly seq: number; readonly padding: PaddingFact };
}

/** Follows, for each operation, which hash was rejected and which one came next (clauses 6.3.2, 6.3.3). */
export class HashHistory {
  readonly #open = new Map<string, Open>();
  readonly #rejectedAt = new Set<string>();
  readonly #context: RuleContext;
  #sha256Rejected: number | undefined;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  /** Whether SHA-256 is right for a request: SHA-1 was rejected there before, or the target says so. */
  takesSha256(sent: Sent): boolean {
    // What an adapter returned belongs to no operation: any of its service will do.
    if (sent.kind !== undefined)
      return [...this.#rejectedAt].some((each) => each.startsWith(`${sent.service ?? ''} `));
    const chosen = Object.keys(this.#context.readings['oaep-hash']).some((name) => isNamed(sent, name));
    return chosen || this.#rejectedAt.has(operationOf(sent));
  }

  /** Whether a rejected value is waited for, so that how it comes again is judged by itself. */
  awaitsSha256(sent: Sent): boolean {
    return sent.kind === undefined && this.#open.get(keyOf(sent))?.sound === true;
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
    const isRejected = mayRejectEncryption(exchange);
    if (!isRejected && this.#open.size === 0) return undefined;
    const key = keyOf(exchange);
    const open = this.#open.get(key);
    if (open !== undefined && fields.some(({ padding }) => padding === 'oaep-sha256')) {
      this.#open.delete(key);
      return open.rejected;
    }
    if (isAccepted(exchange)) this.#open.delete(key);
    if (isRejected) this.#reject(exchange, fields, open);
    return undefined;
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
    if (open !== undefined)
      open.missed = { times: (open.missed?.times ?? 0) + 1, seq: exchange.seq, padding };
    else if (paddings.includes('oaep-sha256')) {
      if (!this.#rejectedAt.has(operation)) this.#sha256Rejected ??= exchange.seq;
    } else if (isDecryptionError(exchange, this.#context)) {
      const sound = fields.some((field) => isSoundSha1(field, exchange));
      this.#open.set(keyOf(exchange), { rejected: exchange.seq, padding, sound });
    }
  }
}

function isSoundSha1(field: FieldFact, exchange: Exchange): boolean {
  return field.padding === 'oaep-sha1' && isOwnKey(field, exchange) && field.form === 'base64';
}

/** Whether the key that opens a field is that service's own: the current one, or one that it had before. */
export function isOwnKey({ key, ownKey }: FieldFact, { service = 'gateway' }: Sent): boolean {
  return ownKey === true || key === service || key?.startsWith(`${service} `) === true;
}

const operationOf = (exchange: Exchange): string => `${exchange.service ?? ''} ${pathOf(exchange)}`;
const keyOf = (exchange: Exchange): string => `${clientOf(exchange)} ${operationOf(exchange)}`;
