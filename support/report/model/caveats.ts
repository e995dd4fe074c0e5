import type { Subject } from '../../contract/words';
import type { Results } from '../../judging/results';
import { failsRun } from '../../judging/notes';
import { departureNotes } from './field-profile-notes';
import { strayTrafficNotes } from './observed';
import { leftOutTexts, listedWords } from './scope';
import { settlementListOf } from './settlement';
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
export function bannerOf({
  run,
  readings,
  obligations,
}: Pick<Results, 'run' | 'readings' | 'obligations'>): string[] {
  return [
    ...caveatsOf({ run }),
    ...strayTrafficNotes(run),
    ...notShownNotes(run),
    ...departureNotes({ run, readings, obligations }),
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

/** Which verdicts are not certificates, since the suite plays those subjects itself; empty where it plays none. */
function ownNotes({ selfTest, ownSubjects = [], subjects }: Results['run']): string[] {
  if (selfTest) return ['A self-test of the suite on its own mock: this is not a certificate.'];
  return ownSubjects.filter((subject) => subjects.includes(subject)).map((subject) => ownCaveats[subject]);
}

/** What fails a run and does not belong to an obligation. */
export interface Caveat {
  readonly kind: 'fault' | 'waiver';
  readonly title: string;
  readonly text: string;
}

/** Faults of the suite, then exceptions that are unused or expired. */
export function besidesOf({ run }: Pick<Results, 'run'>): Caveat[] {
  const { lines } = settlementListOf({ run, obligations: [] });
  return [
    ...run.faults.map((text): Caveat => ({ kind: 'fault', title: 'Fault of the suite', text })),
    ...(run.waivers ?? []).flatMap((each, index): Caveat[] => {
      if (!failsRun(each, run)) return [];
      const { obligation, state, expires, approver } = each;
      const advice = lines[index]?.advice ?? '';
      return [
        {
          kind: 'waiver',
          title: `Approved exception for ${obligation}`,
          text: `${state}, until ${expires}, by ${approver}: ${advice}`,
        },
      ];
    }),
  ];
}
