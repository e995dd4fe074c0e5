import { formatCount } from '../contract/format-count';
import type { AuditedFile, Results } from '../judging/results';
import type { OverallResult } from '../judging/overall';
import type { RequirementCounts, RequirementTable } from '../judging/requirements';
import type { Verdict } from '../judging/verdict';
import { countOfUnknownHosts } from './unjudged-text';

/** The headings that the reports share: terminal, page, summary. */
export const headings = {
  failures: 'Failures',
  declared: 'Declared',
  notTested: 'Not tested, and why',
  open: 'Still open',
  faults: 'Faults of the suite',
  warnings: 'Warnings',
  readings: 'Readings',
  chosenReadings: 'Readings other than the default',
  notApplicable: 'Not applicable',
  afterRefusals: 'What the client reported after a refusal',
  limits: 'What no run can show',
} as const;

/** The reports' term for a failure that a named person accepts until an expiry date. */
export const approvedExceptionText = 'approved exception';

/** The reports' term for a failure that only shows departures of the target's field profile. */
export const asDeployedText = 'as deployed';

/** Explains the list of results that a client reported after a refusal. This text follows the heading of the list. */
export const afterRefusalsNote =
  'A service refused what the client was asked for. What the client then said of it is noted, and changes no verdict.';

/** Returns the limits of a run's verdicts, one sentence each. The sentences are the same for all verdicts. */
export function verdictLimitLines({ subjects, traffic, challenge }: Results['run']): string[] {
  const name = subjects.includes('integrator') ? 'client' : 'service';
  const isAsked = subjects.includes('integrator') && traffic === undefined && challenge === undefined;
  return [
    ...(traffic === undefined
      ? [`A ${name} that knows that it is tested can behave otherwise in production.`]
      : ['Traffic shows what was recorded, and nothing of what was left out.']),
    ...(isAsked ? ['What a client claims of itself is noted and never judged.'] : []),
    'A verdict holds for the version and the settings that were tested.',
  ];
}

/** Returns an overall verdict in words, as in `does not conform`. */
export const overallVerdictText = ({ verdict }: Pick<OverallResult, 'verdict'>): string =>
  verdict.replaceAll('-', ' ');

/** Explains each verdict to people who do not read code. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  passed: 'Exercised at least once, and right every time.',
  failed: 'A demand (must) was broken: its subject does not conform.',
  warning: 'A recommendation (should) was broken. It prevents nothing.',
  observed: 'The document leaves it open: what was seen is noted and not judged.',
  declared:
    'It cannot be seen from outside: a named person has stated it, with a date, and nothing that was seen refutes it.',
  inconclusive:
    'The recording was not sufficient, or another party or the suite itself got in the way. An open demand keeps a subject from conforming.',
  'not-applicable':
    'It does not concern this product, which does not play the role or does not have the service.',
  'not-tested': 'It could have been judged and was not. The reason says why.',
};

/** The columns of the table of requirements, with their titles. */
export const requirementColumns = [
  { name: 'passed', title: 'passed' },
  { name: 'broken', title: 'broken' },
  { name: 'notSeen', title: 'not seen' },
  { name: 'notConcerned', title: 'not concerned' },
  { name: 'all', title: 'all' },
] as const satisfies readonly { readonly name: keyof RequirementCounts; readonly title: string }[];

/** Returns the rows of the table of requirements; the numbers are in the order of {@link requirementColumns}. */
export const requirementRows = (table: RequirementTable) =>
  (['must', 'should', 'observe', 'all'] as const).map((level) => ({
    title: level,
    counts: requirementColumns.map(({ name }) => table[level][name]),
  }));

