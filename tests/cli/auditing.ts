import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { PlantedBreach } from '../../mutants/traffic/generate';
import { generateTraffic } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import { temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';

/** A HAR file of what a right client does, but for what is planted. */
export function generatedHar(breaks: readonly PlantedBreach[] = [], exchanges = 60): string {
  return JSON.stringify(
    harOf([...generateTraffic({ exchanges, seed: 3, breaks })], { creator: 'generated' }),
  );
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly folder: string;
}

/** Audits a file of this content. */
export async function auditContent(
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
