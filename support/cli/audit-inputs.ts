import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { JudgingOptions } from './judging-options';
import type { Surroundings } from './surroundings';
import { ConfigurationError } from '../targets/errors';
import { undefinedIfThrows } from '../targets/pem';
import type { Shard } from '../traffic/audit';
import type { ExchangePlace } from '../traffic/find-item';
import type { FirstPass, ReadWatch } from '../traffic/first-pass';
import type { InputFile, ReopenableInputs } from '../traffic/reopenable-inputs';
import { keepInput } from '../traffic/reopenable-inputs';
import type { TrafficSource } from '../traffic/sources';
import { requireNonce } from '../traffic/sources';

export interface AuditOptions extends JudgingOptions {
  readonly rejudge?: true;
  readonly perClient?: true;
  readonly jobs?: number;
  readonly shard?: Shard;
  /** The exchange to print as it is in its file, instead of judging the files. */
  readonly show?: ExchangePlace;
  /**
   * File with the clients that the parent process found in its first pass over the inputs. With `--jobs`, the
   * parent passes it to its child processes.
   */
  readonly clients?: string;
  /** The name to show instead of the input's path, for a file that was uploaded to the web page. */
  readonly shown?: string;
  /** Shows the progress of reading. By default, a progress bar appears if stderr is a terminal. */
  readonly watch?: ReadWatch;
}

/** Returns the files to read. If `-` is among the names, first copies standard input to a file in `folder`. */
export async function collectInputFiles(
  names: readonly string[],
  folder: string,
  { shown }: Pick<AuditOptions, 'shown'>,
  { stdin }: Pick<Surroundings, 'stdin'>,
): Promise<InputFile[]> {
  const kept = join(folder, 'input');
  if (names.includes('-')) await keepInput(stdin, kept);
  return names.map((name) => ({ file: name === '-' ? kept : name, shown: shown ?? name }));
}

/**
 * Opens all inputs. Each call starts reading from the beginning again. Throws a ConfigurationError if an
 * input is a recording without the required nonce. With `rejudge`, also throws if an input is not a recording
 * of this suite.
 */
export async function openAuditInputs(
  inputs: ReopenableInputs,
  { rejudge, nonce }: Pick<AuditOptions, 'rejudge' | 'nonce'>,
): Promise<readonly TrafficSource[]> {
  const sources = await inputs.open();
  for (const source of sources) requireNonce(source, nonce);
  // Reject other inputs: only a recording of this suite states the purpose of each request, and some rules
  // depend on that purpose.
  const other = rejudge === true ? sources.find(({ form }) => form !== 'recording') : undefined;
  if (other !== undefined)
    throw new ConfigurationError(
      `is ${other.form === 'har' ? 'HAR' : 'a traffic log'}, and no recording of this suite`,
      { file: other.name },
      'leave --rejudge out',
    );
  return sources;
}

/**
 * The data that the parent process passes to its child processes, so that they need not find the clients
 * again.
 */
interface HandedOver {
  readonly found: FirstPass;
  /** The input files. Listed here and not on the command line, because operating systems limit its length. */
  readonly files: readonly InputFile[];
  /** Secret key for deriving the names of clients, so that equal ids get equal names in all processes. */
  readonly key: Buffer;
}

/** Writes the file so that only this user can read it. Throws if the file exists. */
export function handOver(handed: HandedOver, file: string): void {
  writeFileSync(file, serialize(handed), { flag: 'wx', mode: 0o600 });
}

/** Reads a file that {@link handOver} wrote. Throws a ConfigurationError for any other file. */
export function readHandedOver(file: string): HandedOver {
  const handed = undefinedIfThrows(() => deserialize(readFileSync(file)) as Partial<HandedOver> | undefined);
  if (handed?.found !== undefined && handed.files !== undefined && handed.key !== undefined)
    return { found: handed.found, files: handed.files, key: Buffer.from(handed.key) };
  throw new ConfigurationError(
    'holds no clients',
    { file, at: '--clients' },
    'leave it out: --jobs gives it to its own processes',
  );
}
