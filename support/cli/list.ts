import pc from 'picocolors';
import { operations } from '../contract/operations';
import type { Level, Role, Subject } from '../contract/words';
import { toPlainText } from '../exchange/text';
import { whyExcluded } from '../judging/scope';
import type { Obligation } from '../obligations';
import { contractObligations } from '../obligations';
import type { Exclusion } from '../obligations/judge/home';
import { areaTitle } from '../report/areas';
import { loadTarget } from '../run/targets';
import { exitCodes } from './exit-codes';
import type { Surroundings } from './surroundings';
import { printResult } from './surroundings';

interface ListOptions {
  readonly role?: Role;
  readonly subject?: Subject;
  readonly area?: string;
  readonly level?: Level;
  readonly target?: string;
  readonly json?: true;
}

interface Row extends Pick<Obligation, 'id' | 'area' | 'level' | 'subject' | 'roles' | 'seen' | 'title'> {
  readonly clause: string;
  /** Whether the obligation applies to the target; `undefined` if no target was named. */
  readonly applies?: boolean;
  readonly whyNot?: string;
}

const { all } = contractObligations;

/** `conform list`: prints one line for each obligation. */
export function list(
  _args: readonly string[],
  { target: file, json, ...wanted }: ListOptions,
  surroundings: Surroundings,
): number {
  const whyNot = file === undefined ? undefined : reasonsOf(file, surroundings.env);
  const rows = all.filter((each) => isWanted(each, wanted)).map((each) => rowOf(each, whyNot));
  printResult(surroundings, json, rows, () => render(rows));
  return exitCodes.conforms;
}

function isWanted(
  { roles: played, subject, area, level }: Obligation,
  wanted: Pick<ListOptions, 'role' | 'subject' | 'area' | 'level'>,
): boolean {
  return (
    (wanted.role === undefined || played.includes(wanted.role)) &&
    (wanted.subject === undefined || subject === wanted.subject) &&
    (wanted.area === undefined || area === wanted.area) &&
    (wanted.level === undefined || level === wanted.level)
  );
}

/**
 * Placeholder addresses for a target without services, because a run on such a target uses the suite's mock
 * over TLS.
 */
const ofMock = Object.fromEntries(operations.map(({ service }) => [service, 'https://127.0.0.1']));

type WhyNot = (obligation: Obligation) => Exclusion | undefined;

/** Returns a function that explains why a run on the target in `file` cannot judge an obligation. */
function reasonsOf(file: string, env: NodeJS.ProcessEnv): WhyNot {
  const target = loadTarget(file, env);
  const isOwn = Object.keys(target.services).length === 0;
  const about = isOwn ? { ...target, services: ofMock } : target;
  return (obligation) => whyExcluded(obligation, about);
}

function rowOf(obligation: Obligation, whyNot?: WhyNot): Row {
  const { id, area, clauses, level, subject, roles: played, seen, title } = obligation;
  const row = { id, area, clause: clauses.join(', '), level, subject, roles: played, seen, title };
  if (whyNot === undefined) return row;
  const why = whyNot(obligation);
  const applies = why?.verdict !== 'not-applicable';
  return { ...row, applies, ...(why && { whyNot: toPlainText(why.reason.text) }) };
}

function render(rows: readonly Row[]): string {
  if (rows.length === 0) return 'No obligation is all of this.';
  const width = (of: (row: Row) => string): number => Math.max(...rows.map((row) => of(row).length));
  const widths = {
    level: width(({ level }) => level),
    bound: width(boundBy),
    seen: width(({ seen }) => seen),
  };
  const byArea = [...Map.groupBy(rows, ({ area }) => area)];
  const blocks = byArea.map(([area, members]) => [
    pc.bold(areaTitle(area)),
    ...members.map((row) => lineOf(row, widths)),
  ]);
  return [...blocks.map((lines) => lines.join('\n')), counted(rows)].join('\n\n');
}

const boundBy = ({ subject, roles: played }: Row): string => `${subject}: ${played.join(', ')}`;

function lineOf(
  row: Row,
  widths: { readonly level: number; readonly bound: number; readonly seen: number },
): string {
  const { id, level, seen, title, applies, whyNot } = row;
  const cells = [id, level.padEnd(widths.level), boundBy(row).padEnd(widths.bound), seen.padEnd(widths.seen)];
  const line = `  ${cells.join('  ')}  ${title}`;
  if (whyNot === undefined) return line;
  const label = applies === true ? 'not tested' : 'does not apply';
  return `${pc.dim(line)}\n          ${pc.dim(`${label}: ${whyNot}`)}`;
}

function counted(rows: readonly Row[]): string {
  const total = `${rows.length} obligation${rows.length === 1 ? '' : 's'}`;
  const judged = rows.filter(({ applies }) => applies !== undefined);
  if (judged.length === 0) return `${total}; conform explain ID tells more of one`;
  return `${total}: ${judged.filter(({ applies }) => applies).length} apply to the target`;
}
