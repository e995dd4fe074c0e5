import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { stringify } from 'yaml';
import type { Results } from '../../support/judging/results';
import { root } from '../cli/conform';
import { temporaryFolder } from '../report/embedded-run';
import type { HandField } from './hand-client';
import { HandClient } from './hand-client';

/** A folder with a target file for a run by hand. */
interface HandTarget {
  readonly file: string;
  readonly reports: string;
}

export function handTarget(t: TestContext, changes: object = {}): HandTarget {
  const folder = temporaryFolder(t);
  const file = join(folder, 'manual.yaml');
  const integrator = { manual: true, roles: ['session', 'identity', 'registry'] };
  writeFileSync(file, stringify({ name: 'by hand', integrator, ...changes }));
  return { file, reports: join(folder, 'reports') };
}

/** What a person does about an instruction; `leave`: nothing. */
type Deed = 'do' | 'leave' | 'interrupt' | 'kill';

interface HandRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The instructions that were given, in order. */
  readonly instructions: readonly string[];
}

/** Runs `conform run` on a target by hand, with a program in the person's place. */
export async function runByHand(
  { file, reports }: HandTarget,
  decide: (instruction: string) => Deed = () => 'do',
  args: readonly string[] = [],
): Promise<HandRun> {
  const child = spawn(
    process.execPath,
    [
      join(root, 'bin/conform.cjs'),
      'run',
      '--target',
      file,
      '--subject',
      'integrator',
      '--reports',
      reports,
      ...args,
    ],
    {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', NODE_OPTIONS: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('close', (code, signal) => {
      resolve([code, signal]);
    });
  });
  const person = new Person(reports);
  const instructions: string[] = [];
  let stdout = '';
  for await (const chunk of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
    stdout += chunk;
    for (const instruction of person.read(chunk)) {
      if (instruction.startsWith('[')) instructions.push(instruction);
      const deed = instruction.startsWith('[') ? decide(instruction) : 'do';
      if (deed === 'interrupt') child.kill('SIGINT');
      if (deed === 'kill') child.kill('SIGKILL');
      if (deed === 'do') await person.act(instruction);
    }
  }
  const [code, signal] = await ended;
  return { code, signal, stdout, stderr, instructions };
}

/** Results that a run wrote. */
export function resultsIn({ reports }: HandTarget): Results {
  return JSON.parse(readFileSync(join(reports, 'results.json'), 'utf8')) as Results;
}

/** Verdicts by id. */
export function verdictsIn(target: HandTarget): Readonly<Record<string, string>> {
  return Object.fromEntries(resultsIn(target).obligations.map(({ id, verdict }) => [id, verdict]));
}

/** Reads the terminal, and does by a client of their own what stands there. */
class Person {
  readonly #reports: string;
  #unread = '';
  #told = '';
  #client: HandClient | undefined;

  constructor(reports: string) {
    this.#reports = reports;
  }

  /** The instructions that have come whole. */
  read(chunk: string): string[] {
    this.#told += chunk;
    this.#unread += chunk;
    const found = [
      ...this.#unread.matchAll(
        /^First restart your client.*\n|^\[\d+ of \d+\] (?:.*:\n {6})?.*(?:GET|POST) .*\n/gm,
      ),
    ];
    const last = found.at(-1);
    if (last !== undefined) this.#unread = this.#unread.slice(last.index + last[0].length);
    return found.map(([text]) => text);
  }

  async act(instruction: string): Promise<void> {
    if (instruction.startsWith('First restart')) {
      this.#client = undefined;
      return;
    }
    this.#client ??= this.#newClient();
    const [, service] = /certificate of the (\w+) service/.exec(instruction) ?? [];
    const [, otp, txnId] = /OTP (\d+) \(encrypted\) of transaction ([\w-]+)/.exec(instruction) ?? [];
    const [, url = ''] = /POST (\S+)/.exec(instruction) ?? [];
    if (service === 'identity' || service === 'registry') await this.#client.fetchCertificate(service);
    else if (otp !== undefined && txnId !== undefined) await this.#client.verifyOtp(otp, txnId);
    else if (instruction.includes('JSON body')) await this.#client.sendFields(url, fieldsIn(instruction));
    else await this.#client.createSession().catch(unlessUnverified);
  }

  #newClient(): HandClient {
    const told = (pattern: RegExp): string => pattern.exec(this.#told)?.[1] ?? '';
    const base = (name: string): string => told(new RegExp(`^ {2}${name} +(\\S+)$`, 'm'));
    const ca = told(/^ {2}CA +(\S+)$/m);
    return new HandClient({
      bases: { gateway: base('gateway'), identity: base('identity'), registry: base('registry') },
      clientId: told(/^export CLIENT_ID='(.*)'$/m),
      clientSecret: told(/^export CLIENT_SECRET='(.*)'$/m),
      ...(ca !== '' && { ca: readFileSync(join(this.#reports, 'manual-ca.pem'), 'utf8') }),
    });
  }
}

/** A certificate that does not verify is an error that a person reads, and goes on. */
function unlessUnverified(error: NodeJS.ErrnoException): void {
  if (error.code !== 'UNABLE_TO_VERIFY_LEAF_SIGNATURE') throw error;
}

function fieldsIn(instruction: string): HandField[] {
  return [...instruction.matchAll(/(\w+) "([^"]*)" \((encrypted|plain)\)/g)].map(
    ([, name = '', value = '', how]) => ({ name, value, encrypted: how === 'encrypted' }),
  );
}
