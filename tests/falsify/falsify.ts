import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Stage } from '../../mutants/mutant';
import { resolveReadings } from '../../support/contract/readings';
import type { Subject } from '../../support/contract/words';
import { certifyInto } from '../../support/cli/cucumber/certify';
import { discardingStream } from '../../support/cli/surroundings';
import { readCucumberMessages } from '../../support/report/messages-of-run';
import { selfTestSeed } from '../../support/cases/test-data';
import { embeddedTarget } from '../../support/run/targets';
import { readFeatures } from '../features/feature-files';
import type { Altered } from './altered';
import { alteredIn, featureOf, thenIn, unaltered } from './altered';
import type { Contrary } from './contraries';
import { contrariesIn, inVain } from './contraries';
import { differingIn } from './differing';
import { trueAnyway } from './true-anyway';
import { loadVocabulary } from './vocabulary';

/** The suite's own mock and client, with the reading that some steps are about. */
const conforming: Omit<Stage, 'close'> = {
  target: {
    ...embeddedTarget,
    readings: resolveReadings({ 'bridge-scoped': ['preauth.submit', 'preauth.onSubmit'] }),
  },
  // The seed of the self-test's generated values.
  seed: selfTestSeed,
};

/** How many mutants run at the same time. They mostly wait for timers. */
const atOnce = 4;

/** Runs scenarios on a subject. Returns the scenarios in which a Then reported a difference. */
async function noticedOn(
  { target, client, payer, seed }: Omit<Stage, 'close'>,
  subjects: readonly Subject[],
  all: readonly Altered[],
): Promise<readonly Altered[]> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-falsify-'));
  try {
    const paths = [...Map.groupBy(all, ({ pickle }) => pickle.uri)].map(([uri, altered], index) => {
      // As in a run, scenarios about headers and tokens come last: they wait for time to pass while the others run.
      const isLate = /[\\/](?:headers|token)[\\/]/.test(uri);
      const path = join(folder, `${isLate ? 'later' : 'first'}-${index}.feature`);
      writeFileSync(path, featureOf(altered));
      return path;
    });
    const written = await certifyInto(
      {
        ...{ target, seed, subjects, only: [], profile: 'embedded', reports: join(folder, 'reports') },
        seams: { ...(client && { client }), ...(payer && { payer }), selection: { paths: paths.sort() } },
      },
      { stdout: discardingStream(), stderr: discardingStream() },
    );
    if (written === undefined) throw new Error('the run gave no results');
    const differing = differingIn(readCucumberMessages(written.results, written.folder));
    return all.filter(({ name }) => differing.has(name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Changes each Then in several ways. Returns whether the suite noticed at least one change of each kind. */
async function falsify(): Promise<boolean> {
  const pickles = readFeatures().flatMap((each) => each.pickles);
  const all = alteredIn(pickles, await loadVocabulary(), seedInArguments());
  const noticed = await noticedOn(conforming, ['service', 'integrator'], all);
  const mistaken = noticed.filter(({ tried }) => tried === unaltered);
  const tried = new Set(all.map((each) => each.tried).filter((each) => each !== unaltered));
  const left = tried.difference(new Set(noticed.map((each) => each.tried)));
  const pool = contrariesIn(pickles);
  const caught = new Map<Contrary, readonly Altered[]>();
  await inTurns(pool, async (contrary) => {
    const { start, subject, scenarios } = contrary;
    const stage = await start();
    try {
      caught.set(contrary, scenarios.length === 0 ? [] : await noticedOn(stage, [subject], scenarios));
    } finally {
      await stage.close();
    }
  });
  const differing = new Set([...caught.values()].flat().map((each) => each.tried));
  const missed = [...left].filter((each) => !differing.has(thenIn(each)));
  const excused = missed.filter((each) => trueAnyway.some(({ change }) => change.test(each)));
  const unnoticed = missed.filter((each) => !excused.includes(each));
  const vain = [
    ...pool.flatMap((contrary) => inVain(contrary, caught.get(contrary) ?? [])),
    ...trueAnyway
      .filter(({ change }) => !excused.some((each) => change.test(each)))
      .map(({ reason }) => reason),
  ];
  for (const { pickle } of mistaken) console.log(`differs as it stands: ${pickle.uri}: ${pickle.name}`);
  for (const each of unnoticed.sort()) console.log(`not noticed: ${each}`);
  for (const each of vain) console.log(`listed, but not needed: ${each}`);
  const noticedCount = tried.size - missed.length;
  console.log(
    `${noticedCount} noticed, ${excused.length} true anyway, ${unnoticed.length} not noticed, of ${tried.size}`,
  );
  return [mistaken, unnoticed, vain].every(({ length }) => length === 0);
}

/** The value of `--seed`, which selects the scenarios in which Thens of other scenarios are tried. */
function seedInArguments(): string {
  const { values } = parseArgs({ options: { seed: { type: 'string', default: String(selfTestSeed) } } });
  return values.seed;
}

/** Runs `act` for each item, a few at a time. */
async function inTurns<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const taking = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await act(next);
  };
  await Promise.all(Array.from({ length: atOnce }, taking));
}

void falsify().then((isGood) => {
  process.exit(isGood ? 0 : 1);
});
