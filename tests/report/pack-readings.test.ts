import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { verifyPack } from '../../support/library';
import { conform } from '../cli/conform';
import { copyCachedRun } from '../runs/kept';
import { temporaryFolder } from './embedded-run';
import { changeMembers, withForgedManifest, shortenMessages, unzip, zipTo } from './packs';
import { writePack } from '../../support/report/pack/write-pack';
import { readReportSnapshot } from '../../support/report/pack/pack-sources';

/** On such a text it tries 2^40 ways before it gives up. */
const costly = '(a+)+$';
const text = `${'a'.repeat(40)}!`;

test('a costly regular expression in a pack is never run: the command and the library answer at once', async (t) => {
  const { folder } = await copyCachedRun('exceptions', t);
  shortenMessages(folder);
  const file = join(temporaryFolder(t), 'pack.zip');
  await writePack(file, await readReportSnapshot(folder));
  const members = await unzip(file);
  const edited = (name: string, edit: (text: string) => string): string =>
    edit(members.get(name)?.toString() ?? '');
  const forged = (readings: object) =>
    changeMembers(members, {
      'recording.jsonl': edited('recording.jsonl', (all) => all.replaceAll('SVC-9999', text)),
      'basis.json': edited('basis.json', (all) => {
        const basis = JSON.parse(all) as { target: { readings: object } };
        basis.target.readings = { ...basis.target.readings, ...readings };
        return JSON.stringify(basis);
      }),
    });
  const verify = async (pack: Parameters<typeof withForgedManifest>[0]) => {
    await zipTo(file, withForgedManifest(pack));
    return {
      ...(await conform(['verify', file])),
      sound: (await verifyPack(file)).sound,
    };
  };
  assert.notEqual(forged({}).get('recording.jsonl'), members.get('recording.jsonl'));

  for (const [id, value] of [
    ['error-code', costly],
    ['encryption-rejection', { pattern: costly, shape: 'any' }],
    ['encryption-rejection', { words: [costly], shape: 'any' }],
    ['encryption-rejection', { words: Array.from({ length: 100_000 }, (_, at) => `a${at}`), shape: 'any' }],
  ] as const) {
    const { code, stdout, sound } = await verify(forged({ [id]: value }));
    assert.deepEqual([code, sound], [1, false], stdout);
    assert.match(
      stdout,
      new RegExp(`basis.json has a value for the reading ${id} that no target can choose`),
    );
  }

  const results = edited('results.json', (all) =>
    all
      .replace(/"version": "[^"]+"/, '"version": "9.0.0"')
      .replace(/"judging": "[^"]+"/, `"judging": "sha256:${'0'.repeat(64)}"`),
  );
  const other = await verify(
    changeMembers(forged({ 'error-code': costly, 'encryption-rejection': { pattern: costly } }), {
      'results.json': results,
    }),
  );
  assert.match(other.stdout, /^! not judged again: that takes gateway-conformance 9\.0\.0 /m);
});
