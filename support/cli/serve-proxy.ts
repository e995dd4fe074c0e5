import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultTls } from '../mock/tls';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';
import type { JudgingThread } from '../traffic/live/judging-thread';
import type { Front, ProxiedService } from '../traffic/proxy/fronts';
import { startProxy } from '../traffic/proxy/fronts';
import type { Ending } from './stop';

/** How a proxy is served, and what becomes of what goes through it. */
export interface ProxySettings {
  readonly loaded: Target;
  readonly fronts: readonly Front[];
  readonly thread: JudgingThread;
  readonly stop: Ending;
  readonly host: string;
  readonly port: number;
  readonly tls?: true;
  /** Seconds after which it ends by itself. */
  readonly for?: number;
  /** Exchanges after which it ends by itself. */
  readonly count?: number;
  /** Where the certificate of the throwaway authority goes. */
  readonly folder: string;
  /** So many connections clients may have open to each service. */
  readonly maxConnections: number;
  /** Called once it listens, before anything can be recorded. */
  readonly begin: () => Promise<void>;
  /** Told once it serves. */
  readonly announce: (serving: Serving) => void;
  readonly print: (line: string) => void;
}

/** What a client is to be configured with. */
export interface Serving {
  readonly services: readonly ProxiedService[];
  /** The throwaway authority to trust, where it serves TLS, and the file that it stands in. */
  readonly authority?: { readonly pem: string; readonly file: string };
}

/**
 * Serves until a signal, a time or a number of exchanges ends it; signals still count until the caller releases them.
 * Gives the number of connections that it refused.
 */
export async function serveProxy(options: ProxySettings): Promise<number> {
  const { loaded, fronts, thread, stop, host, port, count = Infinity, maxConnections } = options;
  const tls = options.tls === true ? await defaultTls([host]) : undefined;
  const running = await startProxy({
    fronts,
    port,
    maxConnections,
    room: thread.room,
    ca: loaded.ca,
    ...(tls && { tls }),
    take(front, passed) {
      thread.take(front, passed);
      if (thread.handed - thread.unjudged >= count) stop.now();
    },
  }).catch((error: unknown) => {
    throw notListening(error, options);
  });
  await options.begin();
  // What serves keeps the process alive; once it ends, the time must not.
  if (options.for !== undefined) setTimeout(stop.now, options.for * 1000).unref();
  options.announce({
    services: running.services,
    ...(tls && { authority: authorityIn(options.folder, tls.ca) }),
  });
  try {
    await stop.come;
  } finally {
    await running.close();
  }
  const { refused } = running;
  if (refused > 0) options.print(`${refused} connections were refused: see --max-connections.`);
  return refused;
}

function notListening(error: unknown, { host }: ProxySettings): ConfigurationError {
  const { code = String(error), port } = error as NodeJS.ErrnoException & { port?: number };
  return new ConfigurationError(
    `${host}:${port ?? '?'} cannot be listened on (${code})`,
    { at: '--port' },
    'name another, or leave the option out for free ports',
  );
}

/** Writes the certificate of the throwaway authority, so that clients can be told to trust it. */
function authorityIn(folder: string, pem: string): NonNullable<Serving['authority']> {
  const file = join(folder, 'ca.pem');
  writeFileSync(`${file}.tmp`, pem);
  renameSync(`${file}.tmp`, file);
  return { pem, file };
}
