import pc from 'picocolors';
import { printableLine } from '../contract/printable';
import { contractObligations } from '../obligations';
import type { LiveBreach, LiveExchange, LiveUpdate } from '../traffic/proxy/live-update-batcher';

/**
 * Returns one line for each exchange, with the ids of the obligations it breaks. The first breach of an
 * obligation also gets a line with the obligation's title and the observed value.
 */
export function liveLinesOf({ exchanges, breaches }: LiveUpdate): string {
  const broken = Map.groupBy(breaches, ({ seq }) => seq);
  const lineOf = (each: LiveExchange): string => {
    const { seq, service, durationMs } = each;
    const found = broken.get(seq) ?? [];
    const ids = found.map(({ obligation }) => `✗ ${obligation}`).join(' ');
    const line = `${`#${seq}`.padStart(6)}  ${service.padEnd(10)} ${toldOf(each)} ${durationMs} ms`;
    const marked = ids === '' ? line : `${line}  ${pc.red(ids)}`;
    return [marked, ...found.filter(({ isFirst }) => isFirst).map(explained)].join('\n');
  };
  // Return all lines as one string, because a terminal is slow to print them one by one.
  return exchanges.map(lineOf).join('\n');
}

function toldOf({ method, path, status, failure = 'no answer' }: LiveExchange): string {
  const why = status === undefined ? whyHandshakeFailed(failure) : undefined;
  return why === undefined ? printableLine(`${method} ${path} ${status ?? failure}`) : `no request: ${why}`;
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
