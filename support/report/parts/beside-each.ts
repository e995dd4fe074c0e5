import type { Evidence } from '../../exchange/evidence';
import type { PlacedBreach, PlaceName } from '../../judging/verdict';
import type { ExchangeLines } from './lines';
import { linesOf } from './lines';
import { tellingIn } from './telling';

/** One of two sides that are compared, such as a right and a wrong example. */
export interface Side {
  readonly evidence: readonly Evidence[];
  /** The places that tell about the obligation. */
  readonly places: readonly PlaceName[];
  readonly breach?: PlacedBreach;
}

/** One side, with what it tells that the other side tells as well. */
export interface ToldSide {
  readonly linesOf: (evidence: Evidence) => ExchangeLines;
  /** Whether a line that tells reads the same on the other side: then it is no difference. */
  readonly isSame: (text: string) => boolean;
}

/**
 * What one side tells beside the other. Where the lines that tell are all the same, the order or the number of them tells:
 * then no line counts as the same.
 */
export function besideEach(own: Side, other: Side | undefined): ToldSide {
  const others = other === undefined ? new Set<string>() : textsOf(other);
  const differs = [...textsOf(own)].some((text) => !others.has(text));
  return {
    linesOf: (evidence) => linesOfSide(own, evidence),
    isSame: (text) => differs && others.has(text),
  };
}

const linesOfSide = ({ places, breach }: Side, evidence: Evidence): ExchangeLines =>
  linesOf(evidence, tellingIn({ places }, evidence, breach));

function textsOf(side: Side): ReadonlySet<string> {
  const lines = side.evidence.flatMap((each) => {
    const { about, request, answer, facts } = linesOfSide(side, each);
    return [...about, ...request, ...answer, ...facts];
  });
  return new Set(lines.filter(({ marked }) => marked).map(({ text }) => text));
}
