/**
 * Tries every mutant whose mistake traffic can show without a run: a client works for a day through the proxy, and the
 * same day is audited from HAR. The audit must find the same mistakes as a run, and find no mistake in harmless
 * variants.
 */
import { openLocalChannel } from '../../support/adapter/local-channel';
import { createIntegrator } from '../../support/client/integrator';
import type { ObligationId } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import type { ReadingValues } from '../../support/contract/readings';
import type { Results } from '../../support/judging/results';
import { integratorSpecimens, serviceSpecimens, transferSpecimens } from '../catalogue';
import { chooseSpecimens } from '../choose';
import type { Specimen } from '../mutant';
import { stageMock } from '../stage';
import type { Tally } from '../tally';
import { auditOf, dayThroughProxy } from './day';
import { longerKeys } from './longer-keys';
import { twoProcesses } from './two-processes';
import {
  actsOfTheSuite,
  fromScanners,
  inconclusiveByPath,
  neverBroken,
  unseen,
  unseenByPath,
  unseenInHar,
} from './unseen';

/** Whether traffic can show, without a run, that an obligation is broken. */
function isShown(id: string): boolean {
  const { seen, breaksInTraffic } = contractObligations.get(id);
  return seen === 'passive' || breaksInTraffic === true;
}

type Way = 'proxy' | 'by address' | 'by path';

/** Returns the obligations that a specimen breaks and that traffic can show. */
function expectedOf(specimen: Specimen, way: Way): ObligationId[] {
  if (specimen.kind !== 'mutant') return [];
  const left = [
    ...(unseen[specimen.name] ?? []),
    ...(way === 'proxy' ? [] : (unseenInHar[specimen.name] ?? [])),
    ...(way === 'by path' ? [...inconclusiveByPath, ...(unseenByPath[specimen.name] ?? [])] : []),
  ];
  return specimen.breaks.filter((id) => isShown(id) && !left.includes(id)).sort();
}

/** The specimens that traffic can show to be broken or right. */
const trafficSpecimens: readonly Specimen[] = [
  ...serviceSpecimens.filter(isAbout('service')),
  ...integratorSpecimens.filter((each) => !transferSpecimens.includes(each)).filter(isAbout('integrator')),
  ...twoProcesses,
  ...longerKeys,
];

function isAbout(subject: 'service' | 'integrator') {
  return (specimen: Specimen): boolean => {
    if (specimen.kind === 'harmless') return ![...actsOfTheSuite, ...fromScanners].includes(specimen.name);
    return (
      specimen.kind === 'mutant' &&
      specimen.breaks.some((id) => isShown(id) && contractObligations.get(id).subject === subject)
    );
  };
}

const dialects = [
  { creator: 'WebInspector', http2: true },
  { creator: 'ZAP', base64: true },
] as const;

/**
 * Returns the differences between the expected and the found breaches; `undefined` if the specimen cannot be driven
 * here.
 */
export async function tryInTraffic(specimen: Specimen): Promise<string[] | undefined> {
  const stage = await specimen.start();
  const isService = specimen.subject === 'service';
  // Without jwe: messages to a payer that the suite does not play could not be read.
  const readings: ReadingValues = { ...stage.target.readings, envelope: 'json' };
  const { paths, environment, cmId } = stage.target;
  // Some clients bring the services with them.
  const isServed = isService || stage.payer !== undefined;
  const served = isServed ? undefined : await stageMock({ tls: true, readings, account: { paths, cmId } });
  try {
    const client = isService ? createIntegrator({ log: () => undefined }) : stage.client?.(() => undefined);
    const ground =
      served === undefined ? stage : { ...served, target: { ...served.target, readings, environment } };
    if (client === undefined || ground.payer === undefined) return undefined;
    const day = await dayThroughProxy(
      openLocalChannel(client, { timeoutMs: 3000, redact: (text) => text }),
      ground,
    );
    const told: (readonly [where: string, way: Way, results: Results])[] = [
      ['through the proxy', 'proxy', day.results],
    ];
    for (const dialect of dialects)
      for (const byAddress of [true, false]) {
        const { results } = await auditOf(day, dialect, byAddress);
        const way = byAddress ? 'by address' : 'by path';
        told.push([`in HAR of ${dialect.creator}, ${way}`, way, results]);
      }
    return told.flatMap(([where, way, results]) =>
      differences(where, brokenIn(results, specimen), expectedOf(specimen, way)),
    );
  } finally {
    await stage.close();
    await served?.close();
  }
}

/** Like {@link tryInTraffic}, but returns an exception as a problem, so that the other specimens are still tried. */
export async function problemsInTraffic(specimen: Specimen): Promise<string[] | undefined> {
  try {
    return await tryInTraffic(specimen);
  } catch (error) {
    return [`broke down: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}

/** Returns the breaches of the specimen's side. The other side may fail because of the specimen, and is ignored. */
function brokenIn({ obligations: rows }: Results, { subject }: Specimen): string[] {
  return rows
    .filter((row) => row.subject === subject)
    .filter(({ verdict }) => verdict === 'failed' || verdict === 'warning')
    .map(({ id }) => id)
    .sort();
}

function differences(where: string, broken: readonly string[], wanted: readonly string[]): string[] {
  if (broken.join() === wanted.join()) return [];
  return [`${where}: ${broken.join(' ') || 'nothing'}, and not ${wanted.join(' ') || 'nothing'}`];
}

const atOnce = 4;

/** Tries those specimens that the arguments choose, and in the whole matrix whether each obligation is watched. */
export async function tryTraffic(args: readonly string[], tally: Tally): Promise<void> {
  const { chosen, isWhole, why } = chooseSpecimens(args, trafficSpecimens);
  for (const line of why) console.log(line);
  const caught = new Set<string>();
  const waiting = [...chosen];
  let left = 0;
  // A day is mostly waiting: some go on side by side.
  const take = async (): Promise<void> => {
    for (let specimen = waiting.shift(); specimen !== undefined; specimen = waiting.shift()) {
      const problems = await problemsInTraffic(specimen);
      if (problems === undefined) {
        left += 1;
        continue;
      }
      tally.take(specimen.name, problems);
      const wanted = expectedOf(specimen, 'proxy');
      if (problems.length === 0) for (const id of wanted) caught.add(id);
      printTrial(specimen, problems, wanted);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, take));
  if (isWhole) checkWhole(caught, tally);
  console.log(`\n${left} that are no clients or services of their own were left out`);
}

function printTrial({ kind, name }: Specimen, problems: readonly string[], wanted: readonly string[]): void {
  const outcome = problems.length === 0 ? 'ok  ' : 'FAIL';
  console.log(`${outcome}  ${kind.padEnd(9)} ${name.padEnd(38)} ${wanted.join(' ')}`);
  for (const problem of problems) console.log(`        ${problem}`);
}

function checkWhole(caught: ReadonlySet<string>, tally: Tally): void {
  for (const { id, level } of contractObligations.all) {
    if (!isShown(id) || level === 'observe' || caught.has(id) || neverBroken.includes(id)) continue;
    tally.count(false);
    console.log(`FAIL  ${level} ${id} is caught by nothing in traffic`);
  }
}
