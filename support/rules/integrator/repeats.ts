import { createHash } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';

/** Eight bytes that stand for a text: enough to tell it from a hundred million others. */
export function digestOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest().toString('latin1', 0, 8);
}

/** No byte of an answer came back. */
export function isUnanswered({ response, failure }: Exchange): boolean {
  return response === undefined && failure?.kind !== 'too-large' && failure?.kind !== 'malformed';
}

/** How a request comes to be on the wire twice without its sender's doing. */
export type Repeat = 'resend' | 'redirect';

/** Tells what a transport repeats from what a client does. Remembers unanswered and redirected requests only. */
export class Repeats {
  readonly #awaited = new Map<string, Repeat>();

  /** To be asked once for every exchange, in order. */
  kindOf(exchange: Exchange): Repeat | undefined {
    const keys = [resendKey(exchange), redirectKey(exchange, exchange.request.url)];
    const key = keys.find((each) => this.#awaited.has(each));
    const kind = key === undefined ? undefined : this.#awaited.get(key);
    if (key !== undefined) this.#awaited.delete(key);
    this.#remember(exchange);
    return kind;
  }

  #remember(exchange: Exchange): void {
    if (isUnanswered(exchange)) this.#awaited.set(resendKey(exchange), 'resend');
    const { response } = exchange;
    const location = response && headerValue(response.headers, 'location');
    if (location === undefined || response === undefined || response.status < 300 || response.status > 399)
      return;
    if (URL.canParse(location, exchange.request.url))
      this.#awaited.set(redirectKey(exchange, new URL(location, exchange.request.url).href), 'redirect');
  }
}

const idOf = ({ request }: Exchange): string =>
  `${headerValue(request.headers, 'REQUEST-ID') ?? ''} ${headerValue(request.headers, 'TIMESTAMP') ?? ''}`;

function resendKey(exchange: Exchange): string {
  const { method, url, body } = exchange.request;
  return digestOf('resend', idOf(exchange), method, url, body?.text ?? '');
}

function redirectKey(exchange: Exchange, url: string): string {
  return digestOf('redirect', idOf(exchange), url);
}
