import { appendFileSync } from 'node:fs';

/**
 * A goal for the ratio of a figure to its floor (`atMost`, `atLeast`), or for their difference
 * (`atMostMore`). The floor is the measurement of a simpler program.
 */
export type Aim =
  | { readonly atMost: number }
  | { readonly atLeast: number }
  /** Maximum by which the figure may exceed its floor, in the figure's unit */
  | { readonly atMostMore: number };

/**
 * A measurement of the suite, with a floor to compare with: the same work by a simpler program, in the same
 * run.
 */
export interface Figure {
  /** Name of the figure, for example `service run over HTTP: wall time` */
  readonly name: string;
  /** Unit of `ours` and `floor`, for example `ms`, `MiB` or `/s` */
  readonly unit: string;
  /** The suite's measurement: the median over all rounds */
  readonly ours: number;
  /** The simpler program's measurement: the median over all rounds */
  readonly floor: number;
  /** Name of the floor, for example `newman`. */
  readonly beside: string;
  /** Median over all rounds of `ours / floor`. */
  readonly ratio: number;
  /** Median over all rounds of `ours - floor`. */
  readonly more: number;
  readonly rounds: number;
  readonly aim?: Aim;
  readonly met?: boolean;
  /** The reason why the figure misses its aim, if known */
  readonly because?: string;
}

interface About extends Pick<Figure, 'name' | 'unit' | 'beside' | 'aim' | 'because'> {
  readonly ours: readonly number[];
  readonly floor: readonly number[];
}

export const leastRounds = 5;

/**
 * Computes a figure from the measurements of all rounds, in order. Throws if there are fewer than {@link
 * leastRounds} rounds, or if `ours` and `floor` differ in length.
 */
export function figureOf({ ours, floor, aim, because, ...about }: About): Figure {
  if (ours.length < leastRounds || ours.length !== floor.length)
    throw new Error(
      `${about.name}: ${ours.length} and ${floor.length} rounds, and ${leastRounds} are needed`,
    );
  const ratio = median(ours.map((each, round) => each / (floor[round] ?? Number.NaN)));
  const more = median(ours.map((each, round) => each - (floor[round] ?? Number.NaN)));
  return {
    ...about,
    ours: median(ours),
    floor: median(floor),
    ratio,
    more,
    rounds: ours.length,
    ...(aim && { aim, met: meets(aim, ratio, more) }),
    ...(because !== undefined && { because }),
  };
}

function meets(aim: Aim, ratio: number, more: number): boolean {
  if ('atMost' in aim) return ratio <= aim.atMost;
  return 'atLeast' in aim ? ratio >= aim.atLeast : more <= aim.atMostMore;
}

/** Returns the median. For an even number of values, this is the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/**
 * Prints figures. If `npm run bench` started this bench, also passes the figures to that command, through a
 * file.
 */
export function reportFigures(...figures: readonly Figure[]): void {
  const file = process.env.BENCH_FIGURES;
  for (const figure of figures) {
    console.log(lineOf(figure));
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(figure)}\n`);
  }
}

function lineOf(figure: Figure): string {
  const { name, beside, aim, because } = figure;
  const { ours, floor, ratio, aimed, outcome } = formatFigure(figure);
  const told = aim === undefined ? '' : `; aim ${aimed}: ${outcome}`;
  return `${name}: ${ours} beside ${floor} (${beside}), ratio ${ratio}${told}${because === undefined ? '' : ` (${because})`}`;
}

/** Formats the numbers of a figure, its aim, and the outcome: met, or missed by a certain amount. */
export function formatFigure({ ours, floor, unit, ratio, more, aim, met }: Figure) {
  const valued = (value: number): string => `${rounded(value)} ${unit}`;
  const words = { ours: valued(ours), floor: valued(floor), ratio: rounded(ratio) };
  if (aim === undefined) return { ...words, aimed: '', outcome: '' };
  const missed = (by: string): string => (met === true ? 'met' : `missed by ${by}`);
  if ('atMostMore' in aim)
    return {
      ...words,
      aimed: `≤ ${valued(aim.atMostMore)} more`,
      outcome: missed(valued(more - aim.atMostMore)),
    };
  const [sign, bound] = 'atMost' in aim ? ['≤', aim.atMost] : ['≥', aim.atLeast];
  return { ...words, aimed: `${sign} ${rounded(bound)}`, outcome: missed(rounded(Math.abs(ratio - bound))) };
}

/**
 * Formats a number with three significant digits, or as an integer from 100 on: more digits would not be
 * meaningful.
 */
function rounded(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}
