import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { removeFolderAtomically } from '../../support/report/runs/draft';
import type { RunSettings } from '../../support/run/plan';
import type { FinishedRun } from '../report/embedded-run';
import {
  finishIn,
  lastingFolder,
  readResults,
  temporaryFolder,
  overallVerdictTexts,
} from '../report/embedded-run';
import { onMutant } from './on-mutant';

/** What the run of `exceptions` was made for. */
export const nonce = 'nonce-of-the-certifier';
const waiver = { id: 'SES-08', reason: 'a known failure', approver: 'A. Person', expires: '2099-12-31' };
const both = ['service', 'integrator'] as const;
const to =
  (settings: Partial<RunSettings>) =>
  (folder: string): Promise<FinishedRun> =>
    finishIn(folder, settings);

/** Runs that several tests read. The small ones are on the services. */
const runs = {
  narrowed: to({ only: ['SES-05'] }),
  certificates: to({ only: ['SES-05', 'CRT-02'] }),
  /** A must, and what is only observed. */
  observed: to({ only: ['SES-05', 'SES-11'] }),
  /** With a nonce, and an approved exception that nothing needs. */
  exceptions: to({ only: ['SES-05', 'SES-08', 'CRT-02'], nonce, waivers: [waiver] }),
  service: to({}),
  'self-test': to({ subjects: both }),
  'broken-integrator': (folder: string) =>
    onMutant(folder, 'certificate-retried-under-its-old-id', { only: [] }),
};

type KeptName = keyof typeof runs;

/** All that a run depends on, but for the day: certificates and exceptions expire. */
const inputs = [
  ...['support', 'steps', 'features', 'profiles', 'schemas', 'vectors', 'mutants'],
  ...['tests/runs', 'tests/report/embedded-run.ts', 'package.json', 'package-lock.json'],
];
const root = join(__dirname, '../..');
const cache = join(root, 'node_modules/.cache/gateway-conformance-runs');
const unusedMs = 3_600_000;
let place: string | undefined;
const made = new Map<KeptName, Promise<void>>();

/**
 * A copy of such a run: for that test, or else for all tests of this process. It is made once for all processes, kept
 * below node_modules, and made anew when anything changes that it depends on.
 */
export async function copyCachedRun(name: KeptName, t?: TestContext): Promise<FinishedRun> {
  place ??= placeOfNow();
  const kept = join(place, name);
  if (!existsSync(kept)) made.set(name, made.get(name) ?? make(name, kept));
  await made.get(name);
  utimesSync(place, new Date(), new Date());
  const folder = t === undefined ? lastingFolder() : temporaryFolder(t);
  cpSync(join(kept, 'reports'), folder, { recursive: true });
  return { folder, results: readResults(folder), printed: readFileSync(join(kept, 'printed.txt'), 'utf8') };
}

/** Processes may make the same one at a time: the first that is done gives it its name, and the others drop theirs. */
async function make(name: KeptName, kept: string): Promise<void> {
  const beside = mkdtempSync(`${kept}.`);
  try {
    const { results, printed } = await runs[name](join(beside, 'reports'));
    const expected = name.startsWith('broken') ? /^does not conform/ : /^(conforms|no failure)/;
    const verdicts = Object.values(overallVerdictTexts(results));
    // What a busy machine spoiled would stay for the day.
    if (results.run.faults.length > 0 || !verdicts.every((each) => expected.test(each)))
      throw new Error(`the run ${name}: ${[...verdicts, ...results.run.faults].join(', ')}`);
    writeFileSync(join(beside, 'printed.txt'), printed);
    if (!existsSync(kept)) renameSync(beside, kept);
  } catch (error) {
    made.delete(name);
    if (!existsSync(kept)) throw error;
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** The folder for runs of the sources as they are. Others go once they are out of use: working trees may share them. */
function placeOfNow(): string {
  const { inputsDigest } = createRequire(__filename)('../../bin/dist.cjs') as {
    inputsDigest: (paths: readonly string[]) => string;
  };
  const day = new Date().toISOString().slice(0, 10);
  const own = join(cache, `${day}-${process.version}-${inputsDigest(inputs).slice(0, 16)}`);
  if (mkdirSync(own, { recursive: true }) === undefined) {
    // Before anything of it is looked for: another process may be about to take it for out of use.
    utimesSync(own, new Date(), new Date());
    return own;
  }
  for (const other of readdirSync(cache).map((each) => join(cache, each))) {
    const usedAt = statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (usedAt < Date.now() - unusedMs) removeFolderAtomically(other);
  }
  return own;
}
