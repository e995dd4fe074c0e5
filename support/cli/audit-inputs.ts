import { join } from 'node:path';
import { ConfigurationError } from '../targets/errors';
import type { Shard } from '../traffic/audit';
import type { ReadWatch } from '../traffic/first-pass';
import type { InputFile, Inputs } from '../traffic/inputs';
import { keepInput } from '../traffic/inputs';
import type { TrafficSource } from '../traffic/sources';
import { requireNonce } from '../traffic/sources';
import type { JudgingOptions } from './judging-options';
import type { Surroundings } from './surroundings';

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
