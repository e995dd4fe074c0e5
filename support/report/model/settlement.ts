import type { FieldProfileRow } from '../../judging/as-deployed';
import { failsRun } from '../../judging/notes';
import type { Results, WaiverRow } from '../../judging/results';
import type { AsDeployed, ObligationResult } from '../../judging/verdict';
import { approvedExceptionText, asDeployedText } from '../wording';

/**
 * The reason why the failure of an obligation does not count for the exit code: an approved exception, or the field
 * profile of the target. The verdict remains.
 */
export interface Settlement {
  readonly kind: 'exception' | 'as-deployed';
  /** As in `approved exception`, or `as deployed, claims-exchange-2026-09`. */
  readonly label: string;
  /** The label without the name of a profile: `approved exception` or `as deployed`. */
  readonly shortLabel: string;
  /** The label and the basis of the settlement, as in `approved exception until 2026-12-31 by A. B.: known`. */
  readonly text: string;
}

/** A line of the list of approved exceptions and failures that the field profile settles. */
export interface SettlementLine {
  readonly obligation: string;
  readonly state: WaiverRow['state'] | 'as deployed';
  /** As in `until 2026-12-31, by A. B.: known`, or `claims-exchange-2026-09: session-status is 202 (its source)`. */
  readonly text: string;
  /** Advice on an exception that fails the run, or `''` for all other lines. */
  readonly advice: string;
}

/** The list of approved exceptions and failures that the field profile settles, with its heading and a note. */
export interface SettlementList {
  readonly heading: string;
  readonly note: string;
  readonly lines: readonly SettlementLine[];
}

type Run = Pick<Results, 'run'>;
type Rows = Pick<Results, 'run' | 'obligations'>;

/** Returns the settlement of a failed obligation, `undefined` if none applies. An exception precedes a profile. */
export function settlementOf(
  { id, asDeployed }: Pick<ObligationResult, 'id' | 'asDeployed'>,
  { run }: Run,
): Settlement | undefined {
  const waiver = (run.waivers ?? []).find(({ obligation, state }) => obligation === id && state === 'used');
  if (waiver !== undefined)
    return {
      kind: 'exception',
      label: approvedExceptionText,
      shortLabel: approvedExceptionText,
      text: waiverText(waiver),
    };
  if (asDeployed === undefined) return undefined;
  const label = `${asDeployedText}, ${asDeployed.profile}`;
  const text = `${label}: ${departuresText(asDeployed, run.fieldProfile)}`;
  return { kind: 'as-deployed', label, shortLabel: asDeployedText, text };
}

/** Maps the ids of failures that something settles to the settlement. */
export function settlementsIn({ run, obligations }: Rows): ReadonlyMap<string, Settlement> {
  const found = obligations.map((row) => [row.id, settlementOf(row, { run })] as const);
  return new Map(found.flatMap(([id, each]) => (each === undefined ? [] : [[id, each] as const])));
}

/** As in `session-status is 202 (The OpenAPI description of the exchange, September 2026)`. */
function departuresText({ departures }: AsDeployed, profile: FieldProfileRow | undefined): string {
  const told = departures.map((id) => {
    const setting = profile?.departures.find((each) => each.id === id);
    return setting === undefined ? id : `${id} is ${JSON.stringify(setting.value)} (${setting.source})`;
  });
  return told.join('; ');
}

/** `approved exception until 2026-12-31 by …: …` */
function waiverText({ expires, approver, reason }: WaiverRow): string {
  return `${approvedExceptionText} until ${expires} by ${approver}: ${reason}`;
}

const waiverAdvice: Readonly<Record<WaiverRow['state'], string>> = {
  used: '',
  unused: 'the failure did not occur, and an unused exception fails the run: remove it from the file',
  expired: 'an expired exception fails the run: remove it from the file, or have it approved again',
};

const unusedBySuite =
  'the failure did not occur, as this version of the suite judges otherwise: a warning, and from the next version on a failure of the run: remove it from the file';

/** Returns the approved exceptions in the order of their file, then the failures that the field profile settles. */
export function settlementListOf({ run, obligations }: Rows): SettlementList {
  const waivers = (run.waivers ?? []).map((each): SettlementLine => ({
    obligation: each.obligation,
    state: each.state,
    text: `until ${each.expires}, by ${each.approver}: ${each.reason}`,
    advice: each.state !== 'used' && !failsRun(each, run) ? unusedBySuite : waiverAdvice[each.state],
  }));
  const deployed = obligations.flatMap(({ id, asDeployed }): SettlementLine[] => {
    if (asDeployed === undefined) return [];
    const text = `${asDeployed.profile}: ${departuresText(asDeployed, run.fieldProfile)}`;
    return [{ obligation: id, state: 'as deployed', text, advice: '' }];
  });
  return { ...headed(deployed.length > 0), lines: [...waivers, ...deployed] };
}

const headed = (hasProfile: boolean): Omit<SettlementList, 'lines'> =>
  hasProfile
    ? {
        heading: 'Approved exceptions and field profile',
        note: 'Known failures, and failures that only show departures of the field profile. They change no verdict.',
      }
    : {
        heading: 'Approved exceptions',
        note: 'Known failures with an expiry date. They change no verdict.',
      };

/** Each approved exception in a line, with its state if it excuses nothing; then each failure settled as deployed. */
export function settlementTexts({ run, obligations }: Rows): string[] {
  return [
    ...(run.waivers ?? []).map((each) => {
      const state = each.state === 'used' ? '' : ` (${each.state})`;
      return `${each.obligation}: ${waiverText(each)}${state}`;
    }),
    ...obligations
      .filter(({ asDeployed }) => asDeployed !== undefined)
      .map((row) => `${row.id}: ${settlementOf(row, { run: { ...run, waivers: [] } })?.text ?? ''}`),
  ];
}
