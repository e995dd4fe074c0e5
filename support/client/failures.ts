import type { Failure, FailureKind } from '../exchange/exchange';

const unreachableCodes =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_\w+|EADDRNOTAVAIL|ETIMEDOUT)$/;
const certificateCodes =
  /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|HOSTNAME_MISMATCH|INVALID_|EPROTO|ERR_SSL_)/;

/** What pactum's HTTP library says, without a code, where the connection ends before the answer does. */
const aborted = 'Server aborted request';

/** Sorts what the platform throws for a failed request. `connected`: whether the connection had been made. */
export function classifyError(error: unknown, connected: boolean): Failure {
  const { code = 'unknown', message = String(error) } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (message === aborted)
    return { kind: 'reset', code: 'ECONNRESET', message: 'the connection ended in the middle of the answer' };
  return { kind: kindOf(code, connected), code, message };
}

function kindOf(code: string, connected: boolean): FailureKind {
  if (certificateCodes.test(code)) return 'tls';
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'too-large';
  if (code.startsWith('HPE_') || code.startsWith('Z_') || code === 'ERR_CONTENT_CODING') return 'malformed';
  if (!connected || unreachableCodes.test(code)) return 'unreachable';
  return 'reset';
}
