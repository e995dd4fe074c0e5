import { formatCount } from '../contract/format-count';
import type { Evidence } from '../exchange/evidence';
import { noRequestCheck } from '../judging/no-request';
import type { DiagnosisCheck } from '../judging/results';
import { trustAdvice, whyHandshakeFailed } from './live-lines';

/**
 * Returns a sentence about connections that were closed at once, without a request; `undefined` if `count` is 0.
 * Names only possible causes, because such a connection does not show its cause.
 */
export function leftConnectionsText(count: number): string | undefined {
  if (count === 0) return undefined;
  const were = `${formatCount(count, 'connection')} ${count === 1 ? 'was' : 'were'}`;
  return `${were} closed during or right after the TLS handshake, without a request, as clients do that do not trust ca.pem (${trustAdvice}), that open connections in advance, or that only probe the port.`;
}

/** Notices whether any request arrived at the mock, or only connections with a failed TLS handshake. */
export class RequestWatch {
  readonly #failed = new Set<string>();
  #hasRequest = false;

  observe(evidence: Evidence): void {
    if (evidence.kind !== undefined || this.#hasRequest) return;
    const { failure, stimulus } = evidence;
    // A client should refuse the handshake if an injected fault presents a foreign certificate.
    if (failure?.kind === 'tls' && stimulus === undefined) this.#failed.add(failure.code);
    else this.#hasRequest = true;
  }

  /** Returns a check for the diagnosis if connections failed and no request arrived; otherwise nothing. */
  get checks(): DiagnosisCheck[] {
    if (this.#hasRequest || this.#failed.size === 0) return [];
    const reasons = [...this.#failed].map(
      (code) => whyHandshakeFailed(code) ?? `a TLS handshake failed (${code})`,
    );
    return [noRequestCheck([...new Set(reasons)].join('; '))];
  }
}
