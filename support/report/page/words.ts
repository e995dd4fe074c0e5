import type { Subject } from '../../contract/words';
import type { ObligationResult, Overall, OverallVerdict, Verdict } from '../../judging/verdict';
import type { Results } from '../../judging/results';
import { isDecisive } from '../../judging/overall';
import { isPartial, ownNotes, scopeText } from '../wording';

/** What each verdict says, for people who read no code. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  passed: 'Seen at least once, and right every time.',
  failed: 'A demand (must) was broken. This alone prevents conformance.',
  warning: 'A recommendation (should) was broken. It prevents nothing.',
  observed: 'The document leaves it open: what was seen is noted and not judged.',
  declared: 'It cannot be seen from outside: somebody answers for it with name and date.',
  inconclusive: 'Another party, or the suite itself, got in the way: nothing is known.',
  'not-applicable': 'It does not concern this product or environment, or this kind of run cannot show it.',
  'not-tested': 'It could have been asked and was not; the reason is beside it.',
};

/** The words of this report. */
export const glossary: readonly (readonly [word: string, meaning: string])[] = [
  ['conforms', 'Every demand (must) that applies was passed or declared.'],
  ['undecided', 'No demand is known to be broken, and not all of them could be settled.'],
  [
    'partial',
    'Not all of the obligations were in the plan: whatever its outcome, such a run is no certificate.',
  ],
  ['plan', 'The obligations and scenarios that a run set out to cover, fixed before it began.'],
  ...Object.entries(verdictWords),
  [
    'obligation',
    'One thing that the source document demands, with a stable id: three letters and two digits.',
  ],
  ['clause', 'The section of the source document from which an obligation comes.'],
  [
    'level',
    'must: breaking it prevents conformance. should: breaking it is a warning. observe: noted, never judged.',
  ],
  ['subject', 'Whose behaviour an obligation is about: the integrator, or the services.'],
  ['integrator', 'The system that connects to the gateway: its client, whatever its language.'],
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

const subjectWords: Readonly<Record<Subject, string>> = {
  integrator: 'The integrator',
  service: 'The services',
};

/** The overall verdict on one subject, taken apart. */
export interface Outcome {
  readonly subject: Subject;
  readonly overall: OverallVerdict;
  readonly partial: boolean;
  /** `The integrator does not conform` */
  readonly headline: string;
  /** What it stands on, in one sentence. */
  readonly basis: string;
  /** The roles that were assessed, and those that were not; empty where all were. */
  readonly scope: string;
}

/** How each subject of the run came off. */
export function outcomesOf({ run, obligations }: Results): Outcome[] {
  return run.subjects.map((subject) => {
    const { verdict: overall = 'incomplete', partial = false } = run.overall[subject] ?? {};
    const musts = obligations.filter((row) => row.subject === subject && isDecisive(row));
    const areMany = subject === 'service';
    const words: Readonly<Record<OverallVerdict, string>> = {
      conforms: areMany ? 'conform' : 'conforms',
      'does-not-conform': areMany ? 'do not conform' : 'does not conform',
      incomplete: areMany ? 'are undecided' : 'is undecided',
    };
    return {
      subject,
      overall,
      partial,
      headline: `${subjectWords[subject]} ${words[overall]}${partial ? ', as far as was looked (partial run)' : ''}`,
      basis: basisOf(overall, musts, partial ? 'in the plan that apply' : 'that apply'),
      scope: scopeOf(run.overall[subject]),
    };
  });
}

const scopeOf = (overall: Overall | undefined): string => (overall === undefined ? '' : scopeText(overall));

/** `1 demand`, `2 demands` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function basisOf(overall: OverallVerdict, musts: readonly ObligationResult[], which: string): string {
  const failed = musts.filter(({ verdict }) => verdict === 'failed').length;
  const open = musts.filter((row) => isOpen(row)).length;
  const rest = open === 0 ? '' : `; ${open} ${open === 1 ? 'is' : 'are'} not settled`;
  const demands = `${counted(musts.length, 'demand')} ${which}`.replace(/^(1 .*)apply$/, '$1applies');
  switch (overall) {
    case 'conforms':
      return musts.length === 1
        ? `The one ${demands.replace(/^1 /, '')} is passed or declared.`
        : `All ${demands} are passed or declared.`;
    case 'does-not-conform':
      return `${failed} of ${demands} ${failed === 1 ? 'is' : 'are'} broken${rest}.`;
    case 'incomplete':
      if (musts.length === 0) return `There are no demands ${which}, so that nothing was shown.`;
      return open === 0
        ? `None of ${demands} is broken, but not everything was looked at.`
        : `None of ${demands} is broken${rest}.`;
  }
}

const isOpen = ({ verdict }: ObligationResult): boolean =>
  verdict === 'inconclusive' || verdict === 'not-tested';

/** What stands between a subject and conformance: its demands that are neither passed nor declared, the broken first. */
export function obstaclesOf({ obligations }: Results): ObligationResult[] {
  const open = obligations.filter(
    (row) => isDecisive(row) && row.verdict !== 'passed' && row.verdict !== 'declared',
  );
  return [
    ...open.filter(({ verdict }) => verdict === 'failed'),
    ...open.filter(({ verdict }) => verdict !== 'failed'),
  ];
}

/** What else prevents a pass, no single obligation being to blame. */
export function gapsIn(results: Results): string[] {
  const { faults, traffic } = results.run;
  const cut = (traffic?.files ?? []).filter((file) => file.cut !== undefined);
  return outcomesOf(results).flatMap(({ subject, overall }) => {
    const musts = results.obligations.filter((row) => row.subject === subject && isDecisive(row));
    if (overall !== 'incomplete' || musts.some((row) => isOpen(row))) return [];
    const of = subjectWords[subject].toLowerCase();
    if (musts.length === 0)
      return [`Nothing in the plan is a demand on ${of}, so that nothing can be shown.`];
    if (faults.length > 0) return [`The suite itself failed, so that nobody is said to conform (${of}).`];
    if (cut.length > 0) return [`${cut.map(({ name }) => name).join(', ')}: not read to the end (${of}).`];
    return [`Not every scenario about ${of} was run: see the warnings.`];
  });
}

/** What a reader must know before any verdict: why this is no certificate. Empty where nothing keeps it from being one. */
export function caveatsOf({ run }: Results): string[] {
  const { selfTest, traffic, challenge, plan, faults } = run;
  const partial = isPartial(run);
  return [
    ...(selfTest
      ? [
          'This is a self-test of the suite: its own client against its own mock. It shows that the suite works, and certifies nobody.',
        ]
      : ownNotes(run)),
    ...(traffic === undefined ? [] : [`${traffic.note}. This is no certificate.`]),
    ...(challenge === undefined ? [] : [`${challenge.note}.`]),
    ...(partial && traffic === undefined
      ? [
          `This is a partial run: ${counted(plan.obligations.length, 'obligation')} ${plan.obligations.length === 1 ? 'was' : 'were'} in its plan, the others were left out. It is no certificate.`,
        ]
      : []),
    ...faults.map((fault) => `The suite itself failed: ${fault}`),
  ];
}
