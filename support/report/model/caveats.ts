import type { Subject } from '../../contract/words';
import type { Results, WaiverRow } from '../../judging/results';
import { isObject } from '../../contract/json';
import { defaultReadings, readings } from '../../contract/readings';
import { toPlainText } from '../../exchange/text';
import { isLeftOutFacet } from '../../judging/decide';
import { failsRun } from '../../judging/notes';
import { mockOverPlainHttp, plainHttpReason } from '../../obligations';
import { approvedExceptionText } from '../wording';
import { formatToSecond } from './words';

const partialCaveats: Readonly<Record<Subject, string>> = {
  service: 'The run is partial for the services: the verdict on them is not a certificate.',
  integrator: 'The run is partial for the integrator: the verdict on it is not a certificate.',
};

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
    ...partialNotes({ ...run, subjects }),
    ...ownNotes({ ...run, subjects }),
    ...(traffic === undefined ? [] : [`${traffic.note}.`]),
    ...(challenge === undefined ? [] : [`${challenge.note}.`]),
  ];
}

/** All that a reader must know before any verdict: the caveats, and what takes nothing from a certificate. */
export function bannerOf({
  run,
  obligations,
  readings: chosen,
}: Pick<Results, 'run' | 'obligations' | 'readings'>): string[] {
  return [
    ...caveatsOf({ run }),
    ...heldBackIn(obligations),
    ...plainHttpIn(obligations),
    ...departuresIn(chosen),
    ...(run.resumed === true
      ? [`A run by hand that was interrupted and resumed: it was begun ${formatToSecond(run.startedAt)}.`]
      : []),
  ];
}

function partialNotes({ overall, subjects }: Pick<Results['run'], 'overall' | 'subjects'>): string[] {
  const partial = subjects.filter((subject) => overall[subject]?.partial === true);
  if (partial.length < subjects.length) return partial.map((subject) => partialCaveats[subject]);
  return partial.length === 0 ? [] : ['A partial run: never a certificate.'];
}

/** Of which obligations the suite held back a part, and why: what makes a run partial that was not narrowed. */
function heldBackIn(obligations: Results['obligations']): string[] {
  const parts = obligations.flatMap(({ id, planned, facets = [] }) =>
    facets
      .filter((each) => planned && isLeftOutFacet(each))
      .map(({ reason = '' }) => ({ id, reason: toPlainText(reason) })),
  );
  const told = [...Map.groupBy(parts, ({ reason }) => reason)].map(
    ([reason, members]) => `${[...new Set(members.map(({ id }) => id))].join(', ')} (${reason})`,
  );
  return told.length === 0 ? [] : [`Left out: ${told.join('; ')}.`];
}

/** A verdict on a client says nothing of TLS where the services that it called spoke plain http. */
function plainHttpIn(obligations: Results['obligations']): string[] {
  const reasons = obligations.flatMap(({ planned, verdict, reason }) =>
    planned && verdict === 'not-applicable' ? [reason] : [],
  );
  const why = [plainHttpReason, mockOverPlainHttp].find((each) => reasons.includes(each));
  return why === undefined ? [] : [`TLS of the client: not assessed (${why}).`];
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
