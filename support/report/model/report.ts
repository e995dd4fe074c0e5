import { indentLines, toOneLineInEach } from '../../contract/printable';
import type { ReportText } from '../../exchange/text';
import { joinTexts, linkToExchange, reportText } from '../../exchange/text';
import type { ReportAfterRefusal } from '../../judging/notes';
import type { Results } from '../../judging/results';
import type { ObligationResult, Verdict } from '../../judging/verdict';
import { allVerdicts } from '../../judging/verdict';
import type { EvidenceBySeq } from '../evidence';
import type { Contract, Fact } from './about';
import { contractOf, factsOf, nameOfTarget } from './about';
import { causesFirst, isBroken, placesOf } from './causes';
import type { Caveat } from './caveats';
import { bannerOf, besidesOf } from './caveats';
import type { ToldReading } from './field-profile-notes';
import { toldReadings } from './field-profile-notes';
import type { SettlementList } from './settlement';
import { settlementListOf } from './settlement';
import type { ReportedClient } from './clients';
import { clientsOf } from './clients';
import type { ObligationGroup, OpenGroup } from './open';
import { groupRowsByReason, openGroupsOf } from './open';
import type { ReportedObligation } from './reported-obligation';
import { isRefuted } from './declarations';
import { rowOf } from './reported-obligation';
import type { ExchangeOrigins } from './exchange-origins';
import { exchangeOrigins } from './exchange-origins';
import type { ReportedSignOff } from './sign-off';
import { describeSignOff } from './sign-off';
import type { Headline } from './subjects';
import { headlinesOf } from './subjects';
import { plannedRows } from '../planned';
import type { FoundSignOff } from '../sign-off/sign-off';

/** A failed obligation, with the obligations that failed or could not be tested because of it. */
export interface FailureWithConsequences {
  readonly row: ReportedObligation;
  readonly consequences: readonly ReportedObligation[];
}

interface Count {
  readonly verdict: Verdict;
  readonly count: number;
}

/** The content of a report, independent of its format. The formats only render this content. */
export interface Report {
  /** The product with its version, or else the name of the target. */
  readonly name: string;
  readonly headlines: readonly Headline[];
  /**
   * The decision of a reviewer; `undefined` if the results were not reviewed. It appears beside the headlines
   * and does not change them.
   */
  readonly signOff?: ReportedSignOff;
  readonly caveats: readonly string[];
  readonly facts: readonly Fact[];
  readonly contract: Contract;
  readonly suite: Results['suite'];
  readonly run: Results['run'];
  readonly exchanges: number;
  /** The places of exchanges in the audited files. */
  readonly origins: ExchangeOrigins;
  readonly clients: readonly ReportedClient[];
  /** The obligations in the plan. All counts in the report are about these obligations. */
  readonly planned: readonly ReportedObligation[];
  readonly notPlanned: readonly ReportedObligation[];
  /** The rows of `notPlanned`, grouped by the reason why they are not in the plan. */
  readonly leftOut: readonly ObligationGroup[];
  readonly counts: readonly Count[];
  /** The obligations of the run's subjects, in the plan or not. */
  readonly requirements: Results['requirements'];
  /**
   * The failed obligations that are not a consequence of another failure. Failures that are completely settled by
   * approved exceptions or the field profile are listed last.
   */
  readonly causes: readonly FailureWithConsequences[];
  /** Obligations with the verdict `warning` that are not a consequence of a failure. */
  readonly warned: readonly ReportedObligation[];
  /** Obligations that the suite cannot observe. A named person has declared that the subject keeps them. */
  readonly declared: readonly ReportedObligation[];
  /** Obligations that a named person declared, although evidence shows the opposite. They failed, or are a warning. */
  readonly refuted: readonly ReportedObligation[];
  readonly open: readonly OpenGroup[];
  readonly notApplicable: readonly ObligationGroup[];
  /** The approved exceptions, and the failures that the field profile of the target settles. */
  readonly settlements: SettlementList;
  readonly besides: readonly Caveat[];
  /** Messages that need attention but do not belong to any obligation. */
  readonly warnings: readonly string[];
  /** Results that the client reported after a service had refused its request. They affect no verdict. */
  readonly afterRefusals: readonly ToldReport[];
  readonly readings: readonly ToldReading[];
}

/** The input of a report format: the content, and the recorded evidence that the content refers to. */
export interface ReportWithEvidence {
  readonly report: Report;
  readonly evidence: EvidenceBySeq;
}

/**
 * Builds the content of a report from the results and the sign-off.
 * @param evidence the exchanges that the results name; if it is empty, failures do not name their places in files
 */
