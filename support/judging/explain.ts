import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shellWord } from '../contract/shell-word';
import { suiteRoot } from '../contract/suite-root';
import type { ClientName } from '../exchange/exchange';
import { formatClientName } from '../exchange/exchange';
import { toPlainText } from '../exchange/text';
import type { CycleTimeline } from './cycle-timeline';
import { renderCycle } from './cycles';
import type { ObligationResult, PlacedBreach } from './verdict';
import type { Breach } from '../obligations';
import { contractObligations } from '../obligations';

/** Returns the path of an obligation's page below the address of the site, such as `obligations/ses-08.html`. */
export const pageOf = (id: string): string => `obligations/${id.toLowerCase()}.html`;

/**
 * Returns the address of an obligation's page if package.json contains the address of a published site, and otherwise
 * the command that explains the obligation. For example, an address is
 * https://docs.example.org/conformance/obligations/ses-08.html if the site is https://docs.example.org/conformance.
 */
export function whereExplained(id: string, site = publishedSite()): string {
  return site === undefined ? `npx conform explain ${id}` : `${site.replace(/\/*$/, '/')}${pageOf(id)}`;
}

/**
 * Returns the page of an obligation: its address if the site is published, and otherwise its file in the package.
 * Returns `undefined` if that file was not built.
 */
export function readablePage(id: string, site = publishedSite()): string | undefined {
  if (site !== undefined) return whereExplained(id, site);
  const file = join(suiteRoot, 'dist/site', pageOf(id));
  return existsSync(file) ? file : undefined;
}

/**
 * Returns the address of the published site from `config.site` of package.json. The publisher of the site sets this
 * value; it is `undefined` until then.
 */
export function publishedSite(): string | undefined {
  const file = readFileSync(join(suiteRoot, 'package.json'), 'utf8');
  const { config } = JSON.parse(file) as { config?: { site?: string } };
  return config?.site;
}

/**
 * Whether another run can change the verdict of an obligation. If only a declaration is missing, a person must act
 * instead.
 */
export function mayChangeOnRerun({ id, verdict }: Pick<ObligationResult, 'id' | 'verdict'>): boolean {
  const { judge, contradicts } = contractObligations.find(id) ?? {};
  return judge !== undefined || (contradicts !== undefined && verdict !== 'not-tested');
}

/** Describes the run or the traffic that was judged. */
export interface ResultsOrigin {
  /** The target file; `undefined` if the suite's own mock was judged. */
  readonly targetFile?: string | undefined;
  /** Whether the target extends a field profile that needs the key of its operator. */
  readonly isProfileSigned?: boolean | undefined;
  /** Whether the suite's own mock ran in a container. */
  readonly container?: boolean | undefined;
  /** Whether answers to a challenge were judged instead of a run. */
  readonly challenge?: boolean | undefined;
  /** The source of the traffic, if the suite did not cause the traffic itself. */
  readonly traffic?: 'audit' | 'mock' | 'proxy' | 'rejudge' | undefined;
  /** The observed payer cycles. The message of a breach includes the cycle of the breach. */
  readonly cycles?: readonly CycleTimeline[] | undefined;
  /** The place of each exchange in the audited files, by its number, and the command that prints the original. */
  readonly found?: ReadonlyMap<number, { readonly text: string; readonly show: string }> | undefined;
}

/** A breach without the places in its exchanges that show it. */
type Unplaced = Omit<PlacedBreach, 'places'>;

type Headed = Pick<ObligationResult, 'id' | 'level' | 'clause' | 'title'>;

/** Returns the id, level, clause and title of an obligation in one line, with `[must, clause 2.2]` after the id. */
export function headline({ id, level, clause, title }: Headed): string {
  return `${id} [${level}, clause ${clause}] ${title}`;
}

/** Returns the command that judges a failed obligation again, with the steps before it. */
export function rerunCommand(id: string, origin: ResultsOrigin): string {
  const command = judgingCommand(id, origin);
  if (origin.challenge === true || origin.traffic === undefined || origin.traffic === 'proxy') return command;
  return `${command}, after you fix it${origin.traffic === 'mock' ? '' : ' and record it again'}`;
}

