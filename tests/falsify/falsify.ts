import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { swallow } from '../../support/cli/surroundings';
import { certifyInto } from '../../support/cli/cucumber/certify';
import { selfTestSeed } from '../../support/run/made-up';
import { resolveReadings } from '../../support/contract/readings';
import { embeddedTarget } from '../../support/run/targets';
import type { Target } from '../../support/targets/target';
import { readFeatures } from '../features/feature-files';
import type { Altered } from './altered';
import { alteredIn, featureOf, unaltered } from './altered';
import { loadVocabulary } from './vocabulary';

/** What nothing notices yet, a line each. It may only shrink. */
const list = join(__dirname, 'unnoticed.txt');

/** The suite's own mock and client, with the reading that some steps are about. */
const target: Target = {
  ...embeddedTarget,
  readings: resolveReadings({ 'bridge-scoped': ['preauth.submit', 'preauth.onSubmit'] }),
};

/** Runs altered scenarios; gives the names of those whose Then was seen to differ. */
async function noticedOf(all: readonly Altered[], folder: string): Promise<ReadonlySet<string>> {
  const noticed = new Set<string>();
  const paths = [...Map.groupBy(all, ({ pickle }) => pickle.uri)].map(([uri, altered], index) => {
    // As in a run: headers and tokens wait for time to pass, which the others fill.
    const isLate = /[\\/](?:headers|token)[\\/]/.test(uri);
    const path = join(folder, `${isLate ? 'later' : 'first'}-${index}.feature`);
    writeFileSync(path, featureOf(altered));
    return path;
  });
  await certifyInto(
    {
      target,
      // Of all that is made up, as in a self-test.
      seed: selfTestSeed,
      ...{ profile: 'embedded', subjects: ['service', 'integrator'], only: [] },
      reports: join(folder, 'reports'),
      seams: { selection: { paths: paths.sort() } },
    },
    { stdout: swallow(), stderr: swallow() },
    (event) => {
      if (event.type === 'scenario-finished' && event.differs !== undefined) noticed.add(event.scenario.name);
    },
  );
  return noticed;
}

/** Says of each Then what is not so, and demands that each is noticed once at least. */
async function falsify(): Promise<boolean> {
  const pickles = readFeatures().flatMap((each) => each.pickles);
  const all = alteredIn(pickles, await loadVocabulary());
  const folder = mkdtempSync(join(tmpdir(), 'conform-falsify-'));
  try {
    const noticed = await noticedOf(all, folder);
    const mistaken = all.filter(({ tried, name }) => tried === unaltered && noticed.has(name));
    if (mistaken.length > 0) {
      for (const { pickle } of mistaken) console.log(`differs as it stands: ${pickle.uri}: ${pickle.name}`);
      return false;
    }
    const tried = Map.groupBy(
      all.filter((each) => each.tried !== unaltered),
      (each) => each.tried,
    );
    const unnoticed = [...tried].filter(([, each]) => !each.some(({ name }) => noticed.has(name)));
    return compare(unnoticed.map(([what]) => what).sort(), tried.size);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compare(unnoticed: readonly string[], tried: number): boolean {
  const listed = readFileSync(list, 'utf8').split('\n').filter(Boolean);
  const fresh = unnoticed.filter((each) => !listed.includes(each));
  if (fresh.length === 0 && process.argv.includes('--write'))
    writeFileSync(list, unnoticed.map((each) => `${each}\n`).join(''));
  const over = listed.filter((each) => !unnoticed.includes(each));
  for (const each of fresh) console.log(`not noticed: ${each}`);
  for (const each of over) console.log(`noticed now, or gone; take it out of ${list}: ${each}`);
  console.log(`${tried - unnoticed.length} noticed, ${unnoticed.length} not, of ${tried}`);
  return fresh.length === 0 && over.length === 0;
}

void falsify().then((isGood) => {
  process.exitCode = isGood ? 0 : 1;
});
