import { join } from 'node:path';
import type { Verdict } from '../../judging/verdict';

/** What each verdict says, for people who read no code. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  passed: 'Seen at least once, and right every time.',
  failed: 'A demand (must) was broken. This alone prevents conformance.',
  warning: 'A recommendation (should) was broken. It prevents nothing.',
  observed: 'The document leaves it open: what was seen is noted and not judged.',
  declared: 'It cannot be seen from outside: somebody answers for it with name and date.',
  inconclusive: 'Another party, or the suite itself, got in the way: nothing is known.',
  'not-applicable': 'It does not concern this product or environment, or this kind of run cannot show it.',
  'not-tested': 'It could have been asked and was not; the reason is beside it.',
};

/** The words of the reports. */
export const glossary: readonly (readonly [word: string, meaning: string])[] = [
  ['conforms', 'Every demand (must) that applies was passed or declared.'],
  ['undecided', 'No demand is known to be broken, and not all of them could be settled.'],
  [
    'partial',
    'Not all of the obligations were in the plan: whatever its outcome, such a run is no certificate.',
  ],
  ['plan', 'The obligations and scenarios that a run set out to cover, fixed before it began.'],
  ['not in the plan', 'The run did not set out to cover it, so that nothing is said about it.'],
  ...Object.entries(verdictMeanings),
  [
    'obligation',
    'One thing that the source document demands, with a stable id: three letters and two digits.',
  ],
  ['facet', 'One of the parts in which an obligation must be seen before it can pass.'],
  ['cause', 'A failure that brings others with it. Those follow from it, and stay failed.'],
  ['still open', 'Neither kept nor broken: inconclusive, or not tested.'],
  ['clause', 'The section of the source document from which an obligation comes.'],
  ['edition', 'One version of the source document, named by its digest.'],
  [
    'level',
    'must: breaking it prevents conformance. should: breaking it is a warning. observe: noted, never judged.',
  ],
  ['subject', 'Whose behaviour an obligation is about: the integrator, or the services.'],
  ['integrator', 'The system that connects to the gateway: its client, whatever its language.'],
  ['adapter', 'A small program by which the suite asks the integrator to act.'],
  ['services', 'Gateway, identity service, registry and dummy payer.'],
  ['mock', 'The services as the suite plays them, so that a client can be judged without the real ones.'],
  ['exchange', 'One HTTP request with its answer; secrets are replaced when it is recorded.'],
  ['recording', 'All exchanges of the run in their order: the file recording.jsonl.'],
  ['observation', 'One exchange, or several together, on which an obligation was judged.'],
  ['scenario', 'One example of the features by which an obligation was exercised.'],
  ['reading', 'A choice that the suite had to make where the source document is silent.'],
  ['declaration', 'A statement about what nobody can see from outside, with name and date.'],
  ['waiver', 'A failure that somebody answers for until a date. It changes no verdict.'],
  [
    'bracketed values',
    'A value such as [access-token-1] stands for a secret; equal secrets have equal numbers.',
  ],
];

/** `1 demand`, `2 demands` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** As in `2026-12-31 14:05 UTC`. */
export function minuteOf(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

/** `2026-11-21 08:55:54 UTC` */
export function secondOf(instant: string): string {
  return instant.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
}

const root = join(__dirname, '../../..');

/** A text in which files of the suite are named by their path in it, wherever on a machine it stands. */
export function withinSuite(text: string): string {
  return text.replaceAll(`${root}/`, '').replaceAll(`${root}\\`, '');
}
