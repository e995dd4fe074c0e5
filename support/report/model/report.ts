import { indented, oneLineIn } from '../../contract/printable';
import type { Text } from '../../exchange/text';
import { joinTexts, numbered, text } from '../../exchange/text';
import type { AfterRefusal } from '../../judging/notes';
import type { Results } from '../../judging/results';
import type { ObligationResult, Verdict } from '../../judging/verdict';
import { verdicts } from '../../judging/verdict';
import type { EvidenceBySeq } from '../evidence';
import type { Contract, Fact } from './about';
import { contractOf, factsOf, nameOfTarget } from './about';
import { causesFirst, isBroken, placesOf } from './causes';
import type { Caveat, ToldWaiver } from './caveats';
import { bannerOf, besidesOf, toldWaiversOf } from './caveats';
import type { ToldClient } from './clients';
import { clientsOf } from './clients';
import type { Group, OpenGroup } from './open';
import { groupsOf, openGroupsOf } from './open';
import type { Row } from './row';
import { rowOf } from './row';
import type { ToldSignOff } from './sign-off';
import { toldSignOff } from './sign-off';
import type { Headline } from './subjects';
import { headlinesOf } from './subjects';
import { isPartial, plannedRows } from '../planned';
import type { FoundSignOff } from '../sign-off/sign-off';

/** A failure with those that follow from it. */
export interface Cause {
  readonly row: Row;
  readonly consequences: readonly Row[];
}

/** How many obligations of the plan have a verdict. */
interface Count {
  readonly verdict: Verdict;
  readonly count: number;
}

/** What every report shows, whatever its form. Reports put it in their form and find out nothing by themselves. */
export interface Report {
  /** The product with its version, or the target. */
  readonly name: string;
  readonly partial: boolean;
  readonly headlines: readonly Headline[];
  /** What a reviewer decided; absent: nothing. It stands beside the headlines, and changes none. */
  readonly signOff?: ToldSignOff;
  readonly caveats: readonly string[];
  readonly facts: readonly Fact[];
  readonly contract: Contract;
  readonly suite: Results['suite'];
  readonly run: Results['run'];
  readonly exchanges: number;
  readonly clients: readonly ToldClient[];
  /** The obligations of the plan; all counts are about these. */
  readonly planned: readonly Row[];
  readonly notPlanned: readonly Row[];
  /** The same by why they were left out. */
  readonly leftOut: readonly Group[];
  readonly counts: readonly Count[];
  /** What was demanded and broken, each cause with its consequences; those that exceptions cover come last. */
  readonly causes: readonly Cause[];
  /** Recommendations that were broken and follow from nothing else. */
  readonly warned: readonly Row[];
  /** What a named person stated, since it cannot be seen from outside. */
  readonly declared: readonly Row[];
  readonly open: readonly OpenGroup[];
  readonly notApplicable: readonly Group[];
  readonly waivers: readonly ToldWaiver[];
  readonly besides: readonly Caveat[];
  /** What needs attention, and no group shows. */
  readonly warnings: readonly string[];
  /** What the client reported after refusals; no verdict rests on it. */
  readonly afterRefusals: readonly ToldReport[];
  readonly readings: Results['readings'];
}

/** What a report is rendered from. */
export interface ShownReport {
  readonly report: Report;
  readonly evidence: EvidenceBySeq;
}

/** The results as every report shows them. */
export function reportOf(given: Results, signOff?: FoundSignOff): Report {
  const results = inOwnLines(given);
  const { run, suite, exchanges, readings } = results;
  const obligations = causesFirst(results.obligations);
  const places = placesOf(obligations);
  const rows = obligations.map((row) => rowOf(row, results, places.get(row.id)));
  const planned = plannedRows({ obligations: rows });
  const having = (wanted: Verdict): Row[] => planned.filter(({ verdict }) => verdict === wanted);
  const notPlanned = rows.filter((row) => !row.planned);
  return {
    name: nameOfTarget(results),
    partial: isPartial(run),
    headlines: headlinesOf(results, rows),
    ...(signOff && { signOff: oneLineIn(toldSignOff(signOff, results)) }),
    caveats: bannerOf(results),
    facts: factsOf(results),
    contract: contractOf(results),
    suite,
    run,
    exchanges,
    clients: clientsOf(results),
    planned,
    notPlanned,
    leftOut: groupsOf(notPlanned),
    counts: verdicts
      .map((verdict) => ({ verdict, count: having(verdict).length }))
      .filter(({ count }) => count > 0),
    causes: causesOf(rootsOf(having('failed')), planned),
    warned: rootsOf(having('warning')),
    declared: having('declared'),
    open: openGroupsOf(planned, results),
    notApplicable: groupsOf(having('not-applicable')),
    waivers: toldWaiversOf(results),
    besides: besidesOf(results),
    warnings: warningsOf(results),
    afterRefusals: afterRefusalsOf(results),
    readings,
  };
}

