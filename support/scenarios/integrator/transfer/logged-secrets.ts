import type { CallOutcome } from '../../../adapter/channel';
import type { SealingInputs, TransferAsk, TransferMethod } from '../../../cases/ask';
import type { TransferLeakFact } from '../../../contract/transfer';
import { TransferError } from '../../../contract/transfer';
import type { Curve, PublicKey } from '../../../crypto/node/transfer';
import {
  deriveKey,
  findBundle,
  inspectKeyMaterial,
  keyPairFrom,
  mixNonces,
  sharedSecret,
} from '../../../crypto/node/transfer';
import { unescapedViewsOf } from '../../../exchange/encodings';
import type { LogLine } from '../../../exchange/evidence';
import { SecretSearch } from '../../../exchange/secret-search';
import { privateKeyPattern } from '../../../contract/secret-forms';
import type { Run } from '../../../run/run';
import type { ActiveProcess } from '../active-process';
import { scenarioAndProcess } from '../active-process';

/** A text in a log, and the bytes that it may stand for: a key, perhaps. */
interface KeyText {
  /** As in `base64`, `hex`, `bytes`. */
  readonly encoding: string;
  readonly text: string;
  readonly bytes: Buffer;
}

const keyBytes = 32;
/** A private key is a number, and may be written without its leading zeros, or with one more. */
const fewest = 30;
const most = 33;
/** Longer bytes are no key with something around it, as in PKCS#8: a content, say, or a certificate. */
const longest = 512;

/** What may be a key in a text of any kind: in Base64, base64url, hexadecimal, PEM, JWK, or as a row of bytes. */
function keyTextsIn(text: string): KeyText[] {
  return readingsOf(unescaped(text)).flatMap((reading) => [...keysIn(reading), ...keysInside(reading)]);
}

/** The signs of Base64 as some write them in JSON or addresses. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\\/|(?:\\u00|%)(2b|2f|3d)/gi, (_all, sign?: string) =>
    sign === undefined ? '/' : String.fromCharCode(parseInt(sign, 16)),
  );

const hexPattern = /(?<![0-9a-f])[0-9a-f]{60,4096}(?![0-9a-f])/gi;
/** Longer words are contents: of them the beginning is read, and holds no key. */
const base64Pattern = /(?<![\w+/-])[\w+/-]{40,4096}={0,2}/g;
const base64BehindSlash = /\/([\w+/-]{43}=?)$/;
/** As in `3f:9a:…`. */
const groupsPattern = /(?<![0-9a-f])(?:[0-9a-f]{2}[:\s-]\s{0,12}){29,32}[0-9a-f]{2}(?![0-9a-f])/gi;
/** As JSON, Go and Java print bytes. */
const rowPattern = /\[\s{0,8}(?:-?\d{1,3}(?:\s{0,8},\s{0,8}|\s{1,8})){29,32}-?\d{1,3}\s{0,8}\]/g;

function readingsOf(text: string): KeyText[] {
  return [
    ...matches(text, hexPattern).map((each) => ({ encoding: 'hex', text: each, bytes: fromHex(each) })),
    ...matches(text, base64Pattern).flatMap(readingsOfWord),
    ...matches(text, groupsPattern).map((each) => ({
      encoding: 'hex',
      text: each,
      bytes: fromHex(each.replaceAll(/[:\s-]/g, '')),
    })),
    ...matches(text, rowPattern).map((each) => ({
      encoding: 'bytes',
      text: each,
      bytes: Buffer.from((each.match(/-?\d+/g) ?? []).map(Number)),
    })),
    ...matches(text, privateKeyPattern).map((each) => ({
      encoding: 'pem',
      text: each,
      bytes: Buffer.from(each.replaceAll(/-----[A-Z ]+-----|\\[rn]|\s+/g, ''), 'base64'),
    })),
  ];
}

const matches = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? [];

