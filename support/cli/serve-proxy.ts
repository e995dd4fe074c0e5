import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileRecording } from '../traffic/file-recording';
import type { RunningProxy } from '../traffic/proxy';
import { startProxy } from '../traffic/proxy';
import type { TrafficJudge } from '../traffic/traffic-judge';
import { defaultTls } from '../mock/tls';
import { LiveLines } from '../report/live-lines';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';
import type { Stop } from './stop';

/** How a proxy is served, and what becomes of what goes through it. */
export interface ProxySettings {
  readonly loaded: Target;
  readonly judge: TrafficJudge;
  readonly recording: FileRecording;
  readonly stop: Stop;
  readonly host: string;
  readonly port: number;
  readonly tls?: true;
  readonly callbacks?: string;
  /** Seconds after which it ends by itself. */
  readonly for?: number;
  /** Exchanges after which it ends by itself. */
  readonly count?: number;
  /** Where the certificate of the throwaway authority goes. */
  readonly folder: string;
  /** Lines go to stderr: something else is to stand on stdout. */
  readonly json?: true;
}

/** Serves until a signal, a time or a number of exchanges ends it; signals still count until the caller releases them. */
export async function serveProxy(options: ProxySettings): Promise<void> {
  const { loaded: target, judge, recording, stop, host, port, json, count = Infinity, folder } = options;
  const print = (line: string): void => {
    (json === true ? process.stderr : process.stdout).write(`${line}\n`);
  };
  const lines = new LiveLines(() => judge.conclude(), print);
  const tls = options.tls === true ? await defaultTls([host]) : undefined;
  const first = recording.count;
  const running = await startProxy({
    target,
    judge,
    listen: { host, port },
    ...(tls && { tls }),
    ...(options.callbacks !== undefined && { callbacks: options.callbacks }),
    tell(exchange) {
      lines.add(exchange);
      if (recording.count - first >= count) stop.now();
    },
  }).catch((error: unknown) => {
    throw notListening(error, options);
  });
  // What serves keeps the process alive; once it ends, the time must not.
  if (options.for !== undefined) setTimeout(stop.now, options.for * 1000).unref();
  announce(running, { ...(tls && { ca: tls.ca }), folder, print });
  await stop.come;
  await running.close();
  lines.flush();
}

function notListening(error: unknown, { host }: ProxySettings): ConfigurationError {
  const { code = String(error), port } = error as NodeJS.ErrnoException & { port?: number };
  return new ConfigurationError(
    `${host}:${port ?? '?'} cannot be listened on (${code})`,
    { at: '--port' },
    'name another, or leave the option out for free ports',
  );
}

function announce(
  { services }: RunningProxy,
  {
    ca,
    folder,
    print,
  }: { readonly ca?: string; readonly folder: string; readonly print: (line: string) => void },
): void {
  print('Configure your system with these addresses:\n');
  for (const { name, url, upstream } of services) print(`  ${name.padEnd(12)} ${url}   →  ${upstream}`);
  if (ca !== undefined) {
    const file = join(folder, 'ca.pem');
    writeFileSync(`${file}.tmp`, ca);
    renameSync(`${file}.tmp`, file);
    print(`\nThe authority to trust: ${file}`);
  }
  print('\nCtrl-C ends, and judges.\n');
}
