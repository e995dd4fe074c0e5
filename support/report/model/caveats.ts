import type { Subject } from '../../contract/words';
import type { Results, WaiverRow } from '../../judging/results';
import { isObject } from '../../contract/json';
import { defaultReadings, readings } from '../../contract/readings';
import { failsRun } from '../../judging/notes';
import { approvedExceptionText } from '../wording';
import { strayTrafficNotes } from './observed';
import { leftOutTexts, listedWords } from './scope';
import { formatToSecond } from './words';

const ownCaveats: Readonly<Record<Subject, string>> = {
  service: 'The services of this run are the mock of the suite: the verdict on them is not a certificate.',
  integrator:
    'The integrator of this run is the client of the suite: the verdict on it is not a certificate.',
};

/** What a reader must know before any verdict on these subjects: why this is not a certificate. Empty if it is one. */
export function caveatsOf(
  { run }: Pick<Results, 'run'>,
  subjects: readonly Subject[] = run.subjects,
): string[] {
  const { traffic, challenge } = run;
  return [
    ...narrowedNotes(run),
    ...ownNotes({ ...run, subjects }),
    ...(traffic === undefined ? [] : [`${traffic.note}.`]),
    ...(challenge === undefined ? [] : [`${challenge.note}.`]),
    ...leftOutNotes({ ...run, subjects }),
  ];
}

/** All that a reader must know before any verdict: the caveats, and what takes nothing from a certificate. */
export function bannerOf({ run, readings: chosen }: Pick<Results, 'run' | 'readings'>): string[] {
  return [
    ...caveatsOf({ run }),
    ...strayTrafficNotes(run),
    ...notShownNotes(run),
    ...departuresIn(chosen),
    ...(run.resumed === true
      ? [`A run by hand that was interrupted and resumed: it was begun ${formatToSecond(run.startedAt)}.`]
      : []),
  ];
}

function narrowedNotes({ plan: { narrowedBy = [] } }: Results['run']): string[] {
  return narrowedBy.length === 0 ? [] : [`Narrowed by ${listedWords(narrowedBy)}: never a certificate.`];
}

/** Every setting that left something out, with what it left out. */
function leftOutNotes({ overall, subjects }: Pick<Results['run'], 'overall' | 'subjects'>): string[] {
  const told = subjects.flatMap((subject) => {
    const scope = overall[subject]?.scope;
    return scope === undefined ? [] : leftOutTexts(scope);
  });
  return told.length === 0 ? [] : [`Left out: ${told.join('; ')}.`];
}

/** What a certificate does not show, because nothing requires the target to offer or to set it. */
function notShownNotes({ overall, subjects, traffic }: Results['run']): string[] {
  // Traffic leaves much unseen for other reasons, too.
  if (traffic !== undefined) return [];
  const ids = subjects.flatMap((subject) => overall[subject]?.scope.notShown ?? []);
  if (ids.length === 0) return [];
  return [
    `Not shown, for lack of an optional method or of a reading that may stay unset: ${ids.join(', ')}.`,
  ];
}

/** Where the target has settings by which its services depart from words of the document. */
function departuresIn(chosen: Results['readings']): string[] {
  return chosen.flatMap(({ id, source, chosen: value, clause }) => {
    const row = readings.find((each) => each.id === id);
    if (row?.departsFrom === undefined || source === 'default' || isEach(value, defaultReadings[row.id]))
      return [];
    const words = `The target departs from the document: ${id} is ${JSON.stringify(value)}, and clause ${clause} says ${row.departsFrom}.`;
    return [`${words} A service that departs fails; an approved exception can cover that.`];
  });
}

/** Whether a setting is what the document says, for each service that it names. */
function isEach(value: unknown, stated: unknown): boolean {
  return (isObject(value) ? Object.values(value) : [value]).every((each) => each === stated);
}

/** Which verdicts are not certificates, since the suite plays those subjects itself; empty where it plays none. */
function ownNotes({ selfTest, ownSubjects = [], subjects }: Results['run']): string[] {
  if (selfTest) return ['A self-test of the suite on its own mock: this is not a certificate.'];
  return ownSubjects.filter((subject) => subjects.includes(subject)).map((subject) => ownCaveats[subject]);
}

/** A waiver with what it says. */
export interface ToldWaiver extends WaiverRow {
  /** `known, until 2026-12-31, by A. B.` */
  readonly text: string;
  /** What to do about one that fails the run; empty for one that does not. */
  readonly advice: string;
}

const waiverAdvice: Readonly<Record<WaiverRow['state'], string>> = {
  used: '',
  unused: 'the failure did not occur, and an unused exception fails the run: remove it from the file',
  expired: 'an expired exception fails the run: remove it from the file, or have it approved again',
};

const unusedBySuite =
  'the failure did not occur, as this version of the suite judges otherwise: a warning, and from the next version on a failure of the run: remove it from the file';

export function toldWaiversOf({ run }: Pick<Results, 'run'>): ToldWaiver[] {
  return (run.waivers ?? []).map((each) => ({
    ...each,
    text: `until ${each.expires}, by ${each.approver}: ${each.reason}`,
    advice: each.state !== 'used' && !failsRun(each, run) ? unusedBySuite : waiverAdvice[each.state],
  }));
}

/** `approved exception until 2026-12-31 by …: …` */
export function waiverText({ expires, approver, reason }: WaiverRow): string {
  return `${approvedExceptionText} until ${expires} by ${approver}: ${reason}`;
}

/** Each approved exception in a line, with what has become of it where it excuses nothing. */
export const exceptionsIn = ({ run }: Pick<Results, 'run'>): string[] =>
  (run.waivers ?? []).map((each) => {
    const state = each.state === 'used' ? '' : ` (${each.state})`;
    return `${each.obligation}: ${waiverText(each)}${state}`;
  });

/** What fails a run and does not belong to an obligation. */
export interface Caveat {
  readonly kind: 'fault' | 'waiver';
  readonly title: string;
  readonly text: string;
}

/** Faults of the suite, then exceptions that are unused or expired. */
export function besidesOf({ run }: Pick<Results, 'run'>): Caveat[] {
  return [
    ...run.faults.map((text): Caveat => ({ kind: 'fault', title: 'Fault of the suite', text })),
    ...toldWaiversOf({ run })
      .filter((each) => failsRun(each, run))
      .map(({ obligation, state, expires, approver, advice }): Caveat => ({
        kind: 'waiver',
        title: `Approved exception for ${obligation}`,
        text: `${state}, until ${expires}, by ${approver}: ${advice}`,
      })),
  ];
}
