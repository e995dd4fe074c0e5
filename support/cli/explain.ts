import { Help } from 'commander';
import pc from 'picocolors';
import { formatCount } from '../contract/format-count';
import type { ObservationKind } from '../contract/words';
import { toPlainText } from '../exchange/text';
import type { ExplainedDeparture } from '../explain/departures';
import { departureTitle, departureValueText } from '../explain/departures';
import { readExampleFile } from '../explain/examples';
import type { Explanation, ShownExample } from '../explain/explanation';
import { explainObligation, breaksInTrafficText } from '../explain/explanation';
import type { ExchangeExcerpt } from '../explain/telling-lines';
import { renderCycle } from '../judging/cycles';
import { headline } from '../judging/explain';
import { contractObligations, shownByRow } from '../obligations';
import { areaTitle } from '../report/areas';
import { rowShowing } from '../report/mistakes';
import { resolveObligationIds } from '../run/resolve-obligation-ids';
import { exitCodes } from './exit-codes';
import type { Surroundings } from './surroundings';
import { printResult } from './surroundings';

/**
 * `conform explain`: prints the requirement of each obligation, the way to observe it, and examples that
 * conform to it or break it.
 */
export function explainAll(
  texts: readonly string[],
  { json }: { readonly json?: true },
  surroundings: Surroundings,
): number {
  const ids = texts.flatMap((text) => text.split(',')).filter((text) => text !== '');
  const recorded = readExampleFile();
  const explanations = resolveObligationIds(ids, 'explain').map((id) =>
    explainObligation(contractObligations.get(id), recorded),
  );
  printResult(surroundings, json, explanations, () => explanations.map(explanationText).join('\n\n\n'));
  return exitCodes.conforms;
}

const seenInWords: Readonly<Record<ObservationKind, string>> = {
  passive: 'passive: recorded traffic alone shows it',
  active: 'active: the suite does something first, and watches what follows',
  adapter: "adapter: what the integrator's own code returns shows it",
  declared: 'declared: it cannot be seen from outside, so the target declares it',
};

/**
 * Limits of the printed examples: exchanges per example, lines per request or answer, characters per line,
 * and the width of wrapped text.
 */
const most = { exchanges: 4, lines: 8, characters: 160, width: 100 } as const;

