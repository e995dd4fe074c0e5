import type { CallOutcome } from '../../../adapter/channel';
import { TransferError } from '../../../contract/transfer-error';
import type { TransferLeakFact } from '../../../contract/transfer-facts';
import type { Curve, PublicKey } from '../../../crypto/node/transfer';
import {
  deriveKey,
  findBundle,
  inspectKeyMaterial,
  keyPairFrom,
  mixNonces,
  sharedSecret,
} from '../../../crypto/node/transfer';
import { viewsOf } from '../../../exchange/encodings';
import { SecretSearch } from '../../../exchange/secret-search';
import type { Sealed, TransferAsk, TransferMethod } from '../../../cases/ask';
import type { KeyText } from './key-texts';
import { keyTextsIn } from './key-texts';

/** A secret of a transfer that a log shows: of the client as HIP or as HIU. */
export interface LoggedSecret {
  readonly side: 'hip' | 'hiu';
  readonly leak: Omit<TransferLeakFact, 'what'> & {
    readonly what: TransferLeakFact['what'] | 'opened bundle';
  };
  /** The text that holds it, and must not be shown; of a bundle none. */
  readonly text?: string;
}

type Told = Pick<LoggedSecret, 'side'> & { readonly what: LoggedSecret['leak']['what'] };

/** A value in a log, and where it stood. */
type Logged = KeyText & { readonly place: string };

/** Values by their bytes, or by what belongs to them, in hexadecimal. */
type ByHex<Value> = Map<string, Value>;

/** What is known of one curve: the public keys that were sent, and those of all values in logs. */
interface OnCurve {
  readonly sent: ByHex<Told>;
  readonly logged: ByHex<Logged>;
}

/** So many values of one log are tried: each takes a multiplication on a curve. */
const mostTried = 10_000;
/** On each side: who logs what the keys of a transfer lead to does so from the first transfers on. */
const mostAgreed = 50;

/**
 * Knows the secrets of transfers again in logs. None is handed over: what is the private key of a public key that was
 * sent shows by itself, and the suite has agreed on the others. What the suite gave is never one of them. A log may be
 * ahead of the answer, so that what was logged is kept here, and nowhere else.
 */
export class LoggedSecrets {
  readonly #tell: (secret: LoggedSecret) => void;
  readonly #logged: ByHex<Logged> = new Map();
  readonly #left = new Map<string, number>();
  readonly #curves = new Map<Curve, OnCurve>();
  readonly #secrets: ByHex<Told> = new Map();
  readonly #markers = new SecretSearch();
  readonly #agreed: (Sealed & Pick<LoggedSecret, 'side'>)[] = [];
  readonly #count = { hip: 0, hiu: 0 };

  constructor(tell: (secret: LoggedSecret) => void) {
    this.#tell = tell;
  }

  /** Takes what a log says, in whole lines. */
  hear(text: string, place: string): void {
    for (const each of keyTextsIn(text)) this.#take({ ...each, place });
    const markers = new Set<string>();
    for (const view of viewsOf(text))
      this.#markers.find(view.text, (_start, _end, marker) => markers.add(marker));
    const opened = [...markers].flatMap((marker) => findBundle({ sent: text, marker }));
    for (const { encoding } of opened.slice(0, 1))
      this.#tell({ side: 'hiu', leak: { what: 'opened bundle', place, encoding } });
  }

  /** A content is about to be handed to the client: only who opens it can log the bundle. */
  asking(ask: TransferAsk): void {
    if (ask.method !== 'transfer.decrypt') return;
    const { marker } = ask.bundle;
    if (marker !== undefined) this.#markers.add(marker, marker);
    if (ask.sealed !== undefined) this.#agree({ ...ask.sealed, side: 'hiu' });
  }

