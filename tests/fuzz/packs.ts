import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { ZipFile } from 'yazl';
import { defaultRedactionSettings } from '../../support/exchange/recording';
import { destinationWithoutHistory, writeReports } from '../../support/report/runs/write-run';
import { readReportSnapshot } from '../../support/report/pack/pack-sources';
import { verifyPack } from '../../support/report/pack/verify-pack';
import { writePack } from '../../support/report/pack/write-pack';
import { ConfigurationError } from '../../support/targets/errors';
import type { PackMembers } from '../report/packs';
import { unzip } from '../report/packs';
import { sampleResults } from '../report/sample-results';
import type { FuzzTarget } from './door';
import { inTime } from './door';
import { applyByteEdits, byteEdits, applyJsonEdits, jsonEdits } from './edits';

/** Packs with odd bytes, or odd members in a faultless zip: each is verified, or refused in one line. */
export async function packs(): Promise<FuzzTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-packs-'));
  const file = join(folder, 'pack.zip');
  const reports = writeReports(
    destinationWithoutHistory(join(folder, 'reports')),
    { ...sampleResults(), exchanges: 0 },
    [],
    defaultRedactionSettings,
  );
  await writePack(file, await readReportSnapshot(reports));
  const members = await unzip(file);
  const bytes = await zipped(members);
  const names = [...members.keys()].filter((name) => name.endsWith('.json'));
  const edit = fc.tuple(fc.constantFrom(...names), jsonEdits);
  const made = fc.oneof(
    byteEdits.map((changes) => () => Promise.resolve(applyByteEdits(bytes, changes))),
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

function withMember(
  members: PackMembers,
  name: string,
  changes: Parameters<typeof applyJsonEdits>[1],
): PackMembers {
  const value = applyJsonEdits(JSON.parse(members.get(name)?.toString() ?? 'null'), changes);
  return new Map([...members, [name, Buffer.from(JSON.stringify(value))]]);
}

async function zipped(members: PackMembers): Promise<Buffer> {
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
