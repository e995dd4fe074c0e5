import { appendFileSync } from 'node:fs';

/** What a figure is to reach: of its ratio to the floor, or of how much more than the floor it takes. */
export type Aim =
  | { readonly atMost: number }
  | { readonly atLeast: number }
  /** In the unit of the figure, above the floor. */
  | { readonly atMostMore: number };

/** The suite beside a floor that was measured in the same run. */
export interface Figure {
  /** As in `service run over HTTP: wall time`. */
  readonly name: string;
  /** As in `ms`, `MiB` or `/s`. */
  readonly unit: string;
  /** Medians of all rounds. */
  readonly ours: number;
  readonly floor: number;
  /** What the floor is, as in `newman`. */
  readonly beside: string;
  /** Median of the ratios of the rounds, each of which measured both sides. */
  readonly ratio: number;
  /** Median of the differences, likewise. */
  readonly more: number;
  readonly rounds: number;
  /** Absent: the figure is told and has no aim. */
  readonly aim?: Aim;
  readonly met?: boolean;
  /** The reason why an aim is missed, where it is known. */
  readonly because?: string;
}

interface About extends Pick<Figure, 'name' | 'unit' | 'beside' | 'aim' | 'because'> {
  readonly ours: readonly number[];
  readonly floor: readonly number[];
}

export const leastRounds = 5;

/** Makes a figure of what the rounds measured, in their order. Throws where there are too few for a median. */
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

/** The middle one; of an even number the mean of both. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** Prints figures, and hands them to `npm run bench` where that started this bench. */
export function tell(...figures: readonly Figure[]): void {
  const file = process.env.BENCH_FIGURES;
  for (const figure of figures) {
    console.log(lineOf(figure));
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(figure)}\n`);
  }
}

function lineOf(figure: Figure): string {
  const { name, beside, aim, because } = figure;
  const { ours, floor, ratio, aimed, outcome } = wordsOf(figure);
  const told = aim === undefined ? '' : `; aim ${aimed}: ${outcome}`;
  return `${name}: ${ours} beside ${floor} (${beside}), ratio ${ratio}${told}${because === undefined ? '' : ` (${because})`}`;
}

/** A figure in the words of a table. */
export function wordsOf({ ours, floor, unit, ratio, more, aim, met }: Figure) {
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

/** Three digits are more than such a measure can tell. */
function rounded(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}