  /** What an answer says of the keys of the client. */
  answered(ask: TransferAsk, outcome: CallOutcome<TransferMethod>): void {
    if (outcome.kind !== 'result' || !('keyMaterial' in outcome.value)) return;
    const { key, nonce } = inspectKeyMaterial(outcome.value.keyMaterial ?? {});
    if (key === undefined) return;
    if (ask.method !== 'transfer.encrypt') {
      this.#announce(key, 'hiu');
      return;
    }
    const { own, ownNonce } = ask;
    // The key of the suite itself, sent back: its private key is not the client's.
    if (own.publicKey.equals(key.publicKey)) return;
    this.#announce(key, 'hip');
    if (nonce !== undefined)
      this.#agree({ own, ownNonce, peerPublicKey: key.publicKey, peerNonce: nonce, side: 'hip' });
  }

  #announce({ curve, publicKey }: PublicKey, side: LoggedSecret['side']): void {
    const name = publicKey.toString('hex');
    const { sent, logged } = this.#curves.get(curve) ?? this.#meet(curve);
    const told = { side, what: 'private key' } as const;
    sent.set(name, told);
    this.#found(told, logged.get(name));
  }

  /** A curve on which no key was sent before. */
  #meet(curve: Curve): OnCurve {
    const met: OnCurve = { sent: new Map(), logged: new Map() };
    this.#curves.set(curve, met);
    for (const each of this.#logged.values()) placeOn(each, curve, met);
    return met;
  }

  #agree(transfer: Sealed & Pick<LoggedSecret, 'side'>): void {
    this.#count[transfer.side] += 1;
    if (this.#count[transfer.side] > mostAgreed) return;
    this.#agreed.push(transfer);
    // Where nothing is logged that may be a key, nothing is computed.
    if (this.#logged.size > 0) this.#derive();
  }

  #derive(): void {
    for (const transfer of this.#agreed.splice(0))
      for (const [what, bytes] of derivedIn(transfer)) {
        const told = { side: transfer.side, what };
        this.#secrets.set(bytes.toString('hex'), told);
        this.#found(told, this.#logged.get(bytes.toString('hex')));
      }
  }

  #take(logged: Logged): void {
    const name = logged.bytes.toString('hex');
    if (!this.#logged.has(name)) {
      const left = this.#left.get(logged.place) ?? mostTried;
      if (left === 0) return;
      this.#left.set(logged.place, left - 1);
      this.#derive();
      this.#logged.set(name, logged);
      for (const [curve, met] of this.#curves)
        this.#keep(name, met.sent.get(placeOn(logged, curve, met) ?? ''));
    }
    this.#found(this.#secrets.get(name), logged);
  }

  #keep(name: string, told: Told | undefined): void {
    if (told !== undefined) this.#secrets.set(name, told);
  }

  #found(told: Told | undefined, logged: Logged | undefined): void {
    if (told === undefined || logged === undefined) return;
    const { place, encoding, text, bytes } = logged;
    this.#secrets.set(bytes.toString('hex'), told);
    this.#tell({ side: told.side, leak: { what: told.what, place, encoding }, text });
  }
}

/** Keeps a value by the public key that belongs to it. */
function placeOn(logged: Logged, curve: Curve, met: OnCurve): string | undefined {
  const name = unlessFlawed(() => keyPairFrom(curve, logged.bytes).publicKey.toString('hex'));
  if (name !== undefined) met.logged.set(name, logged);
  return name;
}

/** The secret of both keys, and the key that follows from it (clauses 6.2.3 and 6.2.5). */
function derivedIn({ own, ownNonce, peerPublicKey, peerNonce }: Sealed) {
  const secret = unlessFlawed(() => sharedSecret(own, peerPublicKey));
  const key = secret && unlessFlawed(() => deriveKey(secret, mixNonces(ownNonce, peerNonce).salt));
  return [
    ...(secret ? [['shared secret', secret] as const] : []),
    ...(key ? [['derived key', key] as const] : []),
  ];
}

function unlessFlawed<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof TransferError) return undefined;
    throw error;
  }
}
