import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { ZipFile } from 'yazl';
import { nothingAdded } from '../../support/exchange/recording';
import { exactly, writeReports } from '../../support/report/runs/write-run';
import { readSteadyReports } from '../../support/report/pack/pack-sources';
import { verifyPack } from '../../support/report/pack/verify-pack';
import { writePack } from '../../support/report/pack/write-pack';
import { ConfigurationError } from '../../support/targets/errors';
import type { Members } from '../report/packs';
import { unzip } from '../report/packs';
import { sampleResults } from '../report/sample-results';
import type { Door } from './door';
import { inTime } from './door';
import { cutUp, cuts, edited, edits } from './edits';

/** Packs with odd bytes, or odd members in a faultless zip: each is verified, or refused in one line. */
export async function packs(): Promise<Door> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-packs-'));
  const file = join(folder, 'pack.zip');
  const reports = writeReports(
    exactly(join(folder, 'reports')),
    { ...sampleResults(), exchanges: 0 },
    [],
    nothingAdded,
  );
  await writePack(file, await readSteadyReports(reports));
  const members = await unzip(file);
  const bytes = await zipped(members);
  const names = [...members.keys()].filter((name) => name.endsWith('.json'));
  const edit = fc.tuple(fc.constantFrom(...names), edits);
  const made = fc.oneof(
    cuts.map((changes) => () => Promise.resolve(cutUp(bytes, changes))),
    edit.map(
      ([name, changes]) =>
        () =>
          zipped(withMember(members, name, changes)),
    ),
  );
  return {
    name: 'packs',
    inputs: 1,
    property: fc.asyncProperty(made, async (make) => {
      writeFileSync(file, await make());
      await inTime(() => verifiedOrRefused(file));
    }),
    close: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function withMember(members: Members, name: string, changes: Parameters<typeof edited>[1]): Members {
  const value = edited(JSON.parse(members.get(name)?.toString() ?? 'null'), changes);
  return new Map([...members, [name, Buffer.from(JSON.stringify(value))]]);
}

async function zipped(members: Members): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of members) zip.addBuffer(content, name, { compressionLevel: 1 });
  zip.end();
  return buffer(zip.outputStream);
}

async function verifiedOrRefused(file: string): Promise<void> {
  try {
    await verifyPack(file);
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String((error as Error).stack));
    assert.ok(error.line.length < 4000 && !error.line.includes('\n'), error.line);
  }
}
