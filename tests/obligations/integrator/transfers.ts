import { createHash } from 'node:crypto';
import type { KeyMaterialFact, TransferFact } from '../../../support/contract/transfer';
import type { AdapterAnswer } from '../../../support/exchange/evidence';
import type { RequestPurpose, TransportFailure } from '../../../support/exchange/exchange';
import type { AdapterFact } from '../../../support/exchange/facts';
import type { AnyJourneyStep, JourneyStep } from './exchanges';

/** What an adapter answered to a call of `transfer.*`; by default what is right. */
export interface Answered {
  readonly asked?: Partial<RequestPurpose>;
  readonly outcome?: AdapterFact['outcome'];
  readonly fact?: Partial<TransferFact>;
  readonly material?: Partial<KeyMaterialFact>;
  readonly failure?: TransportFailure;
  /** What a client says that refuses. */
  readonly words?: string;
  /** The error code of a refusal. */
  readonly code?: number;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Right key material, new for each `n`. */
function material(at: number, n: number): KeyMaterialFact {
  return {
    flaws: [],
    expiresAt: at + 60_000,
    keyForm: 'x25519',
    keyDigest: digest(`key ${n}`),
    nonceBytes: 32,
    nonceDigest: digest(`nonce ${n}`),
  };
}

function step(
  method: string,
  about: Answered,
  fact: (at: number, n: number) => Partial<TransferFact>,
): JourneyStep<AdapterAnswer> {
  return (at, n) => {
    const outcome = about.outcome ?? 'result';
    const text = JSON.stringify(about.words === undefined ? {} : { error: { message: about.words } });
    return {
      kind: 'adapter answer',
      arrivedAt: at,
      asked: { part: 'valid', round: 'round', variant: 'a plain bundle', ...about.asked },
      method,
      body: { text, bytes: Buffer.byteLength(text) },
      ...(about.failure && { failure: about.failure }),
      facts: {
        adapter: { outcome, ...(about.code !== undefined && { code: about.code }), valueBytes: 10 },
        transfer: { form: 'x25519', ...(outcome === 'result' && fact(at, n)), ...about.fact },
      },
    };
  };
}

/** The HIP encrypted a bundle. */
export function encryptedTransfer(about: Answered = {}): JourneyStep<AdapterAnswer> {
  return step('transfer.encrypt', about, (at, n) => ({
    keyMaterial: { ...material(at, n), ...about.material },
    content: { bytes: 26, opens: 'whole' },
  }));
}

/** The HIU made key material. */
export function openedTransfer(about: Answered = {}): JourneyStep<AdapterAnswer> {
  return step('transfer.open', { ...about, asked: { part: 'open', ...about.asked } }, (at, n) => ({
    keyMaterial: { ...material(at, n), ...about.material },
  }));
}

/** The HIU decrypted a content. */
export function decryptedTransfer(about: Answered = {}): JourneyStep<AdapterAnswer> {
  return step('transfer.decrypt', about, () => ({ bundle: 'same' }));
}

/** A call that was to be refused, and was. */
export function refusedAs(variant: string, about: Answered = {}): Answered {
  return { outcome: 'refused', ...about, asked: { part: 'negative', variant, ...about.asked } };
}

/** Transfers of both roles that keep everything. */
export const goodTransfers = (): AnyJourneyStep[] => [
  encryptedTransfer(),
  encryptedTransfer(),
  ...['algorithm: RSA', 'curve: P-256', 'expiry: a day ago', 'bad key: empty', 'nonce length: 31 bytes'].map(
    (variant) => encryptedTransfer(refusedAs(variant)),
  ),
  openedTransfer(),
  openedTransfer(),
  decryptedTransfer({ asked: { round: 'hiu' } }),
  decryptedTransfer(refusedAs('changed tag: first bit', { asked: { round: 'hiu' } })),
];
