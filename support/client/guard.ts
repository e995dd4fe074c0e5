import type { Socket } from 'node:net';
import { connect as connectTcp } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { connect as connectTls } from 'node:tls';
import { afterOwnTime } from '../contract/own-time';
import { verifiedTlsOptions } from '../contract/verified-tls';
import type { TransportFailure, FailureKind } from '../exchange/exchange';
import type { ExchangeFacts } from '../exchange/facts';
import type { TlsTrust } from '../exchange/tls-fact';
import { tlsFactOf } from '../exchange/tls-fact';

const unreachableCodes =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_\w+|EADDRNOTAVAIL|ETIMEDOUT)$/;
const certificateCodes =
  /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|HOSTNAME_MISMATCH|INVALID_|EPROTO|ERR_SSL_)/;

/**
 * The error message of pactum's HTTP library for a connection that closes before the response is complete.
 * Match the message, because the error does not have a code.
 */
const aborted = 'Server aborted request';

/**
 * Classifies an error that a failed request threw. `connected` is true if the connection had been
 * established.
 */
export function classifyError(error: unknown, connected: boolean): TransportFailure {
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

interface ConnectOptions {
  readonly host?: string | null | undefined;
  readonly port?: number | string | null | undefined;
}

/** Limits for one request: a deadline and a maximum response size. */
export interface Bounds {
  /** Milliseconds from the first connection attempt to the last byte of the response. */
  readonly deadlineMs: number;
  /** Maximum size of the response as received, in bytes: including headers, and before decompression. */
  readonly maxBytes: number;
}

/**
 * Opens the connection of one request and enforces its {@link Bounds} by destroying the socket. The HTTP
 * library's own timeout measures only inactivity. A response that trickles in or never ends would keep it
 * waiting forever.
 */
export class ConnectionGuard {
  #fault: TransportFailure | undefined;
  #tls: ExchangeFacts['tls'];
  #connected = false;
  #socket: Socket | undefined;
  #endDeadline: (() => void) | undefined;
  readonly #secure: boolean;
  readonly #bounds: Bounds;
  readonly #trust: TlsTrust;

  constructor(url: URL, bounds: Bounds, trust: TlsTrust) {
    this.#secure = url.protocol === 'https:';
    this.#bounds = bounds;
    this.#trust = trust;
  }

  /** The reason why the guard closed the connection; `undefined` if it did not. */
  get fault(): TransportFailure | undefined {
    return this.#fault;
  }

  /** TLS version and certificate of the connection; `undefined` before the handshake has succeeded. */
  get tls(): ExchangeFacts['tls'] {
    return this.#tls;
  }

  get connected(): boolean {
    return this.#connected;
  }

  /** Opens the socket; passed to node:http as its `createConnection` option. */
  readonly connect = (options: ConnectOptions): Socket => {
    const host = options.host ?? 'localhost';
    const port = Number(options.port ?? '') || (this.#secure ? 443 : 80);
    const socket = this.#secure ? this.#connectTls(host, port) : connectTcp({ host, port });
    if (!this.#secure) socket.once('connect', () => (this.#connected = true));
    this.#socket = socket;
    let received = 0;
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > this.#bounds.maxBytes) this.#cut('too-large', `over ${this.#bounds.maxBytes} bytes`);
    });
    return socket;
  };

  /** Starts the deadline. The caller must always call `stop()` afterwards, even if the request fails. */
  start(): void {
    const { deadlineMs } = this.#bounds;
    this.#endDeadline = afterOwnTime(deadlineMs, () => {
      this.#cut(
        this.#connected ? 'timeout' : 'unreachable',
        `no ${this.#connected ? 'whole answer' : 'connection'} within ${deadlineMs} ms`,
      );
    });
  }

  stop(): void {
    this.#endDeadline?.();
    this.#socket?.destroy();
  }

  #connectTls(host: string, port: number): TLSSocket {
    const socket = connectTls({
      host,
      port,
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      ...verifiedTlsOptions,
      secureContext: this.#trust.context,
      ALPNProtocols: ['http/1.1'],
    });
    socket.once('secureConnect', () => {
      this.#connected = true;
      this.#tls = tlsFactOf(socket, this.#trust);
    });
    return socket;
  }

  #cut(kind: TransportFailure['kind'], message: string): void {
    this.#fault ??= { kind, code: kind === 'too-large' ? 'ETOOLARGE' : 'ETIMEDOUT', message };
    this.#socket?.destroy(new Error(message));
  }
}
