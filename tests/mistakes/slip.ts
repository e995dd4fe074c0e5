import { toPlainText } from '../../support/exchange/text';
import type { Evidence } from '../../support/exchange/evidence';
import type { Conclusion, Obligation } from '../../support/obligations';
import { judgeExample } from './judge-example';

/** A recording that is right, and the same with one value that is not. */
export interface ExamplePair {
  readonly right: readonly Evidence[];
  readonly wrong: readonly Evidence[];
}

/** What a judge made of both. */
interface Judged {
  readonly right: Conclusion;
  readonly wrong: Conclusion;
}

export function judgeSlip(obligation: Obligation, { right, wrong }: ExamplePair): Judged {
  return { right: judgeExample(obligation, right), wrong: judgeExample(obligation, wrong) };
}

/** Throws where the judge misses the mistake, takes it for another, or finds one in the recording that is right. */
export function requireBroken(
  { id, causes = [] }: Obligation,
  { right, wrong }: Judged,
  cause: string,
): void {
  if (!causes.includes(cause))
    throw new Error(`${id} knows no such cause: ${cause}\nIts home has these:\n  ${causes.join('\n  ')}`);
  if (right.breachCount > 0 || right.observations === 0)
    throw new Error(`${id} does not pass on the recording that is right`);
  if (wrong.breachCount === 0) throw new Error(`${id} passes, and is to break because of: ${cause}`);
  const found = wrong.breaches.map((each) => toPlainText(each.cause)).find((each) => each !== cause);
  if (found !== undefined) throw new Error(`${id} is broken because of: ${found}\nand not of: ${cause}`);
}
