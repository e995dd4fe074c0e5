import { hash } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import { Recent } from './recent';
import { sight } from './sight';

/** Sixteen bytes that stand for a text, as Latin-1: no two texts that are ever met share them. */
export function digestOf(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\n'), 'binary').slice(0, 16);
}

/** No byte of an answer came back. */
function isUnanswered({ response, failure }: Exchange): boolean {
  return response === undefined && failure?.kind !== 'too-large' && failure?.kind !== 'malformed';
}

/** How a request comes to be on the wire twice without its sender's doing. */
export type Repeat = 'resend' | 'redirect';

/** A transport repeats at once what it repeats: an older request comes from the client. */
const mostAwaited = 100_000;

/** Tells what a transport repeats from what a client does. Remembers the last unanswered and redirected requests only. */
export class Repeats {
  readonly #awaited = new Recent<Repeat>(mostAwaited);

  /** To be asked once for every exchange, in order. */
  kindOf(exchange: Exchange): Repeat | undefined {
    const kind = this.#awaited.size === 0 ? undefined : this.#taken(exchange);
    this.#remember(exchange);
    return kind;
  }

  #taken(exchange: Exchange): Repeat | undefined {
    const keys = [resendKey(exchange), redirectKey(exchange, addressOf(exchange))];
    const key = keys.find((each) => this.#awaited.has(each));
    const kind = key === undefined ? undefined : this.#awaited.get(key);
    if (key !== undefined) this.#awaited.delete(key);
    return kind;
  }

  #remember(exchange: Exchange): void {
    if (isUnanswered(exchange)) this.#awaited.set(resendKey(exchange), 'resend');
    const next = redirectOf(exchange);
    if (next !== undefined) this.#awaited.set(redirectKey(exchange, next), 'redirect');
  }
}

const stampOf = sight(
  ({ request: { headers } }) =>
    `${headerValue(headers, 'REQUEST-ID') ?? ''} ${headerValue(headers, 'TIMESTAMP') ?? ''}`,
);

/** Method, address and body: the same request, whatever id, time and token it carries. */
const contentOf = sight(({ request: { method, url, body }, facts: { content } }) =>
  [method, url, content ?? body?.sealed ?? body?.text ?? ''].join('\n'),
);

/** The same, as a digest. */
export const contentDigest = sight((exchange) => digestOf(contentOf(exchange)));

/** As the address of a redirect is made: hosts in small letters. */
const addressOf = sight(({ request: { url } }) => (URL.canParse(url) ? new URL(url).href : url));

/** Where an answer sends its request on to. */
const redirectOf = sight(({ request: { url }, response }) => {
  const location = response && headerValue(response.headers, 'location');
  if (location === undefined || response === undefined) return undefined;
  if (response.status < 300 || response.status > 399 || !URL.canParse(location, url)) return undefined;
  return new URL(location, url).href;
});

const resendKey = (exchange: Exchange): string => digestOf('resend', stampOf(exchange), contentOf(exchange));

const redirectKey = (exchange: Exchange, address: string): string =>
  digestOf('redirect', stampOf(exchange), address);
