import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteRoot } from '../contract/suite-root';
import type { ClientName } from '../exchange/exchange';
import { formatClientName } from '../exchange/exchange';
import { toPlainText } from '../exchange/text';
import type { CycleTimeline } from './cycle-timeline';
import { renderCycle } from './cycles';
import type { ObligationResult, PlacedBreach } from './verdict';
import type { Breach } from '../obligations';
import { contractObligations } from '../obligations';

/** `obligations/ses-08.html`: the page of an obligation, below the address of the site. */
export const pageOf = (id: string): string => `obligations/${id.toLowerCase()}.html`;

/**
 * Where an obligation is explained: its page, where the package names the address of a published site; else the command
 * that says the same. https://docs.example.org/conformance gives https://docs.example.org/conformance/obligations/ses-08.html.
 */
export function whereExplained(id: string, site = publishedSite()): string {
  return site === undefined ? `npx conform explain ${id}` : `${site.replace(/\/*$/, '/')}${pageOf(id)}`;
}

/** The page itself: where the site is published, or in the package; `undefined` where it was not built. */
export function readablePage(id: string, site = publishedSite()): string | undefined {
  if (site !== undefined) return whereExplained(id, site);
  const file = join(suiteRoot, 'dist/site', pageOf(id));
  return existsSync(file) ? file : undefined;
}

/** What `config.site` of package.json says. No address is invented: who publishes the site sets it. */
export function publishedSite(): string | undefined {
  const file = readFileSync(join(suiteRoot, 'package.json'), 'utf8');
  const { config } = JSON.parse(file) as { config?: { site?: string } };
  return config?.site;
}

/** Whether another run may end otherwise: what waits for a declaration waits for a person. */
export function mayChangeOnRerun({ id, verdict }: Pick<ObligationResult, 'id' | 'verdict'>): boolean {
  const { judge, contradicts } = contractObligations.find(id) ?? {};
  return judge !== undefined || (contradicts !== undefined && verdict !== 'not-tested');
}

/** What was judged. */
export interface ResultsOrigin {
  /** Absent: the suite's own mock. */
  readonly targetFile?: string | undefined;
  /** That mock, in a container. */
  readonly container?: boolean | undefined;
  /** Answers to a challenge, and no run. */
  readonly challenge?: boolean | undefined;
  /** Traffic that the suite did not cause. */
  readonly traffic?: 'audit' | 'mock' | 'proxy' | 'rejudge' | undefined;
  /** The payer cycles that were seen: a breach is shown in its own. */
  readonly cycles?: readonly CycleTimeline[] | undefined;
}

/** A breach, wherever it stands in its exchanges. */
type Unplaced = Omit<PlacedBreach, 'places'>;

type Headed = Pick<ObligationResult, 'id' | 'level' | 'clause' | 'title'>;

/** Id, level and clause, as in `[must, clause 2.2]`, and what it demands in a few words. */
export function headline({ id, level, clause, title }: Headed): string {
  return `${id} [${level}, clause ${clause}] ${title}`;
}

/** Returns the command that judges a failed obligation again, with the steps before it. */
export function rerunCommand(id: string, origin: ResultsOrigin): string {
  const command = judgingCommand(id, origin);
  if (origin.challenge === true || origin.traffic === undefined || origin.traffic === 'proxy') return command;
  return `${command}, after you fix it${origin.traffic === 'mock' ? '' : ' and record it again'}`;
}

/** Returns the command that judges an obligation. In tests at the mock, no command of the suite does that. */
export function judgingCommand(
  id: string,
  { targetFile, container, challenge, traffic }: ResultsOrigin,
): string {
  if (challenge === true) return 'npx conform challenge --out FILE (a new one: each is judged once)';
  if (traffic === 'proxy')
    return `npx conform proxy --target ${targetFile ?? 'FILE'} --only ${id}, and the same request`;
  if (traffic === 'mock') return 'the same test';
  if (traffic !== undefined) return `npx conform audit FILE --only ${id}`;
  const own = container === true ? '--container' : '--self-test';
  return `npx conform run ${targetFile === undefined ? own : `--target ${targetFile}`} --only ${id}`;
}

/** `#7`, and whose it is where traffic is that of several clients. */
const exchangeOf = (seq: number, client: ClientName | undefined): string =>
  client === undefined ? `#${seq}` : `#${seq} of ${formatClientName(client)}`;

/** The message of a breach: which obligation, what was sent, expected and seen, why perhaps, how to run it again, and where to read more. */
export function explainBreach(about: Headed, breach: Unplaced, origin: ResultsOrigin): string {
  const [first] = breach.exchanges;
  const where = first === undefined ? '' : `, in exchange ${exchangeOf(first, breach.client)}`;
  return [
    headline(about),
    `  sent      ${toPlainText(breach.sent)}`,
    `  expected  ${toPlainText(breach.expected)}`,
    `  got       ${toPlainText(breach.seen)}${where}`,
    `  likely    ${toPlainText(breach.cause.text)}`,
    ...cycleLines(breach, origin),
    `  again     ${rerunCommand(about.id, origin)}`,
    `  more      ${whereExplained(about.id)}`,
  ].join('\n');
}

/** The first breach of each cause: the others are mostly like it, but for ids and times. */
export function oneOfEachCause(breaches: readonly Breach[]): Breach[] {
  const byCause = Map.groupBy(breaches, ({ cause }) => toPlainText(cause));
  return [...byCause.values()].flatMap((alike) => alike.slice(0, 1));
}

/** The cycle in which something went wrong, message by message. */
function cycleLines({ exchanges }: Unplaced, { cycles = [] }: ResultsOrigin): string[] {
  const found = cycles.find(({ steps }) => steps.some(({ seq }) => exchanges.includes(seq)));
  return found === undefined ? [] : renderCycle(found);
}