/** Those that stand below no other: what they follow from did not fail (`placesOf`). */
const rootsOf = (rows: readonly Row[]): Row[] => rows.filter(({ root }) => root === undefined);

function causesOf(failed: readonly Row[], planned: readonly Row[]): Cause[] {
  const causes = failed.map((row): Cause => {
    return { row, consequences: planned.filter(({ root }) => root === row.id) };
  });
  const isCovered = ({ row, consequences }: Cause): boolean =>
    [row, ...consequences.filter(isBroken)].every(({ waiver }) => waiver !== undefined);
  return [...causes.filter((each) => !isCovered(each)), ...causes.filter(isCovered)];
}

/** What cut a run short is shown with what it prevented; here, if all had been seen before. */
function warningsOf({ run: { warnings = [], obstacles = [] } }: Results): string[] {
  const vain = obstacles.filter(({ prevented }) => prevented.length === 0);
  return [
    ...warnings,
    ...vain.map(({ what, detail }) => [`cut short: ${what}`, detail ?? []].flat().join('\n')),
  ];
}

/** What a client reported after refusals, in words. */
interface ToldReport {
  readonly text: Text;
  /** It reported success, and nothing was accepted: whatever happened, it may say so. */
  readonly isFalse: boolean;
}

const inWords = { success: 'success', failure: 'a failure', error: 'an error' } as const;

function afterRefusalsOf({ run }: Pick<Results, 'run'>): ToldReport[] {
  return (run.afterRefusals ?? []).map((row) => ({
    isFalse: row.reported === 'success' && !row.accepted,
    text: row.reported === 'success' && !row.accepted ? falseText(row) : rightText(row),
  }));
}

function falseText(row: AfterRefusal): Text {
  return text`${callText(row)}: the client reported success, although ${refusedText(row)} and nothing was accepted after it`;
}

function rightText(row: AfterRefusal): Text {
  const later = row.accepted ? ' and a later attempt was accepted' : '';
  return text`${callText(row)}: ${refusedText(row)}${later}; the client reported ${inWords[row.reported]}`;
}

const callText = ({ call, service, times }: AfterRefusal): string =>
  `${call}${service === undefined ? '' : ` (${service})`}${times === 1 ? '' : `, ${times} times`}`;

const refusedText = ({ exchanges, status }: AfterRefusal): Text =>
  text`${joinTexts(exchanges.map(numbered), ', ')} ${exchanges.length === 1 ? 'was' : 'were'} answered ${status}`;

/**
 * The results, but that no text in them begins a line of a report: names of members, of files and of clients come from
 * others, and results may be read from anywhere. What the suite itself tells in several lines keeps them, and those below
 * the first are indented.
 */
function inOwnLines(results: Results): Results {
  const fit = oneLineIn(results);
  const { faults, obstacles } = results.run;
  return {
    ...fit,
    run: {
      ...fit.run,
      faults: faults.map(indented),
      ...(obstacles && {
        obstacles: obstacles.map(({ detail }, index) => ({
          ...(fit.run.obstacles?.[index] ?? { what: '', prevented: [] }),
          ...(detail !== undefined && { detail: indented(detail) }),
        })),
      }),
    },
    obligations: fit.obligations.map((row, index) => withMessages(row, results.obligations[index] ?? row)),
  };
}

/** A reason may be the message of a scenario: both may have several lines. */
function withMessages(fit: ObligationResult, { reason, scenarios }: ObligationResult): ObligationResult {
  return {
    ...fit,
    ...(typeof reason === 'string' && { reason: indented(reason) }),
    scenarios: fit.scenarios.map((each, index) => {
      const message = scenarios[index]?.message;
      return message === undefined ? each : { ...each, message: indented(message) };
    }),
  };
}
