import { deliberateMistakes } from '../contract/deliberate-mistakes';
import { removeItemFromVariant } from '../contract/transfer';
import type { RequestPurpose } from '../exchange/exchange';
import { forgedRounds, rounds } from '../exchange/rounds';

/** Describes the requests of one round. */
interface RoundWords {
  /** The kind of request, such as `session request`. */
  readonly what: string;
  /** The wrong requests of the round, if there are any. The valid request of the round is their twin. */
  readonly wrong?: string;
  /** The difference between rounds with the same kind of request and the same variants, such as `an odd private key`. */
  readonly apart?: string;
}

const fixed: Readonly<Record<string, RoundWords>> = {
  session: { what: 'session request' },
  'token-use': { what: 'request to see which tokens the services accept' },
  'wrong-credentials': { what: 'session request', wrong: 'wrong credentials' },
  'stale-timestamp': { what: 'session request', wrong: 'a stale TIMESTAMP' },
  'stale-timestamp/certificate': { what: 'certificate request', wrong: 'a stale TIMESTAMP' },
  [rounds.sessionBodies]: { what: 'session request with an unusual body' },
  [rounds.unusualHeaders]: { what: 'request with unusual headers' },
  [rounds.oddTriggers]: { what: 'trigger that the dummy payer cannot act on' },
  [rounds.oddCallbacks]: { what: 'callback at an unusual time' },
  [rounds.answeredFirst]: { what: 'final answer before callbacks at an unusual time' },
  [rounds.rotatedKey]: { what: "callback after a change of the gateway's key" },
  [forgedRounds.decision]: { what: 'callback with a decision', wrong: 'a JWT that must be refused' },
  [forgedRounds.answer]: { what: 'callback with data', wrong: 'a JWT that must be refused' },
  [forgedRounds.query]: { what: 'callback with a query', wrong: 'a JWT that must be refused' },
  [forgedRounds.prompt]: { what: 'callback with a prompt', wrong: 'a JWT that must be refused' },
  'callback-certificates': { what: 'request for the keys of callbacks' },
  reachability: { what: 'request to learn whether a service answers' },
  'trigger/notice': { what: 'trigger of a payment notice' },
  'hiu/open': { what: 'transfer that the client requests' },
};

const forms: Readonly<Record<string, string>> = {
  x25519: 'X25519',
  weierstrass: 'a Weierstrass point',
  'weierstrass-spki': 'a Weierstrass SPKI',
  'weierstrass-spki-explicit': 'a Weierstrass SPKI with explicit parameters',
  'weierstrass-spki-named': 'a Weierstrass SPKI with a named curve',
};

/** The differences between rounds of transfers that have variants of the same names. */
const recipients: Readonly<Record<string, string>> = {
  given: "the suite's key",
  'given, odd': 'an odd private key',
  'given, even': 'an even private key',
  opened: "the client's key",
};

/** The valid variants that are identifiers and not words. */
const variants: Readonly<Record<string, string>> = {
  'right-credentials': 'right credentials',
  'with-authorization': 'with Authorization',
  'oaep-sha1': 'OAEP with SHA-1',
  'oaep-sha256': 'OAEP with SHA-256',
};

/**
 * Describes a request or a call by its purpose, such as `valid session request beside those with wrong credentials:
 * right credentials`. Different purposes have different descriptions.
 */
export function describePurpose({ part, round, variant }: RequestPurpose): string {
  const { what, wrong, apart } = wordsOfRound(round);
  const twin = wrong === undefined ? '' : ` beside those with ${wrong}`;
  const kind = part === 'valid' ? `valid ${what}${twin}` : what;
  const details = [
    part === 'valid' ? (variants[variant] ?? variant) : wordsOfMistake(variant),
    apart ?? '',
  ].filter((each) => each !== '' && !kind.endsWith(each));
  return [kind, details.join(', ')].filter((each) => each !== '').join(': ');
}

/** Returns the words of the features for a mistake. Any other variant consists of words itself. */
function wordsOfMistake(variant: string): string {
  const mistakes = Object.values(deliberateMistakes).map((words) => new Map(Object.entries(words)));
  return (
    mistakes.map((each) => each.get(removeItemFromVariant(variant))).find((each) => each !== undefined) ??
    variant
  );
}

function wordsOfRound(round: string): RoundWords {
  const known = fixed[round];
  if (known !== undefined) return known;
  const [first = '', second = '', ...others] = round.split('/');
  if (first === 'hip' || first === 'hiu') {
    const what = `transfer that the client ${first === 'hip' ? 'encrypts' : 'decrypts'}, with ${forms[second] ?? second}`;
    const apart = recipients[others.join('/')];
    return { what, ...(apart !== undefined && { apart }) };
  }
  if (first === 'otp') return { what: `request with OTP ${second}`, wrong: 'mistakes' };
  if (first === 'certificate')
    return { what: `request for the certificate of "${second}"`, wrong: 'no Authorization' };
  if (first === 'flow') return { what: `message of a payer cycle: ${second}` };
  if (first === 'trigger') return { what: `trigger of "${second}"` };
  return { what: `request about ${round}` };
}