/** The glossary of the reports. */
export const glossary: readonly (readonly [word: string, meaning: string])[] = [
  [
    'conforms',
    'In a run with the whole plan, every demand (must) that applies was passed or declared, and nothing was left out.',
  ],
  ['does not conform', 'A demand (must) was broken.'],
  [
    'incomplete',
    'A test that shows no failure and is not finished: nothing was seen, something got in the way, or a demand is still open.',
  ],
  [
    'no failure',
    'The suite found no failure, and the test could not show everything. Only a subject that conforms can have a certificate.',
  ],
  ['left out', 'A setting or an option kept the suite from a check. The report names both.'],
  ['plan', 'The obligations and scenarios that a run is to cover, fixed before it starts.'],
  ['not in the plan', 'The run was not to cover it, so the report says nothing about it.'],
  ...Object.entries(verdictMeanings),
  [
    'obligation',
    'One thing that the source document demands, with a stable id: three letters and two digits.',
  ],
  ['facet', 'One of the parts in which an obligation must be seen before it can pass.'],
  [
    'cause',
    'A failure that brings others with it. They stay failed; what no one could see for it is not tested.',
  ],
  ['blocking issue', 'What keeps a subject from conforming.'],
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
  ['exchange', 'One HTTP request with its answer, of which the recording keeps what can give nothing away.'],
  ['recording', 'All exchanges of the run in their order: the file recording.jsonl.'],
  ['observation', 'One exchange, or several together, on which an obligation was judged.'],
  ['scenario', 'One example of the features by which an obligation was exercised.'],
  ['reading', 'A choice that the suite had to make where the source document is silent.'],
  [
    'declaration',
    'A statement about what cannot be seen from outside, with name and date. Evidence of the opposite refutes it.',
  ],
  [
    approvedExceptionText,
    'A failure that a named person accepts until an expiry date. It changes no verdict.',
  ],
  [
    'field profile',
    'A dated set of readings and departures that matches a deployed system, each with its source.',
  ],
  [
    asDeployedText,
    'The failure only shows departures of the field profile that the target extends. The profile settles it for the exit code. It changes no verdict.',
  ],
  [
    'bracketed values',
    '‹text, 17› stands for a value that was not kept, and tells its kind and size. Two with the same mark, as in ~Ab3, are equal.',
  ],
];

/**
 * Returns the counts of a traffic file, as in
 * `60 exchanges, 1 request unknown to the contract, 3 entries that cannot be read`. In recordings and in the traffic
 * of a proxy, unknown requests are among the exchanges, because the proxy records and judges unknown requests, too:
 * `60 exchanges, 1 of them unknown to the contract`.
 */
export function trafficCounts(
  file: Pick<AuditedFile, 'form' | 'exchanges' | 'others' | 'unjudged' | 'brokenCount' | 'refused'>,
): string {
  const [one, more] = file.form === 'har' ? ['entry', 'entries'] : ['line', 'lines'];
  const { refused = 0 } = file;
  const isWithin = file.form === 'wire' || file.form === 'recording';
  const unknown = file.others - countOfUnknownHosts(file);
  const others = isWithin ? `${unknown} of them` : formatCount(unknown, 'request');
  return [
    formatCount(file.exchanges, 'exchange'),
    ...(unknown > 0 ? [`${others} unknown to the contract`] : []),
    ...(file.brokenCount > 0 ? [`${formatCount(file.brokenCount, one, more)} that cannot be read`] : []),
    ...(refused > 0 ? [`${formatCount(refused, 'connection')} refused by the proxy and not judged`] : []),
  ].join(', ');
}

/** Explains which values a recording keeps, and why it replaces all others. */
export const keptNote =
  'Of each is kept what the source document names, and ids, times, small numbers and plain words beside it. All else may ' +
  'be a secret or tell of a person: in its place stand its kind and its size, as in ‹text, 17›. Equal marks, as in ~Ab3, ' +
  'stand for equal values of one run; nothing leads back from them.';

/** The heading of the list of clients. */
export const clientsHeading = 'Clients in the traffic';

/** The maximum number of clients in a short list. The list ends with the number of the others. */
export const maxShownClients = 10;

/** The maximum number of broken obligations in a client's list. The list ends with the number of the others. */
export const maxShownBroken = 5;

const shownDigits = 'sha256:'.length + 12;

/** Returns the name, version and shortened digest of the suite: `gateway-conformance 0.1.0 (sha256:0123456789ab)`. */
export function suiteName({
  name,
  version,
  digest,
}: Pick<Results['suite'], 'name' | 'version' | 'digest'>): string {
  return `${name} ${version} (${digest.slice(0, shownDigits)})`;
}
