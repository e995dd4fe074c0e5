import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { ConfigurationError } from '../targets/errors';
import { attempt } from '../targets/pem';
import type { FirstPass } from '../traffic/first-pass';
import type { InputFile } from '../traffic/inputs';

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
