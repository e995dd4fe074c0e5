import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { JudgingOptions } from './judging-options';
import type { Surroundings } from './surroundings';
import { ConfigurationError } from '../targets/errors';
import { attempt } from '../targets/pem';
import type { Shard } from '../traffic/audit';
import type { FirstPass, ReadWatch } from '../traffic/first-pass';
import type { InputFile, Inputs } from '../traffic/inputs';
import { keepInput } from '../traffic/inputs';
import type { TrafficSource } from '../traffic/sources';
import { requireNonce } from '../traffic/sources';

export interface AuditOptions extends JudgingOptions {
  readonly rejudge?: true;
  readonly perClient?: true;
  readonly jobs?: number;
  readonly shard?: Shard;
  /** Where the first reading by another process stands. */
  readonly clients?: string;
  /** Under which name the one file is shown. */
  readonly shown?: string;
  /** Shows how far it is; a bar on a terminal where absent. */
  readonly watch?: ReadWatch;
}

/** The files to read; what comes on standard input is put into one of a folder first. */
export async function filesOf(
  names: readonly string[],
  folder: string,
  { shown }: Pick<AuditOptions, 'shown'>,
  { stdin }: Pick<Surroundings, 'stdin'>,
): Promise<InputFile[]> {
  const kept = join(folder, 'input');
  if (names.includes('-')) await keepInput(stdin, kept);
  return names.map((name) => ({ file: name === '-' ? kept : name, shown: shown ?? name }));
}

/** Opens inputs, as often as they are read. Throws a ConfigurationError for those that cannot be judged this way. */
export async function openAll(
  inputs: Inputs,
  { rejudge, nonce }: Pick<AuditOptions, 'rejudge' | 'nonce'>,
): Promise<readonly TrafficSource[]> {
  const sources = await inputs.open();
  for (const source of sources) requireNonce(source, nonce);
  // Other files know nothing of what the suite had asked for: so they cannot be judged again.
  const other = rejudge === true ? sources.find(({ form }) => form !== 'recording') : undefined;
  if (other !== undefined)
    throw new ConfigurationError(
      `is ${other.form === 'har' ? 'HAR' : 'a traffic log'}, and no recording of this suite`,
      { file: other.name },
      'leave --rejudge out',
    );
  return sources;
}

/** What one process hands over to those that it starts: it knows all clients, and they need not look for them. */
interface HandedOver {
  readonly found: FirstPass;
  /** A system bounds how many names a process can be started with. */
  readonly files: readonly InputFile[];
  /** Under which clients got their names. */
  readonly key: Buffer;
}

/** Writes it for this user alone. */
export function handOver(handed: HandedOver, file: string): void {
  writeFileSync(file, serialize(handed), { flag: 'wx', mode: 0o600 });
}

/** Throws a ConfigurationError for any other file. */
export function readHandedOver(file: string): HandedOver {
  const handed = attempt(() => deserialize(readFileSync(file)) as Partial<HandedOver> | undefined);
  if (handed?.found !== undefined && handed.files !== undefined && handed.key !== undefined)
    return { found: handed.found, files: handed.files, key: Buffer.from(handed.key) };
  throw new ConfigurationError(
    'holds no clients',
    { file, at: '--clients' },
    'leave it out: --jobs gives it to its own processes',
  );
}
