import { textOfBody } from '../contract/decode-text';
import { escapeRegExp } from '../contract/escape-reg-exp';
import { findMember } from '../exchange/members';
import type { WireRecord } from '../exchange/raw-exchange';
import type { Form, TrafficItem } from './sources';
import { feedItemToSink } from './items';

const ofSessions = /accessToken|clientSecret/;
/**
 * Matches the credentials of a request in a HAR file or in a log line, which writes headers as members or as pairs.
 * Does not match the list `kept` of a log line, which contains only names.
 */
const credentials = new RegExp(
  [String.raw`"authorization"\s*(?:,\s*"value"\s*)?:`, String.raw`(?<!"kept"\s*:\s*)\["authorization"\s*,`]
    .map((before) => String.raw`${before}\s*"(?:Bearer\s+)?([^"\\]+)"`)
    .join('|'),
  'i',
);
const accepted = /"status"\s*:\s*2\d\d\b/;

/**
 * Finds placeholders: texts that a log writes instead of every token or secret, such as a fixed word or the digest of
 * an empty text. A text is a placeholder if it is the token or the secret of several clients, or if two kinds of values
 * are equal to it: access token, refresh token or secret. Services never do this with real values.
 */
export class SharedValues {
  readonly #form: Form;
  readonly #clients = new Map<string, Set<string>>();
  readonly #access = new Set<string>();
  readonly #refresh = new Set<string>();
  /** The different tokens of accepted requests, at most two. */
  readonly #carried = new Set<string>();

  constructor(form: Form) {
    this.#form = form;
  }

  /**
   * Whether the search can end: a log with different granted tokens and different sent tokens contains the real ones.
   * Recordings of the suite are never searched.
   */
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

  /** The placeholders. Each one may replace several unknown values. */
  get values(): readonly string[] {
    if (this.isDecided) return [];
    const secrets = [...this.#clients.values()].flatMap((each) => [...each]);
    const shared = [
      ...(this.#access.size > 1 ? [] : this.#sharedTokens(secrets)),
      ...secrets.filter((each, at) => secrets.indexOf(each) !== at),
      // A secret that all accepted requests carry as their token is a placeholder: services reject secrets as tokens.
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

/** Replaces placeholders by a mask, so that a later reader treats the values as unknown. */
export function unshared(text: string, values: readonly string[]): string {
  return values.reduce((shown, value) => {
    return shown.replaceAll(new RegExp(`(?<=["\\s])${escapeRegExp(value)}(?=\\\\*")`, 'g'), mask);
  }, text);
}

const mask = '[REDACTED]';