/** Formats an explanation for the terminal. */
export function explanationText(about: Explanation): string {
  const { id, clauses, level, title } = about;
  return [
    [pc.bold(headline({ id, level, title, clause: clauses.join(', ') })), ...demandLines(about)],
    sentLines(about),
    exampleLines(about.level === 'observe' ? pc.bold('Noted') : pc.green('Right'), about.right),
    wrongLines(about),
    mistakeLines(about),
    wrongExampleLines(about),
    missingLines(about),
    alsoRightLines(about),
    [pc.bold('Run just this'), `  ${about.seen === 'declared' ? declaration(about) : about.run}`],
    about.page === undefined ? [] : [pc.bold('How to fix it, and what others got wrong'), `  ${about.page}`],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function demandLines(about: Explanation): string[] {
  const { quote, rule, subject, roles, area, seen, facets, follows, departures = [] } = about;
  return [
    ...row('quote', `“${quote.replace(/\s+/g, ' ')}”`),
    ...row('rule', rule),
    ...row('binds', `the ${subject}, as ${roles.join(' or ')} (${areaTitle(area)})`),
    ...row('seen', `${seenInWords[seen]}${breaksInTrafficText(about)}`),
    ...(facets === undefined ? [] : row('facets', `passes only if seen in each: ${facetsInWords(facets)}`)),
    ...(follows === undefined
      ? []
      : row('follows', `its failure may be a mere consequence of ${follows.join(', ')}`)),
    ...departures.flatMap((each) => row('departure', departureText(each))),
  ];
}

/** Returns, for example, `session-status (the document states status 200): 202 in claims-exchange-2026-09 (SOURCE)`. */
function departureText(departure: ExplainedDeparture): string {
  const found = departure.profiles.map(
    ({ name, value, source }) => `${departureValueText(value)} in ${name} (${source})`,
  );
  return `${departureTitle(departure)}: ${found.length === 0 ? 'no shipped profile has it' : found.join('; ')}`;
}

/** Formats facets, for example as `method (Preauth; Claim), with each action (Approve; Reject)`. */
function facetsInWords(facets: NonNullable<Explanation['facets']>): string {
  return Object.entries(facets)
    .map(([name, values]) => `${name} (${values.join('; ')})`)
    .join(', with each ');
}

function sentLines({ scenarios, sentWrong, seen, level }: Explanation): string[] {
  if (seen === 'declared') return [];
  const wrong = Object.entries(sentWrong).map(([name, mistake]) => `  ${name}: ${mistake}`);
  return [
    pc.bold('Shown by'),
    ...scenarios.flatMap(({ name, location, steps, rows }) => [
      `  ${name}${rows === undefined ? '' : `, ${formatCount(rows, 'row')}`}  ${pc.dim(location)}`,
      ...steps.map((step) => `    ${step}`),
    ]),
    ...(wrong.length === 0
      ? []
      : ['', pc.bold(level === 'observe' ? 'Sent, and noted' : 'Sent wrong on purpose'), ...wrong]),
  ];
}

function wrongLines({ wrong }: Explanation): string[] {
  if (wrong === undefined) return [];
  const { breach } = wrong;
  return [
    ...exampleLines(`${pc.red('Wrong')}  ${wrong.story}`, wrong),
    ...(breach === undefined
      ? []
      : [
          ...row('expected', toPlainText(breach.expected)),
          ...row('got', toPlainText(breach.seen)),
          ...row('likely', toPlainText(breach.cause.text)),
        ]),
  ];
}

function mistakeLines({ mistakes, wrong }: Explanation): string[] {
  const others = mistakes.filter((each) => each !== wrong?.story);
  return others.length === 0
    ? []
    : [pc.bold('Other mistakes that break it'), ...others.map((each) => `  ${each}`)];
}

function wrongExampleLines({ wrongExamples }: Explanation): string[] {
  const [first] = wrongExamples;
  return first === undefined
    ? []
    : [
        `${pc.bold('Examples that break it')}  ${pc.dim(first.location)}`,
        ...wrongExamples.map(({ name, cause }) => `  ${name}: ${cause}`),
      ];
}

function missingLines({ recordExamples, level }: Explanation): string[] {
  if (recordExamples === undefined) return [];
  const missing = level === 'observe' ? 'What is noted' : 'Right and wrong';
  return [`${pc.bold(missing)}  ${recordExamples} records the example, in about a minute`];
}

/** Returns the section on other right behaviour, or the reason why the home does not list any. */
function alsoRightLines({ latitude, rightExamples }: Explanation): string[] {
  if (typeof latitude === 'string') return [pc.bold('Also right'), `  nothing is listed: ${latitude}`];
  const entries = Object.entries(latitude).map(([behaviour, shownBy]) => {
    const location = rowShowing(behaviour, rightExamples)?.location;
    const shown = shownBy === shownByRow ? location : `specimen ${shownBy}`;
    return `  ${behaviour}${shown === undefined ? '' : `  ${pc.dim(shown)}`}`;
  });
  return [pc.bold('Also right'), ...entries];
}

function exampleLines(title: string, example: ShownExample | undefined): string[] {
  if (example === undefined) return [];
  const { exchanges, cycles, notes } = example;
  const left = exchanges.length - most.exchanges;
  return [
    pc.bold(title),
    ...exchanges.slice(0, most.exchanges).flatMap(exchangeLines),
    ...(left > 0 ? [`  (${left} more exchanges; --json shows them)`] : []),
    ...cycles.flatMap((cycle) => renderCycle(cycle)),
    ...notes.flatMap((note) => row('noted', toPlainText(note))),
  ];
}

function exchangeLines({ seq, line, request, answer, answered, found }: ExchangeExcerpt): string[] {
  const inner = (lines: readonly string[]): string[] => few(lines).map((each) => `        ${cut(each)}`);
  return [
    `  ${`#${seq}`.padEnd(4)}  ${line}`,
    ...inner(request),
    ...(answer === undefined ? [] : [`        ${pc.dim('answer')} ${answer}`]),
    ...inner(answered),
    ...inner(found).map(pc.dim),
  ];
}

const few = (lines: readonly string[]): readonly string[] =>
  lines.length <= most.lines
    ? lines
    : [...lines.slice(0, most.lines), `(${lines.length - most.lines} more lines)`];

const cut = (line: string): string =>
  line.length <= most.characters ? line : `${line.slice(0, most.characters)}…`;

const declaration = ({ id }: Explanation): string =>
  `Nothing is run: the target file says declarations: { ${id}: { by: …, date: …, statement: … } }`;

const indent = 12;

function row(name: string, text: string): string[] {
  const [first = '', ...others] = new Help().boxWrap(text, most.width - indent).split('\n');
  return [`  ${name.padEnd(indent - 2)}${first}`, ...others.map((each) => `${' '.repeat(indent)}${each}`)];
}
