import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { readReportSnapshot, requireJudgeable } from '../../../support/report/pack/pack-sources';
import { keySigner } from '../../../support/report/pack/sign';
import { isSound, verifyPack } from '../../../support/report/pack/verify-pack';
import { writePack } from '../../../support/report/pack/write-pack';
import { verifyPack as publishedVerify } from '../../../support/library';
import { verificationText } from '../../../support/cli/verify-text';
import type { SignOff } from '../../../support/report/sign-off/sign-off';
import { writeSignOff } from '../../../support/report/sign-off/write-sign-off';
import { copyCachedRun } from '../../runs/kept';
import { temporaryFolder } from '../embedded-run';
import type { PackMembers } from '../packs';
import {
  changeMembers,
  manifestIn,
  withForgedManifest,
  signAgain,
  shortenMessages,
  signer,
  unzip,
  zipTo,
} from '../packs';

const date = new Date().toISOString().slice(0, 10);
const decided = {
  name: 'A. Reviewer \u001b[31m',
  decision: 'accepted-with-conditions',
  conditions: ['Once more before the end of the year.'],
  date,
} as const;

describe('a pack of a report that was signed off', () => {
  let folder: string;
  let signOff: SignOff;

  before(async () => {
    ({ folder } = await copyCachedRun('certificates'));
    shortenMessages(folder);
    signOff = await writeSignOff(folder, decided);
  });

  const pack = async (file: string, isSigned = true): Promise<PackMembers> => {
    const reports = await readReportSnapshot(folder);
    requireJudgeable(reports);
    await writePack(file, reports, { ...(isSigned && { signer: keySigner(signer.privateKey) }) });
    return unzip(file);
  };

  const check = (file: string) => verifyPack(file, { keys: [signer.publicKey] });

  const told = (file: string, verified: Awaited<ReturnType<typeof check>>, isKeyGiven: boolean): string =>
    stripVTControlCharacters(
      verificationText({
        pack: file,
        verified,
        sound: isSound(verified, isKeyGiven),
        isOpen: false,
        unmet: [],
        isKeyGiven,
        nonce: undefined,
      }),
    );

  test('holds the decision as a member that the manifest names, and its reader is told', async (t) => {
    const file = join(temporaryFolder(t), 'pack.zip');
    const members = await pack(file);
    assert.deepEqual(members.get('sign-off.json'), readFileSync(join(folder, 'sign-off.json')));
    assert.ok(manifestIn(members).subject.some(({ name }) => name === 'sign-off.json'));
    assert.match(
      members.get('compliance.html')?.toString() ?? '',
      /Accepted with conditions by A\. Reviewer/,
    );
    const verified = await check(file);
    assert.deepEqual([verified.contradictions, verified.judgedAgain], [[], true]);
    assert.deepEqual(verified.signOff, signOff);
    assert.deepEqual((await publishedVerify(file)).signOff, decided);
    assert.ok(isSound(verified, true));
    const text = told(file, verified, true);
    assert.match(
      text,
      /! signed off: accepted with conditions, by A\. Reviewer .* on \d{4}-\d\d-\d\d, stated by the signer: only the key of the pack signed it/,
    );
    assert.match(text, /! condition: Once more before the end of the year\./);
    assert.ok(!text.includes('\u001b'));
  });

  test('shows nothing of who decided where it is not signed', async (t) => {
    const file = join(temporaryFolder(t), 'pack.zip');
    await pack(file, false);
    const verified = await verifyPack(file);
    assert.deepEqual(verified.signOff, signOff);
    assert.match(
      told(file, verified, false),
      /! signed off: .*, stated by the signer, as the pack says: not confirmed by a signature/,
    );
  });

  for (const [what, change, contradiction] of [
    ['of another run', { run: '1a2b3c4d-0000-4000-8000-000000000001' }, /belongs to another report/],
    ['of other results', { results: `sha256:${'0'.repeat(64)}` }, /belongs to another report/],
    ['without its conditions', { conditions: undefined }, /does not keep to schemas\/sign-off/],
    ['dated before the run', { date: '2020-01-01' }, /is dated 2020-01-01, before the run ended/],
    [
      'with another decision than its reports show',
      { decision: 'rejected', conditions: undefined },
      /compliance\.html is not what/,
    ],
  ] as const)
    test(`is refused with one ${what}, though its manifest and signature fit`, async (t) => {
      const file = join(temporaryFolder(t), 'pack.zip');
      const members = await pack(file);
      const other = changeMembers(members, { 'sign-off.json': JSON.stringify({ ...signOff, ...change }) });
      await zipTo(file, signAgain(withForgedManifest(other)));
      const verified = await check(file);
      assert.match(verified.contradictions.join('\n'), contradiction);
      assert.equal(isSound(verified, true), false);
      // The twin: the same members with the decision as it was.
      await zipTo(file, signAgain(withForgedManifest(members)));
      assert.deepEqual((await check(file)).contradictions, []);
    });

  test('is refused where the decision was taken out, and sound where the reports never showed one', async (t) => {
    const file = join(temporaryFolder(t), 'pack.zip');
    const members = await pack(file);
    await zipTo(file, signAgain(withForgedManifest(changeMembers(members, { 'sign-off.json': undefined }))));
    assert.match((await check(file)).contradictions.join('\n'), /compliance\.html is not what/);
    const { folder: without } = await copyCachedRun('narrowed', t);
    await writePack(file, await readReportSnapshot(without), { signer: keySigner(signer.privateKey) });
    const verified = await check(file);
    assert.deepEqual([verified.signOff, isSound(verified, true)], [undefined, true]);
  });

  test('is not made with a decision on another report', async (t) => {
    const own = readFileSync(join(folder, 'sign-off.json'), 'utf8');
    t.after(() => {
      writeFileSync(join(folder, 'sign-off.json'), own);
    });
    const other: SignOff = { ...signOff, results: `sha256:${'0'.repeat(64)}` };
    writeFileSync(join(folder, 'sign-off.json'), JSON.stringify(other));
    const reports = await readReportSnapshot(folder);
    assert.throws(() => {
      requireJudgeable(reports);
    }, /belongs to another report/);
  });

  test('is not made where the decision is another by then', async (t) => {
    const file = join(temporaryFolder(t), 'pack.zip');
    const reports = await readReportSnapshot(folder);
    await writeSignOff(folder, { ...decided, name: 'B. Other' });
    await assert.rejects(writePack(file, reports), /was written to while it was read/);
    await writeSignOff(folder, decided);
    await writePack(file, await readReportSnapshot(folder));
  });
});