/** Returns the command that judges an obligation. No command of the suite does that for a test against the mock. */
export function judgingCommand(
  id: string,
  { targetFile, container, challenge, traffic, isProfileSigned }: ResultsOrigin,
): string {
  const key = isProfileSigned === true ? ' --profile-key FILE' : '';
  if (challenge === true) return 'npx conform challenge --out FILE (a new one: each is judged once)';
  if (traffic === 'proxy')
    return `npx conform proxy --target ${targetFile === undefined ? 'FILE' : shellWord(targetFile)}${key} --only ${id}, and the same request`;
  if (traffic === 'mock') return 'the same test';
  if (traffic !== undefined) return `npx conform audit FILE --only ${id}`;
  const own = container === true ? '--container' : '--self-test';
  return `npx conform run ${targetFile === undefined ? own : `--target ${shellWord(targetFile)}${key}`} --only ${id}`;
}

/**
 * Returns the number of an exchange, as in `#7`, or as in `#7 (monday.har, entry 3, 2026-11-30T10:15:02.123Z)` if an
 * audit read it from a file.
 */
function exchangeIn(seq: number, found: ResultsOrigin['found']): string {
  const place = found?.get(seq);
  return place === undefined ? `#${seq}` : `#${seq} (${place.text})`;
}

/** Returns the name of the client if the traffic comes from several clients. */
const ofClient = (client: ClientName | undefined): string =>
  client === undefined ? '' : ` of ${formatClientName(client)}`;

/** Maximum number of further exchanges of a breach whose places a message lists. */
const mostPlaces = 5;

/** Returns the places of the further exchanges of a breach in the audited files. */
function furtherPlaces([, ...others]: readonly number[], { found }: ResultsOrigin): string[] {
  const placed = others.filter((seq) => found?.has(seq) === true);
  const more = placed.length - mostPlaces;
  return [
    ...placed.slice(0, mostPlaces).map((seq) => `  with      exchange ${exchangeIn(seq, found)}`),
    ...(more > 0 ? [`  with      ${more} more`] : []),
  ];
}

/** Returns the command that prints the first exchange of a breach as it is in its file, if an audit read it from one. */
function showLine([first]: readonly number[], { found }: ResultsOrigin): string[] {
  const show = first === undefined ? undefined : found?.get(first)?.show;
  return show === undefined ? [] : [`  show      ${show}`];
}

/**
 * Returns the message of a breach: the obligation, the values that were sent, expected and received, the likely cause,
 * the payer cycle, the command to judge again, and the address of the explanation.
 */
export function explainBreach(about: Headed, breach: Unplaced, origin: ResultsOrigin): string {
  const [first] = breach.exchanges;
  const where =
    first === undefined ? '' : `, in exchange ${exchangeIn(first, origin.found)}${ofClient(breach.client)}`;
  return [
    headline(about),
    `  sent      ${toPlainText(breach.sent)}`,
    `  expected  ${toPlainText(breach.expected)}`,
    `  got       ${toPlainText(breach.seen)}${where}`,
    ...furtherPlaces(breach.exchanges, origin),
    `  likely    ${toPlainText(breach.cause.text)}`,
    ...cycleLines(breach, origin),
    `  again     ${rerunCommand(about.id, origin)}`,
    ...showLine(breach.exchanges, origin),
    `  more      ${whereExplained(about.id)}`,
  ].join('\n');
}

/** Returns the likely causes in a text that contains messages of {@link explainBreach}. */
export function causesIn(text: string): string[] {
  return [...text.matchAll(/^ {2}likely {4}(.*)$/gm)].map(([, cause = '']) => cause);
}

/** Returns the first breach of each cause. Further breaches of a cause mostly differ only in ids and times. */
export function oneOfEachCause(breaches: readonly Breach[]): Breach[] {
  const byCause = Map.groupBy(breaches, ({ cause }) => toPlainText(cause));
  return [...byCause.values()].flatMap((alike) => alike.slice(0, 1));
}

/** Returns the messages of the payer cycle of the breach, or an empty list. */
function cycleLines({ exchanges }: Unplaced, { cycles = [] }: ResultsOrigin): string[] {
  const found = cycles.find(({ steps }) => steps.some(({ seq }) => exchanges.includes(seq)));
  return found === undefined ? [] : renderCycle(found);
}
