import { findMember } from '../exchange/members';
import type { WireRecord } from '../exchange/raw-exchange';
import type { Form, Item } from './sources';
import { takeItem } from './taker';

const ofSessions = /accessToken|clientSecret/;

/**
 * Finds texts that a log writes in place of all tokens or secrets, such as one word, or one digest of nothing. No service
 * grants one token to several clients, none has a token for a secret, and no two clients share a secret.
 */
export class SharedValues {
  readonly #form: Form;
  readonly #clients = new Map<string, Set<string>>();
  readonly #access = new Set<string>();
  readonly #refresh = new Set<string>();

  constructor(form: Form) {
    this.#form = form;
  }

  /** Tokens that differ stand there as they are. */
  get isDecided(): boolean {
    return this.#form === 'recording' || this.#access.size > 1;
  }

  note(item: Item): void {
    if (this.isDecided || !('text' in item) || !ofSessions.test(item.text)) return;
    takeItem(this.#form, item, {
      take: (raw) => {
        this.#grant(raw);
      },
      takeRecorded: () => undefined,
    });
  }

  #grant({ request, response }: Pick<WireRecord, 'request' | 'response'>): void {
    const [asked, answer] = [request.body?.toString(), response?.body.toString()];
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
    const several = this.#clients.size > 1;
    const shared = [
      ...[...this.#access].filter((each) => several || this.#refresh.has(each) || secrets.includes(each)),
      ...[...this.#refresh].filter((each) => secrets.includes(each) || (several && this.#refresh.size === 1)),
      ...secrets.filter((each, at) => secrets.indexOf(each) !== at),
    ];
    return [...new Set(shared)].filter((each) => each !== '');
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Writes a mask in place of values that a log has for all. */
export function unshared(text: string, values: readonly string[]): string {
  return values.reduce((shown, value) => {
    const literal = value.replace(/[^\w]/g, '\\$&');
    return shown.replaceAll(new RegExp(`(?<=["\\s])${literal}(?=\\\\*")`, 'g'), mask);
  }, text);
}

const mask = '[REDACTED]';
