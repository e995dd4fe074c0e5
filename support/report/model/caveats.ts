import type { Subject } from '../../contract/words';
import type { Results, WaiverRow } from '../../judging/results';
import { isPartial } from '../wording';

const ownCaveats: Readonly<Record<Subject, string>> = {
  service: 'The services of this run are the mock of the suite: the verdict on them certifies nobody.',
  integrator: 'The integrator of this run is the client of the suite: the verdict on it certifies nobody.',
};

/** What a reader must know before any verdict: why this is no certificate. Empty where nothing keeps it from being one. */
export function caveatsOf({ run }: Pick<Results, 'run'>): string[] {
  const { traffic, challenge } = run;
  return [
    ...(isPartial(run) ? ['A partial run: never a certificate.'] : []),
    ...ownNotes(run),
    ...(traffic === undefined ? [] : [`${traffic.note}.`]),
    ...(challenge === undefined ? [] : [`${challenge.note}.`]),
  ];
}

/** Whose verdict certifies nobody, since the suite's own stands in for them; nothing where all are somebody else's. */
function ownNotes({ selfTest, ownSubjects, subjects, target }: Results['run']): string[] {
  if (selfTest) return ['A self-test of the suite on its own mock: it certifies nobody.'];
  // Results of earlier versions tell it of the services alone.
  const own = ownSubjects ?? subjects.filter((subject) => subject === 'service' && target.embedded);
  return own.map((subject) => ownCaveats[subject]);
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
  unused: 'what it waives did not happen, which fails the run: take it out of the waiver file',
  expired:
    'its last day has gone by, which fails the run: take it out of the waiver file, or have it approved anew',
};

export function waiversOf({ run: { waivers = [] } }: Pick<Results, 'run'>): ToldWaiver[] {
  return waivers.map((each) => ({
    ...each,
    text: `until ${each.expires}, by ${each.approver}: ${each.reason}`,
    advice: waiverAdvice[each.state],
  }));
}

/** `waived until 2026-12-31 by …: …` */
export function waiverText({ expires, approver, reason }: WaiverRow): string {
  return `waived until ${expires} by ${approver}: ${reason}`;
}

/** What fails a run and is no verdict on an obligation: no row of it tells that. */
export interface Beside {
  readonly kind: 'fault' | 'waiver';
  readonly title: string;
  readonly text: string;
}

/** Faults of the suite, then waivers that hold no more. */
export function besidesOf({ run }: Pick<Results, 'run'>): Beside[] {
  return [
    ...run.faults.map((text): Beside => ({ kind: 'fault', title: 'Fault of the suite', text })),
    ...waiversOf({ run })
      .filter(({ state }) => state !== 'used')
      .map(({ obligation, state, expires, approver, advice }): Beside => ({
        kind: 'waiver',
        title: `Waiver of ${obligation}`,
        text: `${state}, until ${expires}, by ${approver}: ${advice}`,
      })),
  ];
}
