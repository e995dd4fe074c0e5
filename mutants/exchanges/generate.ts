import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ObligationExamples, ExampleFile, RecordedExample } from '../../support/report/examples';
import { contextOfExample, exampleFile, readExamples } from '../../support/report/examples';
import type { Obligation, ObligationId } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import { findSpecimen, specimens } from '../catalogue';
import type { Mutant } from '../mutant';
import type { Whole } from './record';
import { recordOf, recordSelfTest } from './record';
import { isBroken, isKept, tellingPart } from './telling';

/** How many mutants are tried for an obligation before it goes without. */
const tries = 3;
/** How many mistakes are listed. */
const mistakes = 6;

/** Records how each obligation is kept and broken: `npm run generate -- exchanges [--only ID,…]`. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const only = values.only?.toUpperCase().split(',');
  const wanted = contractObligations.judged.filter(({ id }) => only?.includes(id) ?? true);
  const selfTest = await recordSelfTest();
  for (const obligation of wanted) {
    const example = await exampleOf(obligation, selfTest);
    write(obligation, example);
    const found = [example.right, example.wrong].map((each) => each?.evidence.length ?? 'none');
    process.stdout.write(
      `${obligation.id}  right ${found.join(', wrong ')}  ${example.wrong?.mutant ?? ''}\n`,
    );
  }
}

async function exampleOf(obligation: Obligation, selfTest: Whole): Promise<ObligationExamples> {
  const right = least(selfTest, isKept(obligation)) ?? (await rightOfOthers(obligation));
  const mutants = mutantsOf(obligation);
  const wrong = await firstWrong(obligation, mutants.slice(0, tries));
  const stories = mutants.slice(0, mistakes).map(({ story }) => story);
  return { ...(right && { right }), ...(wrong && { wrong }), mistakes: stories };
}

/** Specimens that keep what the self-test, with its default readings, does not exercise. */
const keepers: Readonly<Partial<Record<ObligationId, string>>> = {
  'HDR-12': 'hip-agreed',
  'CBK-07': 'callbacks-bridge-scoped',
  'CBK-08': 'provider-with-issuer-and-audience',
};

async function rightOfOthers(obligation: Obligation): Promise<RecordedExample | undefined> {
  const keeper = keepers[obligation.id as ObligationId];
  return keeper === undefined ? undefined : least(await recordOf(findSpecimen(keeper)), isKept(obligation));
}

/** Those that break it and nothing else first. */
function mutantsOf({ id }: Obligation): Mutant[] {
  return specimens
    .filter((each): each is Mutant => each.kind === 'mutant')
    .filter(({ breaks }) => (breaks as readonly string[]).includes(id))
    .sort((one, other) => one.breaks.length - other.breaks.length);
}

async function firstWrong(
  obligation: Obligation,
  mutants: readonly Mutant[],
): Promise<RecordedExample | undefined> {
  for (const mutant of mutants) {
    const whole = await wholeOf(mutant);
    const wrong = least(whole, isBroken(obligation, [])) ?? least(whole, isBroken(obligation, mutant.breaks));
    if (wrong !== undefined) return { mutant: mutant.name, story: mutant.story, ...wrong };
  }
  return undefined;
}

const recorded = new Map<string, Promise<Whole>>();

/** Several obligations may be shown by one mutant. */
function wholeOf(mutant: Mutant): Promise<Whole> {
  const made = recorded.get(mutant.name) ?? recordOf(mutant);
  recorded.set(mutant.name, made);
  return made;
}

/** Transaction ids are told to the judges only where these need them. */
function least(whole: Whole, wanted: Parameters<typeof tellingPart>[2]): RecordedExample | undefined {
  const { evidence, readings, txnIds } = whole;
  for (const known of [{}, { txnIds }]) {
    const about = { ...(readings && { readings }), ...known };
    const part = tellingPart(evidence, contextOfExample(about), wanted);
    if (part !== undefined) return { ...about, evidence: part };
  }
  return undefined;
}

/** Written after each obligation: what was recorded stays if a later mutant fails. */
function write({ id, area }: Obligation, example: ObligationExamples): void {
  const known: ExampleFile = { ...readExamples(area), [id]: example };
  const ids = contractObligations.all.map((each) => each.id).filter((each) => known[each] !== undefined);
  const rows = ids.map((each) => `${JSON.stringify(each)}: ${rendered(known[each] ?? {})}`);
  writeFileSync(exampleFile(area), `{\n${rows.join(',\n')}\n}\n`);
}

/** One line for each piece of evidence, so that a change shows where it is. */
function rendered({ right, wrong, mistakes: told = [] }: ObligationExamples): string {
  const members = [
    ...(right ? [`  "right": ${recordedText(right)}`] : []),
    ...(wrong ? [`  "wrong": ${recordedText(wrong)}`] : []),
    `  "mistakes": [${told.map((each) => `\n    ${JSON.stringify(each)}`).join(',')}]`,
  ];
  return `{\n${members.join(',\n')}\n }`;
}

function recordedText({ evidence, ...about }: RecordedExample): string {
  const head = JSON.stringify(about).slice(1, -1);
  const lines = evidence.map((each) => `\n      ${JSON.stringify(each)}`);
  return `{${head}${head === '' ? '' : ', '}"evidence": [${lines.join(',')}]}`;
}

main().catch((error: unknown) => {
  process.stderr.write(
    `exchanges: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exitCode = 2;
});
