import pc from 'picocolors';
import { printableLine } from '../contract/printable';
import { contractObligations } from '../obligations';
import type { LiveBreach, LiveExchange, LiveUpdate } from '../traffic/proxy/live-update-batcher';

/** A remark on a request that does not break an obligation, such as a client secret that is not the mock's. */
export interface LiveHint {
  readonly text: string;
  /** Advice for the user; only for the first hint of its kind. */
  readonly todo?: string;
}

/**
 * Returns one line for each exchange, with the ids of the obligations it breaks. The first breach of an
 * obligation also gets a line with the obligation's title and the observed value.
 * @param hintsOn returns the hints on the exchange with this number
 */
export function liveLinesOf(
  { exchanges, breaches }: LiveUpdate,
  hintsOn: (seq: number) => readonly LiveHint[] = () => [],
): string {
  const broken = Map.groupBy(breaches, ({ seq }) => seq);
  const lineOf = (each: LiveExchange): string => {
    const { seq, service, durationMs } = each;
    const found = broken.get(seq) ?? [];
    const ids = found.map(({ obligation }) => `✗ ${obligation}`).join(' ');
    const line = `${`#${seq}`.padStart(6)}  ${service.padEnd(10)} ${toldOf(each)} ${durationMs} ms`;
    const marked = ids === '' ? line : `${line}  ${pc.red(ids)}`;
    const hints = hintsOn(seq);
    const hinted = [marked, ...hints.map(({ text }) => pc.yellow(`! ${text}`))].join('  ');
    const todo = hints.flatMap((hint) => (hint.todo === undefined ? [] : [`${' '.repeat(8)}${hint.todo}`]));
    return [hinted, ...todo, ...found.filter(({ isFirst }) => isFirst).map(explained)].join('\n');
  };
  // Return all lines as one string, because a terminal is slow to print them one by one.
  return exchanges.map(lineOf).join('\n');
}

function toldOf(exchange: LiveExchange): string {
  const { method, path, status, failure = 'no answer' } = exchange;
  const why = status === undefined ? whyHandshakeFailed(failure) : undefined;
  if (why !== undefined) return `no request: ${why}`;
  return printableLine(`${method} ${path} ${status ?? failure}${noteOn(exchange)}`);
}

/** Returns how the mock answered a request outside the contract, or which operation the client probably wanted. */
function noteOn({ answeredBy, near }: LiveExchange): string {
  if (answeredBy !== undefined) return ` (answered by ${answeredBy === 'guess' ? 'guess' : 'your file'})`;
  return near === undefined ? '' : ` (${near})`;
}

/** The variables that name the authorities which a program trusts, by language. */
export const trustAdvice =
  'Go, curl: SSL_CERT_FILE; Node: NODE_EXTRA_CA_CERTS; Python: REQUESTS_CA_BUNDLE; Java: a truststore';

/** Returns an explanation for the error code of a failed TLS handshake; `undefined` for other codes. */
export function whyHandshakeFailed(code: string): string | undefined {
  return handshakes.find(([known]) => known.test(code))?.[1];
}

/**
 * Maps the error codes of some failed TLS handshakes to an explanation. Otherwise a newcomer may suspect a
 * fault in the mock or the proxy.
 */
const handshakes: readonly (readonly [code: RegExp, why: string])[] = [
  [
    /^ERR_SSL_.*(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN)$/,
    `the client does not trust ca.pem (${trustAdvice})`,
  ],
  [/^ERR_SSL_HTTP_REQUEST$/, 'plain http at a port that speaks TLS'],
];

function explained({ obligation, seen }: LiveBreach): string {
  const { title } = contractObligations.get(obligation);
  return `${' '.repeat(8)}${obligation}  ${title}: ${printableLine(seen)}`;
}
