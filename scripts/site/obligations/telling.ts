import type { Evidence } from '../../../support/exchange/evidence';
import type { JudgedExample } from '../../../support/explain/judged-example';
import type { ExchangeLines } from '../../../support/report/parts/lines';
import { linesOf } from '../../../support/report/parts/lines';
import { tellingIn } from '../../../support/report/parts/telling';

/** One side of an example, with what it tells that the other side tells as well. */
export interface Told {
  readonly linesOf: (evidence: Evidence) => ExchangeLines;
  /** Whether a line that tells reads the same on the other side: then it is no difference. */
  readonly isSame: (text: string) => boolean;
}

/** What two sides tell. Where their lines are all the same, the order or the number of them tells: no line is less than others. */
export function toldBy(own: JudgedExample, other: JudgedExample | undefined): Told {
  const others = other === undefined ? new Set<string>() : textsOf(other);
  const differs = [...textsOf(own)].some((text) => !others.has(text));
  return {
    linesOf: (evidence) => shownLines(own, evidence),
    isSame: (text) => differs && others.has(text),
  };
}

function shownLines({ places, breach }: JudgedExample, evidence: Evidence): ExchangeLines {
  return linesOf(evidence, tellingIn({ places }, evidence, breach));
}

function textsOf(example: JudgedExample): ReadonlySet<string> {
  const lines = example.evidence.flatMap((each) => {
    const { about, request, answer, facts } = shownLines(example, each);
    return [...about, ...request, ...answer, ...facts];
  });
  return new Set(lines.filter(({ marked }) => marked).map(({ text }) => text));
}
