import { existsSync, readFileSync } from 'node:fs';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { constants, homedir } from 'node:os';
import { join } from 'node:path';
import { EnvironmentError } from '../../contract/outcome';
import { verified } from '../../contract/verified-tls';

/** A closing that can be asked for twice. */
export function onceOnly(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= act());
}

/** An interrupted run closes what it opened, then ends as the signal would have ended it. Gives what undoes that. */
export function closeOnSignal(close: () => Promise<void>): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  // Stays in place until all is closed: a library that finds itself the only listener left ends the process at once.
  const end = (signal: NodeJS.Signals): void => {
    void close().finally(() => process.exit(128 + constants.signals[signal]));
  };
  for (const signal of signals) process.on(signal, end);
  return () => {
    for (const signal of signals) process.off(signal, end);
  };
}

/**
 * What an engine is asked, and how long it may take. One that hangs often still says that it is there; what it knows of
 * itself is what testcontainers asks first, without a bound.
 */
const questions = [
  { path: '/_ping', patienceMs: 1500 },
  { path: '/info', patienceMs: 5000 },
] as const;

/** What starts an engine, and makes a base image where there is no registry. */
export const engineCommand = 'eval "$(bash scripts/docker-engine.sh)"';

/** The mock cannot be had in a container. `line` is the message with what to do about it. */
export class NoContainerError extends EnvironmentError {
  readonly line: string;

  constructor(message: string, fix: string) {
    super(message);
    this.line = `${message}; ${fix}`;
  }
}

/**
 * Finds the container engine and names it in DOCKER_HOST. testcontainers would look by itself, but passes over a
 * DOCKER_HOST that is dead, in favour of another engine, and waits minutes for one that hangs.
 */
export async function findEngine(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  // Its named pipe has no address that could be asked here.
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

/** DOCKER_HOST alone where it is set, else the sockets that engines use. */
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

/** Why the engine at an address does not answer; nothing where it does. */
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
  return requestHttps({ ...where, ...verified, ca: pem('ca'), cert: pem('cert'), key: pem('key') });
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
