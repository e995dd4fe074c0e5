import type { Envelope } from '@cucumber/messages';
import { TimeConversion } from '@cucumber/messages';
import { isDeepStrictEqual } from 'node:util';
import { findDuplicateMember } from '../../contract/json';
import type { Basis } from '../../judging/basis';
import type { ScenarioOutcome } from '../../judging/verdict';
import { contractObligations } from '../../obligations';
import { RunLog } from '../../run/run-log';
import { ScenarioReader } from '../../run/scenario-events';
import { formatCount } from '../../contract/format-count';

/** Where Cucumber's messages differ from the basis, one sentence each. */
export async function scenarioOdds(basis: Basis, messages: AsyncIterable<string>): Promise<string[]> {
  const reader = new ScenarioReader();
  const log = new RunLog();
  let ended: Envelope['testRunFinished'];
  let doubled: string | undefined;
  for await (const line of messages) {
    const envelope = JSON.parse(line) as Envelope;
    doubled ??= findDuplicateMember(line);
    for (const event of reader.read(envelope)) log.add(event);
    ended = envelope.testRunFinished ?? ended;
  }
  return [
    ...(doubled === undefined ? [] : [`messages.ndjson has a member twice: ${JSON.stringify(doubled)}`]),
    ...timeOdds(basis, ended),
    ...outcomeOdds(basis.scenarios, log.outcomes),
    ...countOdds(basis, log),
    ...planOdds(basis, log),
  ];
}

/** What is wrong where there are no messages: scenarios that nothing shows. */
export function unshownScenarios({ scenarios }: Basis): string[] {
  if (scenarios.length === 0) return [];
  return [`messages.ndjson is missing, which shows how ${formatCount(scenarios.length, 'scenario')} ended`];
}

function timeOdds({ run }: Basis, ended: Envelope['testRunFinished']): string[] {
  if (ended === undefined) return ['messages.ndjson ends before the run does'];
  const at = TimeConversion.timestampToMillisecondsSinceEpoch(ended.timestamp);
  if (at >= Date.parse(run.startedAt) && at <= Date.parse(run.finishedAt)) return [];
  return ['messages.ndjson is of another run: it ended at another time'];
}

/** Returns an outcome as both messages and basis must tell it, without texts, which one of them may shorten. */
const told = ({ message: _message, steps, ...outcome }: ScenarioOutcome) => ({
  ...outcome,
  ...(steps && { steps: steps.kind }),
});

function outcomeOdds(inBasis: readonly ScenarioOutcome[], inMessages: readonly ScenarioOutcome[]): string[] {
  const [noted, seen] = [inBasis.map(told), inMessages.map(told)];
  const odd = noted.find((each, index) => !isDeepStrictEqual(each, seen[index]));
  if (odd === undefined) return [];
  const other = seen.find(({ name, location }) => name === odd.name && location === odd.location);
  return [
    `scenario "${odd.name}" (${odd.location}): basis.json says ${endingOf(odd)}, and messages.ndjson ${other === undefined ? 'nothing' : endingOf(other)}`,
  ];
}

/** Describes how a scenario ended, as in `not-tested (left-out, --only)`. */
function endingOf({
  verdict,
  kind,
  by,
  optional,
  topic,
  elsewhere,
  bySuite,
  steps,
}: ReturnType<typeof told>): string {
  const flags = Object.entries({ optional, elsewhere, bySuite }).filter(([, is]) => is === true);
  const compared = steps && `steps: ${steps}`;
  const details = [kind, by, topic, ...flags.map(([name]) => name), compared].filter(
    (each) => each !== undefined,
  );
  return details.length === 0 ? verdict : `${verdict} (${details.join(', ')})`;
}

function countOdds({ scenarios, plan, run }: Basis, log: RunLog): string[] {
  const { outcomes, planned, faults } = log;
  const counts = [
    ['scenarios that ended', scenarios.length, outcomes.length],
    ['scenarios that were planned', plan.scenarios, planned.length],
    ['faults of the suite', run.faults.length, faults.length],
  ] as const;
  return counts
    .filter(([, inBasis, inMessages]) => inBasis !== inMessages)
    .map(([what, ...found]) => `${what}: basis.json says ${found[0]}, and messages.ndjson ${found[1]}`);
}

/** An obligation is planned if a scenario with its tag was selected; the basis says what narrowed the plan. */
function planOdds({ run, plan }: Basis, { planned, loaded }: RunLog): string[] {
  const tags = new Set(planned.flatMap((scenario) => scenario.tags));
  const concerned = contractObligations.all.filter(({ subject }) => run.subjects.includes(subject));
  const odd = concerned
    .filter(({ id }) => tags.has(id) === (plan.unplanned[id]?.kind === 'left-out'))
    .map(({ id }) => id);
  const ofSubjects = loaded.filter((scenario) =>
    run.subjects.some((subject) => scenario.tags.includes(subject)),
  );
  const { narrowedBy = [] } = plan;
  const isUncovered = concerned.some(({ id }) => !tags.has(id));
  // At night, only obligations are omitted: their rows show that.
  const isShort = !isUncovered && planned.length < ofSubjects.length;
  const isConcealed =
    (isUncovered && narrowedBy.length === 0) ||
    (isShort && narrowedBy.every((by) => by === '--profile nightly'));
  return [
    ...(odd.length === 0
      ? []
      : [`the plan: basis.json and messages.ndjson do not agree on ${odd.join(', ')}`]),
    ...(isConcealed ? ['the plan: basis.json calls it whole, and messages.ndjson shows a part'] : []),
  ];
}