export function reportOf(
  given: Results,
  signOff?: FoundSignOff,
  evidence: EvidenceBySeq = new Map(),
): Report {
  const results = inOwnLines(given);
  const origins = exchangeOrigins(results, evidence);
  const { run, suite, exchanges, requirements } = results;
  const obligations = causesFirst(results.obligations);
  const places = placesOf(obligations);
  const rows = obligations.map((row) => rowOf(row, results, places.get(row.id), origins));
  const planned = plannedRows({ obligations: rows });
  const having = (wanted: Verdict): ReportedObligation[] =>
    planned.filter(({ verdict }) => verdict === wanted);
  const notPlanned = rows.filter((row) => !row.planned);
  return {
    name: nameOfTarget(results),
    headlines: headlinesOf(results, rows),
    ...(signOff && { signOff: toOneLineInEach(describeSignOff(signOff)) }),
    caveats: bannerOf(results),
    facts: factsOf(results),
    contract: contractOf(results),
    suite,
    run,
    exchanges,
    origins,
    clients: clientsOf(results),
    planned,
    notPlanned,
    leftOut: groupRowsByReason(notPlanned),
    counts: countsOf(planned),
    requirements,
    causes: causesOf(rootsOf(having('failed')), planned),
    warned: rootsOf(having('warning')),
    declared: having('declared'),
    refuted: planned.filter(isRefuted),
    open: openGroupsOf(planned, results),
    notApplicable: groupRowsByReason(having('not-applicable')),
    settlements: settlementListOf(results),
    besides: besidesOf(results),
    warnings: warningsOf(results),
    afterRefusals: afterRefusalsOf(results),
    readings: toldReadings(results),
  };
}

/** Returns the number of obligations with each verdict, without verdicts that do not occur. */
const countsOf = (planned: readonly ReportedObligation[]): Count[] =>
  allVerdicts
    .map((verdict) => ({ verdict, count: planned.filter((row) => row.verdict === verdict).length }))
    .filter(({ count }) => count > 0);

/** Returns the rows that are not a consequence of a failure. */
const rootsOf = (rows: readonly ReportedObligation[]): ReportedObligation[] =>
  rows.filter(({ root }) => root === undefined);

function causesOf(
  failed: readonly ReportedObligation[],
  planned: readonly ReportedObligation[],
): FailureWithConsequences[] {
  const causes = failed.map((row): FailureWithConsequences => {
    return { row, consequences: planned.filter(({ root }) => root === row.id) };
  });
  const isCovered = ({ row, consequences }: FailureWithConsequences): boolean =>
    [row, ...consequences.filter(isBroken)].every(({ settlement }) => settlement !== undefined);
  return [...causes.filter((each) => !isCovered(each)), ...causes.filter(isCovered)];
}

/**
 * Returns the warnings of the run, and the errors that interrupted the run without preventing a check. The
 * report shows every other error together with the checks that it prevented.
 */
function warningsOf({ run: { warnings = [], obstacles = [] } }: Results): string[] {
  const vain = obstacles.filter(({ prevented }) => prevented.length === 0);
  return [
    ...warnings,
    ...vain.map(({ what, detail }) => [`cut short: ${what}`, detail ?? []].flat().join('\n')),
  ];
}

/** A sentence about a result that a client reported after a service had refused its request. */
interface ToldReport {
  readonly text: ReportText;
  /** The client reported success, although its request was refused and no later attempt was accepted. */
  readonly isFalse: boolean;
}

const inWords = { success: 'success', failure: 'a failure', error: 'an error' } as const;

function afterRefusalsOf({ run }: Pick<Results, 'run'>): ToldReport[] {
  return (run.afterRefusals ?? []).map((row) => ({
    isFalse: row.reported === 'success' && !row.accepted,
    text: row.reported === 'success' && !row.accepted ? falseText(row) : rightText(row),
  }));
}

function falseText(row: ReportAfterRefusal): ReportText {
  return reportText`${callText(row)}: the client reported success, although ${refusedText(row)} and nothing was accepted after it`;
}

function rightText(row: ReportAfterRefusal): ReportText {
  const later = row.accepted ? ' and a later attempt was accepted' : '';
  return reportText`${callText(row)}: ${refusedText(row)}${later}; the client reported ${inWords[row.reported]}`;
}

const callText = ({ call, service, times }: ReportAfterRefusal): string =>
  `${call}${service === undefined ? '' : ` (${service})`}${times === 1 ? '' : `, ${times} times`}`;

const refusedText = ({ exchanges, status }: ReportAfterRefusal): ReportText =>
  reportText`${joinTexts(exchanges.map(linkToExchange), ', ')} ${exchanges.length === 1 ? 'was' : 'were'} answered ${status}`;

/**
 * Puts every string in the results on one line. Names of members, files and clients come from other parties,
 * and a line break in such a name could imitate a line of the report. Messages that the suite itself wrote on
 * several lines keep their line breaks; all lines after the first are indented.
 */
function inOwnLines(results: Results): Results {
  const fit = toOneLineInEach(results);
  const { faults, obstacles } = results.run;
  return {
    ...fit,
    run: {
      ...fit.run,
      faults: faults.map(indentLines),
      ...(obstacles && {
        obstacles: obstacles.map(({ detail }, index) => ({
          ...(fit.run.obstacles?.[index] ?? { what: '', prevented: [] }),
          ...(detail !== undefined && { detail: indentLines(detail) }),
        })),
      }),
    },
    obligations: fit.obligations.map((row, index) => withMessages(row, results.obligations[index] ?? row)),
  };
}

/** Restores the line breaks in an obligation's reason and in the messages of its scenarios. */
function withMessages(fit: ObligationResult, { reason, scenarios }: ObligationResult): ObligationResult {
  return {
    ...fit,
    ...(typeof reason?.text === 'string' && { reason: { ...reason, text: indentLines(reason.text) } }),
    scenarios: fit.scenarios.map((each, index) => {
      const message = scenarios[index]?.message;
      return message === undefined ? each : { ...each, message: indentLines(message) };
    }),
  };
}
