import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { EnvironmentError } from '../contract/outcome';
import { suiteRoot } from '../contract/suite-root';
import type { AuditedTraffic, AuditSettings } from '../traffic/audit';
import { auditClients } from '../traffic/audit';
import { firstPass, withoutReadWatch } from '../traffic/first-pass';
import type { ReopenableInputs } from '../traffic/reopenable-inputs';
import { mergeParts, readParts } from '../traffic/shard-part';
import type { AuditOptions } from './audit-inputs';
import { handOver } from './audit-inputs';
import type { Surroundings } from './surroundings';
import { printErrorLine } from './surroundings';

interface Jobs extends AuditSettings {
  readonly jobs: number;
  readonly inputs: ReopenableInputs;
  /** Folder for the files that the processes exchange; only this user can read it. */
  readonly folder: string;
}

/** A child process that judges a shard. */
type Job = ChildProcessByStdio<null, null, Readable>;

/** The exit code and the error output of a child process that failed. */
interface Failed {
  readonly code: number;
  readonly stderr: string;
}

/**
 * Judges inputs in several child processes, each running `conform audit --shard`. The parent process makes
 * the first pass over the inputs, which finds the clients. If a child process fails, prints its error output
 * and returns its exit code.
 */
export async function auditByJobs(
  auditing: Jobs,
  given: AuditOptions,
  surroundings: Surroundings,
): Promise<AuditedTraffic | number> {
  const { folder, inputs, key, recording, watch = withoutReadWatch } = auditing;
  const found = await firstPass(auditing);
  const count = Math.min(auditing.jobs, found.clients.length);
  if (count < 2) return auditClients(auditing, found);
  const clients = join(folder, 'clients');
  handOver({ found, files: inputs.files, key }, clients);
  const places = Array.from({ length: count }, (_none, at) => join(folder, String(at + 1)));
  const read = places.map(() => 0);
  const progress = {
    name: `${count} processes`,
    size: count * inputs.bytes,
    read: () => read.reduce((sum, each) => sum + each, 0),
  };
  const failed = await watch(progress, (tell) => {
    const jobs = places.map((reports, at) => {
      const shard = `${at + 1}/${count}`;
      const job = start(argumentsFor({ shard, clients, reports }, given), surroundings);
      job.on('message', (bytes) => {
        read[at] = Number(bytes);
        tell();
      });
      return job;
    });
    return endOf(jobs);
  });
  if (failed === undefined) return mergeParts(readParts(places), recording);
  printErrorLine(surroundings, failed.stderr.trimEnd());
  return failed.code;
}

function argumentsFor(
  own: Readonly<Record<'shard' | 'clients' | 'reports', string>>,
  { target, nonce, rejudge }: AuditOptions,
): string[] {
  const named = Object.entries({ ...own, target, nonce }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  return ['audit', ...named, ...(rejudge === true ? ['--rejudge'] : [])];
}

/**
 * Starts a child process. The child process ends when this process ends, because the channel between them
 * closes.
 */
function start(args: readonly string[], { env }: Surroundings): Job {
  return spawn(process.execPath, [...nodeOptions(), join(suiteRoot, 'bin/conform.cjs'), ...args], {
    // The parent process watches npm. A child process ends with its parent.
    env: { ...env, npm_lifecycle_script: undefined },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  }) as Job;
}

/**
 * Returns this process's Node options for the child processes, such as memory limits. Omits `--inspect`:
 * processes cannot share a debugger port.
 */
const nodeOptions = (): string[] =>
  process.execArgv.filter((each) => !/^--inspect(-brk|-wait)?(=|$)/.test(each));

/**
 * Waits for all child processes and returns the first failure. Kills the remaining processes if one fails.
 * Throws an EnvironmentError if a signal ended the process that failed first.
 */
async function endOf(jobs: readonly Job[]): Promise<Failed | undefined> {
  const failures: (Failed | EnvironmentError)[] = [];
  await Promise.all(
    jobs.map(async (job) => {
      const [stderr, [code, signal]] = await Promise.all([
        text(job.stderr),
        once(job, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
      ]);
      if (code === 0) return;
      failures.push(code === null ? endedBy(signal) : { code, stderr });
      for (const other of jobs) other.kill();
    }),
  );
  const [first] = failures;
  if (first instanceof EnvironmentError) throw first;
  return first;
}

const endedBy = (signal: NodeJS.Signals | null): EnvironmentError =>
  new EnvironmentError(
    `a process of this audit was ended (${signal ?? 'no signal'}): if memory ran out, name fewer --jobs`,
  );
