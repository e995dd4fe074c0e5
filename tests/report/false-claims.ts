import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { before, it } from 'node:test';
import type { Evidence } from '../../support/exchange/evidence';
import type { Exchange } from '../../support/exchange/exchange';
import { isRecordingHeader } from '../../support/exchange/recording';
import type { Basis } from '../../support/judging/basis';
import type { Results } from '../../support/judging/results';
import { evidenceFrom } from '../../support/report/evidence';
import { renderFiles } from '../../support/report/files';
import { readReportSnapshot } from '../../support/report/pack/pack-sources';
import { keySigner } from '../../support/report/pack/sign';
import type { PackVerification } from '../../support/report/pack/verify-pack';
import { isSound, verifyPack } from '../../support/report/pack/verify-pack';
import { writePack } from '../../support/report/pack/write-pack';
import { copyCachedRun } from '../runs/kept';
import { temporaryFolder } from './embedded-run';
import { shortenMessages, signer } from './packs';
import { judgeAgain } from '../../support/traffic/judge-again';

/** JSON that a forger may change as they like. */
export type Loose<Of> = {
  -readonly [Name in keyof Of]: Of[Name] extends object ? Loose<Of[Name]> : Of[Name];
};

/** All that a pack is made of, at the hands of the one who holds the right key. */
export interface Hands {
  readonly results: Loose<Results>;
  readonly basis: Loose<Basis>;
  recording: Loose<Exchange>[];
  /** Lines of Cucumber's messages. */
  messages: string[];
  header: string;
  /** Files that take the place of the rendered ones. */
  readonly rendered: Record<string, string>;
}

/**
 * Reads a report, lets `forge` change it, packs it with all that is rendered from it, and signs it with the right key.
 */
export async function packed(
  t: TestContext,
  folder: string,
  forge: (hands: Hands) => unknown,
): Promise<string> {
  const copy = temporaryFolder(t);
  cpSync(folder, copy, { recursive: true });
  const read = (name: string): string => readFileSync(join(copy, name), 'utf8');
  const lines = read('recording.jsonl').trim().split('\n');
  const hands: Hands = {
    results: JSON.parse(read('results.json')) as Loose<Results>,
    basis: JSON.parse(read('basis.json')) as Loose<Basis>,
    recording: lines
      .filter((each) => !isRecordingHeader(each))
      .map((each) => JSON.parse(each) as Loose<Exchange>),
    messages: read('messages.ndjson').trim().split('\n'),
    header: lines.find(isRecordingHeader) ?? '',
    rendered: {},
  };
  await forge(hands);
  const { results, basis, recording, messages, header, rendered } = hands;
  const write = (name: string, text: string): void => {
    writeFileSync(join(copy, name), text);
  };
  write('results.json', `${JSON.stringify(results, null, 2)}\n`);
  write('basis.json', `${JSON.stringify(basis, null, 2)}\n`);
  write('messages.ndjson', `${messages.join('\n')}\n`);
  const records = recording.map((each) => JSON.stringify(each));
  write('recording.jsonl', `${[...(header === '' ? [] : [header]), ...records].join('\n')}\n`);
  const file = join(copy, 'pack.zip');
  const honest = await readReportSnapshot(folder);
  const reports = {
    ...honest,
    folder: copy,
    results: results as Results,
    evidence: evidenceFrom(results, recording),
    requireUnchanged: () => undefined,
  };
  await writePack(file, reports, {
    signer: keySigner(signer.privateKey),
    rendered: { ...renderFiles(reports), ...rendered },
  });
  return file;
}

/** What is found out about a pack by one who has the public key. */
export async function judged(file: string): Promise<PackVerification & { readonly sound: boolean }> {
  const verified = await verifyPack(file, { keys: [signer.publicKey] });
  return { ...verified, sound: isSound(verified, true) };
}

/** A claim that does not follow from the recording. */
export interface Claim {
  readonly lie: string;
  readonly forge: (hands: Hands) => unknown;
  /** What names it. */
  readonly told: RegExp;
  /** The same where it is true; absent: the untouched report is its twin. */
  readonly twin?: (hands: Hands) => unknown;
}

/** A short run with an approved exception and a nonce, for tests that change nothing of it. */
export async function honestReport(): Promise<string> {
  const { folder } = await copyCachedRun('exceptions');
  shortenMessages(folder);
  return folder;
}

/** Tests that each claim is refused by name though it is signed with the right key, and that its twin verifies. */
export function refuseByName(claims: readonly Claim[]): void {
  let folder = '';
  before(async () => {
    folder = await honestReport();
  });

  it('is not what an untouched report makes: that verifies', async (t) => {
    const { sound, contradictions } = await judged(await packed(t, folder, () => undefined));
    assert.deepEqual([sound, contradictions], [true, []]);
  });

  for (const { lie, forge, told, twin } of claims)
    it(`is refused by name: ${lie}`, async (t) => {
      const found = await judged(await packed(t, folder, forge));
      const { sound, signature, contradictions, changed, added, missing } = found;
      // Only judging again can refuse it.
      assert.deepEqual([signature, changed, added, missing], ['valid', [], [], []]);
      assert.equal(sound, false);
      assert.match(contradictions.join('\n'), told);
      if (twin === undefined) return;
      const honest = await judged(await packed(t, folder, twin));
      assert.deepEqual([honest.contradictions, honest.sound], [[], true]);
    });
}

export const rowOf = ({ results }: Hands, id: string) => {
  const row = results.obligations.find((each) => each.id === id);
  assert.ok(row !== undefined, id);
  return row;
};

/** The answers to sessions that were asked for rightly, with another status. */
export function breakSessions({ recording }: Hands): void {
  const sessions = recording.filter(
    ({ operation, asked }) => operation === 'session.create' && asked?.part === 'valid',
  );
  assert.ok(sessions.length > 0);
  for (const { response } of sessions)
    if (response?.body !== undefined) Object.assign(response.body, { text: '{"accessToken":7}', bytes: 17 });
}

/** As the suite would have judged what the hands hold by now. */
export async function judgeHonestly(hands: Hands): Promise<void> {
  const evidence = async function* () {
    yield* hands.recording as unknown as Evidence[];
    await Promise.resolve();
  };
  const again = await judgeAgain(hands.basis, evidence());
  Object.assign(hands.results, JSON.parse(JSON.stringify(again)));
}

export const later = (instant: string, ms: number): string =>
  new Date(Date.parse(instant) + ms).toISOString();

/** Sets the same in results and basis, as one would who wants them to agree. */
export function inBoth({ results, basis }: Hands, change: Partial<Loose<Basis>['run']>): void {
  Object.assign(results.run, change);
  Object.assign(basis.run, change);
}
