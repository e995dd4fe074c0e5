import { textOfBody } from '../contract/decode-text';
import { escapeRegExp } from '../contract/escape-reg-exp';
import { findMember } from '../exchange/members';
import type { WireRecord } from '../exchange/raw-exchange';
import type { Form, TrafficItem } from './sources';
import { feedItemToSink } from './items';

const ofSessions = /accessToken|clientSecret/;
/** In a log, in a HAR file, and among the pairs of a log, but not where a line lists what its log keeps. */
const credentials = new RegExp(
  [String.raw`"authorization"\s*(?:,\s*"value"\s*)?:`, String.raw`(?<!"kept"\s*:\s*)\["authorization"\s*,`]
    .map((before) => String.raw`${before}\s*"(?:Bearer\s+)?([^"\\]+)"`)
    .join('|'),
  'i',
);
const accepted = /"status"\s*:\s*2\d\d\b/;

/**
 * Finds texts that a log writes in place of all tokens or secrets, such as one word, or one digest of nothing. No service
 * grants one token to several clients, none has a token for a secret, and no two clients share a secret.
 */
export class SharedValues {
  readonly #form: Form;
  readonly #clients = new Map<string, Set<string>>();
  readonly #access = new Set<string>();
  readonly #refresh = new Set<string>();
  /** What requests that were accepted carry as their token, up to two of them. */
  readonly #carried = new Set<string>();

  constructor(form: Form) {
    this.#form = form;
  }

  /** Tokens that differ stand there as they are. */
  get isDecided(): boolean {
    return this.#form === 'recording' || (this.#access.size > 1 && this.#carried.size > 1);
  }

  note(item: TrafficItem): void {
    if (this.isDecided || !('text' in item)) return;
    if (this.#carried.size < 2 && accepted.test(item.text)) {
      const [, named, paired = named] = credentials.exec(item.text) ?? [];
      if (paired !== undefined) this.#carried.add(paired);
    }
    if (!ofSessions.test(item.text)) return;
    feedItemToSink(this.#form, item, {
      take: (raw) => {
        this.#grant(raw);
      },
      takeRecorded: () => undefined,
    });
  }

  #grant({ request, response }: Pick<WireRecord, 'request' | 'response'>): void {
    const [asked, answer] = [request.body, response?.body].map((body) => body && textOfBody(body));
    const [id, secret] = [findMember(asked, 'clientId'), findMember(asked, 'clientSecret')];
    if (typeof id === 'string')
      this.#clients.set(id, (this.#clients.get(id) ?? new Set()).add(textOf(secret)));
    this.#access.add(textOf(findMember(answer, 'accessToken')));
    this.#refresh.add(textOf(findMember(answer, 'refreshToken')));
    this.#access.delete('');
    this.#refresh.delete('');
  }

  /** Each stands for values that are unknown. */
  get values(): readonly string[] {
    if (this.isDecided) return [];
    const secrets = [...this.#clients.values()].flatMap((each) => [...each]);
    const shared = [
      ...(this.#access.size > 1 ? [] : this.#sharedTokens(secrets)),
      ...secrets.filter((each, at) => secrets.indexOf(each) !== at),
      // No service takes a secret for a token, and a client that sends it in one place has its token in others.
      ...(this.#carried.size === 1 ? secrets.filter((each) => this.#carried.has(each)) : []),
    ];
    return [...new Set(shared)].filter((each) => each !== '');
  }

  #sharedTokens(secrets: readonly string[]): readonly string[] {
    const several = this.#clients.size > 1;
    return [
      ...[...this.#access].filter((each) => several || this.#refresh.has(each) || secrets.includes(each)),
      ...[...this.#refresh].filter((each) => secrets.includes(each) || (several && this.#refresh.size === 1)),
    ];
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Writes a mask in place of values that a log has for all. */
export function unshared(text: string, values: readonly string[]): string {
  return values.reduce((shown, value) => {
    return shown.replaceAll(new RegExp(`(?<=["\\s])${escapeRegExp(value)}(?=\\\\*")`, 'g'), mask);
  }, text);
}

const mask = '[REDACTED]';
