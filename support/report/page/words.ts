import type { Subject } from '../../contract/obligations';
import type { ObligationResult, Overall, Verdict } from '../../verdict/verdict';
import type { Results } from '../results';

/** What each verdict says, for people who read no code. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  passed: 'Seen at least once, and right every time.',
  failed: 'A demand (must) was broken. This alone prevents conformance.',
  warning: 'A recommendation (should) was broken. It prevents nothing.',
  observed: 'The document leaves it open: what was seen is noted and not judged.',
  declared: 'It cannot be seen from outside: somebody answers for it with name and date.',
  inconclusive: 'Another party, or the suite itself, got in the way: nothing is known.',
  'not-applicable': 'It does not concern this product, or this environment.',
  'not-tested': 'It could have been asked and was not; the reason is beside it.',
};

/** The words of this report. */
export const glossary: readonly (readonly [word: string, meaning: string])[] = [
  ['obligation', 'One thing that the source document demands, with a stable id such as HDR-05.'],
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
  readonly overall: Overall;
  readonly partial: boolean;
  /** `The integrator does not conform` */
  readonly headline: string;
  /** What it stands on, in one sentence. */
  readonly basis: string;
}

/** How each subject of the run came off. */
export function outcomesOf({ run, obligations }: Results): Outcome[] {
  return run.subjects.map((subject) => {
    const rendered = run.overall[subject] ?? 'incomplete';
    const overall = rendered.replace('partial: ', '') as Overall;
    const musts = obligations.filter((row) => row.subject === subject && isDecisive(row));
    const { word: subjectWord, verb } = { word: subjectWords[subject], verb: subject === 'service' };
    const words: Readonly<Record<Overall, string>> = {
      conforms: verb ? 'conform' : 'conforms',
      'does-not-conform': verb ? 'do not conform' : 'does not conform',
      incomplete: verb ? 'are undecided' : 'is undecided',
    };
    const partial = rendered.startsWith('partial: ');
    return {
      subject,
      overall,
      partial,
      headline: `${subjectWord} ${words[overall]}${partial ? ', as far as was looked' : ''}`,
      basis: basisOf(overall, musts),
    };
  });
}

/** Whether an obligation bears on the overall verdict. */
function isDecisive({ planned, level, verdict }: ObligationResult): boolean {
  return planned && level === 'must' && verdict !== 'not-applicable';
}

function basisOf(overall: Overall, musts: readonly ObligationResult[]): string {
  const failed = musts.filter(({ verdict }) => verdict === 'failed').length;
  const open = musts.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'not-tested').length;
  const rest = open === 0 ? '' : `; ${open} ${open === 1 ? 'is' : 'are'} not settled`;
  switch (overall) {
    case 'conforms':
      return `All ${musts.length} demands that apply are passed or declared.`;
    case 'does-not-conform':
      return `${failed} of ${musts.length} demands that apply ${failed === 1 ? 'is' : 'are'} broken${rest}.`;
    case 'incomplete':
      return musts.length === 0
        ? 'No demand applies, so that nothing was shown.'
        : `None of ${musts.length} demands that apply is broken${rest}.`;
  }
}

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

/** What a reader must know before any verdict: why this is no certificate. Empty where nothing keeps it from being one. */
export function caveatsOf({ run }: Results): string[] {
  const { selfTest, traffic, challenge, partial, plan, faults } = run;
  return [
    ...(selfTest
      ? [
          'This is a self-test of the suite: its own client against its own mock. It shows that the suite works, and certifies nobody.',
        ]
      : []),
    ...(traffic === undefined ? [] : [`${traffic.note}. This is no certificate.`]),
    ...(challenge === undefined ? [] : [`${challenge.note}.`]),
    ...(partial && traffic === undefined
      ? [
          `This is a partial run: ${plan.obligations.length} obligations were in its plan, the others were left out. It is no certificate.`,
        ]
      : []),
    ...faults.map((fault) => `The suite itself failed: ${fault}`),
  ];
}
