import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { basisTarget } from '../judging/basis';
import type { ReportDestination } from '../report/runs/history';
import { recordingName } from '../report/runs/own-files';
import { loadTarget } from '../run/targets';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';
import { targetForTraffic } from '../targets/traffic-target';
import type { EarlierRecording } from '../traffic/proxy/live-judge';
import type { LiveUpdate } from '../traffic/proxy/live-update-batcher';
import { lastRecording, leftRecordings, printLeftRecordings, wasKilledEmpty } from './drafts';
import { judgeAndConclude } from './judge-traffic';
import { reportDestinationOf } from './judging-options';
import { liveLinesOf } from './live-lines';
import type { Control, ProxyOptions, ProxyAddresses } from './serve-proxy';
import { serveAndJudge } from './serve-proxy';
import { handleStopSignals } from './stop';
import type { Surroundings } from './surroundings';
import { printErrorLine, printLine } from './surroundings';
import { withoutWorkflowCommands } from './report-to-ci';
import { warnOfTlsVariable } from './warn-of-tls-variable';

/** `conform proxy`: records and judges live traffic to a target's services. */
export async function proxy(
  _args: readonly string[],
  given: ProxyOptions & { readonly target: string },
  surroundings: Surroundings,
): Promise<number> {
  const target = targetForTraffic(loadTarget(given.target, surroundings.env));
  const stop = handleStopSignals({ surroundings });
  const print = (text: string): void => {
    (given.json === true ? printErrorLine : printLine)(surroundings, text);
  };
  const serving = (served: ProxyAddresses): void => {
    announce(served, print);
  };
  const tell = (update: LiveUpdate): void => {
    print(liveLinesOf(update));
  };
  try {
    return await proxyTraffic(target, given, { stop, print, tell, serving, surroundings });
  } finally {
    stop.release();
  }
}

function announce({ services, authority }: ProxyAddresses, print: (line: string) => void): void {
  print('Configure your system with these addresses:\n');
  for (const { name, url, upstream } of services) print(`  ${name.padEnd(12)} ${url}   →  ${upstream}`);
  if (authority !== undefined) print(`\nThe authority to trust: ${authority.file}`);
  print('\nCtrl-C ends, and judges.\n');
}

/**
 * Serves in front of a target's services until stopped, judges all traffic, and writes the report. Returns
 * the exit code. Throws a ConfigurationError if the proxy cannot start.
 */
export async function proxyTraffic(target: Target, given: ProxyOptions, control: Control): Promise<number> {
  requireServices(target, given);
  const { stop, surroundings } = control;
  warnOfTlsVariable(surroundings);
  const to = reportDestinationOf(given);
  const source = given.resume === true ? openLast(to) : undefined;
  const others = leftRecordings(to.root).filter((file) => file !== source?.file);
  printLeftRecordings(others, surroundings);
  const isQuiet = given.json === true || given.take !== undefined;
  try {
    return await judgeAndConclude(
      {
        profile: 'proxy',
        target: basisTarget(target),
        draft: source === undefined ? 'recording' : 'resuming',
        startedAt: new Date(),
        fail: stop.because,
        take: (recording) =>
          withoutWorkflowCommands({ json: isQuiet }, surroundings, () =>
            serveAndJudge({ target, given, control, folder: to.root, source, recording }),
          ),
      },
      given,
      surroundings,
    );
  } finally {
    if (source !== undefined) closeSync(source.descriptor);
  }
}

/**
 * Opens a proxy's latest recording, whether the proxy finished or was killed. Returns `undefined` if there is
 * only an empty recording of a killed proxy. Throws a ConfigurationError if there is nothing to continue.
 */
function openLast(to: ReportDestination): EarlierRecording | undefined {
  const file = lastRecording(to);
  if (file !== undefined) return { file, descriptor: openToRead(file) };
  if (wasKilledEmpty(to.root)) return undefined;
  throw new ConfigurationError(
    'there is no recording to continue',
    { file: join(to.root, recordingName) },
    'leave --resume out for a new one',
  );
}

function openToRead(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      `cannot be read (${code})`,
      { file },
      'is it there, and may this user read it?',
    );
  }
}

function requireServices({ services, file }: Target, { callbacks }: ProxyOptions): void {
  if (Object.keys(services).length === 0)
    throw new ConfigurationError(
      'names no services, in front of which a proxy could stand',
      { ...(file !== undefined && { file }), at: 'services' },
      'name them, as in gateway: https://…',
    );
  if (callbacks !== undefined && !/^https?:\/\//.test(callbacks))
    throw new ConfigurationError('is not an address', { at: '--callbacks' }, 'as in http://127.0.0.1:9000');
}
