import { existsSync, readFileSync } from 'node:fs';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { constants, homedir } from 'node:os';
import { join } from 'node:path';
import { EnvironmentError } from '../../contract/outcome';
import { verifiedTlsOptions } from '../../contract/verified-tls';

/** Wraps an action so that it runs only once: later calls return the first call's promise. */
export function onceOnly(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= act());
}

/**
 * Installs handlers for SIGINT, SIGTERM and SIGHUP that await `close` and then exit with 128 plus the signal's
 * number. Returns a function that removes the handlers.
 */
export function closeOnSignal(close: () => Promise<void>): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  // Use `on`, not `once`: our handlers must remain until `close` is done. Some libraries end the process at
  // once if theirs is the only signal handler left.
  const end = (signal: NodeJS.Signals): void => {
    void close().finally(() => process.exit(128 + constants.signals[signal]));
  };
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

/**
 * Requests that probe an engine, each with its own timeout. `/_ping` is not enough, because a hanging engine
 * often still answers it. `/info` is the first request that testcontainers sends, without a timeout.
 */
const questions = [
  { path: '/_ping', patienceMs: 1500 },
  { path: '/info', patienceMs: 5000 },
] as const;

/**
 * Shell command that starts a container engine. If no registry can be reached, it also makes a base image.
 */
export const engineCommand = 'eval "$(bash scripts/docker-engine.sh)"';

/** Thrown if the mock cannot run in a container. `line` is the message followed by a remedy. */
export class NoContainerError extends EnvironmentError {
  readonly line: string;

  constructor(message: string, fix: string) {
    super(message);
    this.line = `${message}; ${fix}`;
  }
}

/**
 * Finds a container engine that answers, and sets DOCKER_HOST to its address. Throws a NoContainerError if no
 * engine answers.
 *
 * This replaces testcontainers' own search. That search silently uses another engine if the one at
 * DOCKER_HOST is dead, and waits for minutes if an engine hangs.
 */
export async function findEngine(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  // On Windows, leave the search to testcontainers: an engine listens on a named pipe, which cannot be probed
  // here.
  if (process.platform === 'win32' && env.DOCKER_HOST === undefined) return;
  const tried: string[] = [];
  for (const address of addressesOf(env)) {
    const problem = await problemOf(address, env);
    if (problem === undefined) {
      env.DOCKER_HOST = address;
      return;
    }
    tried.push(`${address} (${problem})`);
  }
  throw new NoContainerError(
    `no container engine answers at ${tried.join(', ')}`,
    `start one: ${env.DOCKER_HOST === undefined ? '' : 'unset DOCKER_HOST; '}${engineCommand}`,
  );
}

/**
 * Returns the addresses at which to look for an engine: only DOCKER_HOST if it is set, otherwise the default
 * socket and the other usual sockets that exist.
 */
function addressesOf(env: NodeJS.ProcessEnv): string[] {
  const { DOCKER_HOST: named, XDG_RUNTIME_DIR: runtime } = env;
  if (named !== undefined && named !== '') return [named];
  const usual = '/var/run/docker.sock';
  const others = [
    ...(runtime === undefined ? [] : [join(runtime, 'docker.sock')]),
    join(homedir(), '.docker/run/docker.sock'),
    join(homedir(), '.docker/desktop/docker.sock'),
  ];
  return [usual, ...others.filter((path) => existsSync(path))].map((path) => `unix://${path}`);
}

/** Returns the reason why the engine at an address does not answer, or `undefined` if it does. */
async function problemOf(address: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const { path, patienceMs } of questions) {
    const signal = AbortSignal.timeout(patienceMs);
    try {
      const status = await statusOf(open(address, { path, signal, agent: false }, env));
      if (status !== 200) return `${path} answers ${status}`;
    } catch (error) {
      if (signal.aborted) return `${path}: silent for ${patienceMs} ms`;
      const { code, message } = error as NodeJS.ErrnoException;
      return code ?? message;
    }
  }
  return undefined;
}

function open(address: string, question: RequestOptions, env: NodeJS.ProcessEnv): ClientRequest {
  const { protocol, hostname, port, pathname } = new URL(address);
  if (protocol === 'unix:') return requestHttp({ ...question, socketPath: pathname });
  if (!['tcp:', 'http:', 'https:'].includes(protocol))
    throw new Error(`${protocol} is no scheme that can be asked`);
  const where = { ...question, host: hostname, port };
  const folder = env.DOCKER_CERT_PATH;
  if (env.DOCKER_TLS_VERIFY !== '1' || folder === undefined) return requestHttp(where);
  const pem = (name: string): Buffer => readFileSync(join(folder, `${name}.pem`));
  return requestHttps({ ...where, ...verifiedTlsOptions, ca: pem('ca'), cert: pem('cert'), key: pem('key') });
}

function statusOf(asked: ClientRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', (answer: IncomingMessage) => {
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    });
    asked.end();
  });
}