/** A number without leading zeros is filled up. */
const fromHex = (digits: string): Buffer =>
  Buffer.from(digits.padStart(Math.max(2 * keyBytes, digits.length + (digits.length % 2)), '0'), 'hex');

function readingsOfWord(word: string): KeyText[] {
  const encoding = /[-_]/.test(word) ? 'base64url' : 'base64';
  // Base64 has the slash too: what stands before it may be a name.
  const [, behind] = base64BehindSlash.exec(word) ?? [];
  return [word, ...(behind === undefined ? [] : [behind])].map((text) => ({
    encoding,
    text,
    bytes: Buffer.from(text, 'base64'),
  }));
}

/** The key itself, or in what is put around one: behind the head of an OCTET STRING, first, or last. */
function keysIn({ bytes, ...reading }: KeyText): KeyText[] {
  if (bytes.length < fewest || bytes.length > longest) return [];
  if (bytes.length <= most) return [{ ...reading, bytes }];
  const heads = Array.from(bytes.keys()).filter((at) => bytes[at] === 0x04 && bytes[at + 1] === keyBytes);
  return [0, bytes.length - keyBytes, ...heads.map((at) => at + 2)].flatMap((at) => {
    const part = bytes.subarray(at, at + keyBytes);
    return part.length === keyBytes ? [{ ...reading, bytes: part }] : [];
  });
}

/** Of a text that was encoded as a whole, as a request in Base64. */
function keysInside({ encoding, text, bytes }: KeyText): KeyText[] {
  if (bytes.length <= most || !/^[\t\n\r -~]+$/.test(bytes.toString('latin1'))) return [];
  return readingsOf(bytes.toString('latin1'))
    .flatMap(keysIn)
    .map((inner) => ({ encoding, text, bytes: inner.bytes }));
}

/** A secret of a transfer that a log shows: of the client as HIP or as HIU. */
interface LoggedSecret {
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
  readonly #agreed: (SealingInputs & Pick<LoggedSecret, 'side'>)[] = [];
  readonly #count = { hip: 0, hiu: 0 };

  constructor(tell: (secret: LoggedSecret) => void) {
    this.#tell = tell;
  }

  /** Takes what a log says, in whole lines. */
  hear(text: string, place: string): void {
    for (const each of keyTextsIn(text)) this.#take({ ...each, place });
    const markers = new Set<string>();
    for (const view of unescapedViewsOf(text))
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

  #agree(transfer: SealingInputs & Pick<LoggedSecret, 'side'>): void {
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
function derivedIn({ own, ownNonce, peerPublicKey, peerNonce }: SealingInputs) {
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

/**
 * Tells what logs show, each secret once for each log: of an HIP as evidence. Of an HIU the document demands nothing,
 * and the run warns. The text itself goes nowhere, and is hidden wherever lines of the log are shown.
 */
export function secretTeller(run: Run, doing: () => ActiveProcess): (secret: LoggedSecret) => void {
  const told = new Set<string>();
  return ({ side, leak, text }) => {
    if (text !== undefined) run.evidence.secrets.learn('private-key', text, false);
    const { what, place, encoding } = leak;
    const name = [side, what, place].join();
    if (told.has(name)) return;
    told.add(name);
    if (side === 'hiu' || what === 'opened bundle') {
      run.evidence.warnings.push(`${place} shows ${inWords[what]} of the HIU (${encoding}): ${advice}`);
      return;
    }
    const arrival = {
      arrivedAt: Date.now(),
      ...scenarioAndProcess({}, { clientInstance: doing().clientInstance }),
    };
    const transferLeaks = [{ what, place, encoding }];
    run.evidence.recording.append<LogLine>({ kind: 'log line', ...arrival, facts: { transferLeaks } });
  };
}

const inWords: Readonly<Record<LoggedSecret['leak']['what'], string>> = {
  'private key': 'a private key',
  'shared secret': 'a shared secret',
  'derived key': 'a derived key',
  'opened bundle': 'an opened bundle',
};

const advice = 'the document does not forbid it, but who reads the log can read the record';
