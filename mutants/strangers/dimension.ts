import type { ReadingId } from '../../support/contract/readings';
import type { Verdict } from '../../support/judging/verdict';
import type { ObligationId } from '../../support/obligations';

/** One way in which a subject can be right. `Part` is the change that it makes to the shape of a subject. */
export interface DimensionValue<Part> {
  /** The words that a line of a subject contains for this value. No other value of any dimension has them. */
  readonly words: string;
  /** The permission for the value: a latitude entry, a reading, or a rule of a standard. Empty for a default value. */
  readonly allowedBy: string;
  /** Makes the change. Called once for each subject, so the change may hold state. `undefined` for no change. */
  readonly change?: () => Part | Promise<Part>;
  /** Other verdicts than those of the plain subject that are right for this value. */
  readonly allows?: Readonly<Partial<Record<ObligationId, readonly Verdict[]>>>;
  /** The obligations that fail because the value departs from the document in a way that the target sets. */
  readonly departs?: { readonly by: ReadingId; readonly breaks: readonly ObligationId[] };
}

/** A question that right subjects answer in different ways. */
export interface Dimension<Part> {
  readonly name: string;
  /** The sentence of the document that leaves the question open, with its clause. */
  readonly sentence: string;
  /** The part of the subject that this dimension changes. No other dimension changes it. */
  readonly seam: string;
  /**
   * Set if the values differ in the offer of the subject, such as its services. A subject is compared with the plain
   * subject that has the same offer.
   */
  readonly offer?: true;
  /** At least two values. The first one is the default. */
  readonly values: readonly DimensionValue<Part>[];
}

/** Two values that no subject has together. */
export interface ForbiddenPair {
  readonly words: readonly [string, string];
  readonly reason: string;
}

/** The dimensions of one kind of subject. */
export interface Space<Part> {
  readonly dimensions: readonly Dimension<Part>[];
  readonly forbidden: readonly ForbiddenPair[];
}

/** A drawn subject: for each dimension of its space, in the same order, the number of its value. */
export type Draw = readonly number[];

/** Returns the values of a draw, each with its dimension. Default values are included. */
export function chosenIn<Part>(
  { dimensions }: Pick<Space<Part>, 'dimensions'>,
  draw: Draw,
): {
  readonly dimension: Dimension<Part>;
  readonly value: DimensionValue<Part>;
  readonly isDefault: boolean;
}[] {
  return dimensions.flatMap((dimension, index) => {
    const chosen = draw[index] ?? 0;
    const value = dimension.values[chosen];
    return value === undefined ? [] : [{ dimension, value, isDefault: chosen === 0 }];
  });
}

/** Returns the draw with all default values. */
export const plainDraw = ({ dimensions }: Pick<Space<unknown>, 'dimensions'>): Draw =>
  dimensions.map(() => 0);

/** Returns a draw in which only the dimensions that change the offer keep their values. */
export function offerOf({ dimensions }: Pick<Space<unknown>, 'dimensions'>, draw: Draw): Draw {
  return dimensions.map(({ offer }, index) => (offer === true ? (draw[index] ?? 0) : 0));
}

/** A subject that is made from a seed. */
export interface Stranger {
  readonly seed: number;
  readonly draw: Draw;
  /** The name of its fault. `undefined` for a right subject. */
  readonly fault?: string | undefined;
}

/** Returns the line of a subject: its seed, its fault, and the words of all values that are not defaults. */
export function lineOf<Part>(
  space: Pick<Space<Part>, 'dimensions'>,
  { seed, draw, fault }: Stranger,
): string {
  const words = chosenIn(space, draw).flatMap(({ value, isDefault }) => (isDefault ? [] : [value.words]));
  const beginning = `seed ${seed}${fault === undefined ? '' : ` with ${fault}`}`;
  return `${beginning}: ${words.length === 0 ? 'nothing unusual' : words.join(', ')}`;
}

const linePattern = /seed (\d+)(?: with ([\w-]+))?: (.*)$/;

/**
 * Returns the subject of a line, which may have other words before it. Throws a RangeError if the line does not contain a
 * seed, or contains words of an unknown value.
 */
export function readLine<Part>({ dimensions }: Pick<Space<Part>, 'dimensions'>, line: string): Stranger {
  const [, seed, fault, values] = linePattern.exec(line) ?? [];
  if (seed === undefined || values === undefined) throw new RangeError(`"${line}" is no line of a subject`);
  const draw = dimensions.map(() => 0);
  const words = values.split(',').map((text) => text.trim());
  for (const each of words.filter((text) => !['', 'nothing unusual'].includes(text))) {
    const index = dimensions.findIndex((dimension) => dimension.values.some((value) => value.words === each));
    if (index < 0) throw new RangeError(`no value is called "${each}"`);
    draw[index] = dimensions[index]?.values.findIndex((value) => value.words === each) ?? 0;
  }
  return { seed: Number(seed), draw, fault };
}

/**
 * Reads `DIMENSION=VALUE,…`. Returns a draw that is `undefined` for each dimension without a value. Throws a RangeError
 * for an unknown dimension or value.
 */
export function readOnly<Part>(
  { dimensions }: Pick<Space<Part>, 'dimensions'>,
  text: string,
): readonly (number | undefined)[] {
  const wanted = new Map(
    text
      .split(',')
      .filter((each) => each.trim() !== '')
      .map((each) => each.split('=').map((part) => part.trim()) as [string, string | undefined]),
  );
  for (const name of wanted.keys())
    if (!dimensions.some((each) => each.name === name))
      throw new RangeError(`no dimension is called "${name}"`);
  return dimensions.map(({ name, values }) => {
    const words = wanted.get(name);
    if (words === undefined) return undefined;
    const index = values.findIndex((value) => value.words === words);
    if (index >= 0) return index;
    throw new RangeError(`${name} is one of: ${values.map((value) => value.words).join('; ')}`);
  });
}
