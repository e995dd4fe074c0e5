import type { Evidence } from '../../exchange/evidence';
import { placeOf } from '../../exchange/evidence';
import { readAddress } from '../../exchange/address';
import { intended } from '../../exchange/exchange';
import type { Text } from '../../exchange/text';
import { numbered, text } from '../../exchange/text';
import { judgeBy } from '../../judging/loop';
import { contractObligations } from '../../obligations';
import { whyNoReading } from '../../targets/check-readings';
import type { EvidenceBySeq } from '../evidence';
import { contextOf, readExamples } from '../examples';
import { isGood } from './negatives';
import type { Report } from './report';
import type { Row } from './row';

/** Where a good exchange is looked for. */
export interface Known {
  readonly report: Report;
  readonly evidence: EvidenceBySeq;
  /** The exchanges that breaches are about. */
  readonly failing: ReadonlySet<number>;
  /** All that breaches name, such as a valid twin. */
  readonly named: ReadonlySet<number>;
}

/** A good exchange, to stand beside a failing one. */
export interface Good {
  readonly name: Text;
  readonly evidence: Evidence;
  /** It was cut down to what judges need. */
  readonly isCut?: true;
}

const exampleName = 'a recorded example of the suite’s own, cut down to what tells';

/**
 * The valid twin, else one of the same operation and sender that was judged too and that no breach names, else the recorded
 * example. Beside a refusal of what was wrong on purpose, a good one is a refusal too, and no twin.
 */
export function goodBeside(row: Row, about: Evidence, known: Known): Good | undefined {
  const { evidence, failing, named } = known;
  const isAlike = isRefused(about) ? isRefused : isGood;
  const isLike = (each: Evidence): boolean =>
    isAlike(each) && kindOf(each) === kindOf(about) && !failing.has(each.seq);
  const twin = [...evidence.values()].find(
    (each) => each.asked?.part === 'valid' && each.asked.round === about.asked?.round && isLike(each),
  );
  if (twin !== undefined) return { evidence: twin, name: text`${numbered(twin.seq)}, its valid twin` };
  // Results list the first breaches: where there are more, any other exchange may be one of them.
  const isWhole = (row.broken ?? 0) <= (row.breaches ?? []).length;
  const judged = isWhole ? row.evidence.flatMap((seq) => evidence.get(seq) ?? []) : [];
  const other = judged.find((each) => isLike(each) && !named.has(each.seq));
  if (other !== undefined)
    return {
      evidence: other,
      name: text`${numbered(other.seq)}, of the same operation, and no breach names it`,
    };
  const example = exampleOf(row, known.report).find(
    (each) => isAlike(each) && kindOf(each) === kindOf(about),
  );
  return example && { evidence: example, name: exampleName, isCut: true };
}

/** The recorded example of how an obligation is kept; nothing where it breaks what the target chose. */
function exampleOf({ id }: Row, { readings, run }: Report): readonly Evidence[] {
  const obligation = contractObligations.find(id);
  const right = obligation && readExamples(obligation.area)[id]?.right;
  if (obligation === undefined || right === undefined) return [];
  const chosen = readings.filter(({ source }) => source === 'target');
  if (chosen.some((each) => whyNoReading(each.id, each.chosen) !== undefined)) return [];
  const context = contextOf({
    ...right,
    readings: { ...right.readings, ...Object.fromEntries(chosen.map((each) => [each.id, each.chosen])) },
  });
  const cmId = run.environment === 'production' ? run.target.cmId : undefined;
  const conclusion = judgeBy(obligation, right.evidence, { ...context, ...(cmId !== undefined && { cmId }) });
  return conclusion?.breachCount === 0 ? right.evidence : [];
}

/** Whether it was wrong on purpose and refused, in whatever form. */
const isRefused = (each: Evidence): boolean => each.asked?.part === 'negative' && !isGood(each);

/** What it is and who sent it, so that two can be compared. */
function kindOf(evidence: Evidence): string {
  if (evidence.kind !== undefined) return `${evidence.kind} ${placeOf(evidence).split('/')[0] ?? ''}`;
  const { sender, request } = evidence;
  return `${sender} ${intended(evidence) ?? `${request.method} ${readAddress(request.url).pathname}`}`;
}
