import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Planted } from '../../mutants/traffic/generate';
import { generate } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import { temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';

/** A HAR file of what a right client does, but for what is planted. */
export function harText(breaks: readonly Planted[] = [], exchanges = 60): string {
  return JSON.stringify(harOf([...generate({ exchanges, seed: 3, breaks })], { creator: 'generated' }));
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly folder: string;
}

/** Audits a file of this content. */
export async function auditing(
  t: TestContext,
  content: string | Buffer,
  options: readonly string[] = [],
  name = 'traffic.har',
): Promise<Ended> {
  const folder = temporaryFolder(t);
  const file = join(folder, name);
  writeFileSync(file, content);
  const reports = join(folder, 'reports');
  const ended = await conform(['audit', file, '--reports', reports, ...options]);
  return { ...ended, folder: reports };
}
