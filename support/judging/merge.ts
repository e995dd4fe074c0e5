import type { Reason } from '../exchange/reason';
import type { ReportText } from '../exchange/text';
import { exchangesNamedIn, toPlainText } from '../exchange/text';
import type { Breach, Conclusion } from '../obligations';
import type { SeenFacet } from '../obligations/judge/judge';
import { maxListed } from '../obligations/judge/judge';
import { decisiveReason } from './verdict';

/** What rules say of nothing. */
export const nothingConcluded: Conclusion = {
  observations: 0,
  evidence: [],
  breaches: [],
  breachCount: 0,
  notes: [],
  unjudged: [],
};

/**
 * What two parts of traffic come to together. Counts add up; lists hold what comes first by its exchanges, so that it
 * does not matter in which order parts are merged, and which of them were merged before.
 */
export function mergeConclusions(one: Conclusion, other: Conclusion): Conclusion {
  const warningCount = (one.warningCount ?? 0) + (other.warningCount ?? 0);
  const facets = mergeFacets(one.facets, other.facets);
  const departed = mergeDeparted(one.departed, other.departed);
  return {
    observations: one.observations + other.observations,
    evidence: [...new Set([...one.evidence, ...other.evidence])].sort((a, b) => a - b).slice(0, maxListed),
    breaches: inOrder([...one.breaches, ...other.breaches], ({ exchanges }) => exchanges[0]),
    breachCount: one.breachCount + other.breachCount,
    ...(warningCount > 0 && { warningCount }),
    ...(departed && { departed }),
    notes: mergeTexts(one.notes, other.notes),
    unjudged: mergeReasons(one.unjudged, other.unjudged),
    ...(facets && { facets }),
  };
}

/** The same for conclusions by obligation. */
export function mergeConclusionsById(
  parts: readonly ReadonlyMap<string, Conclusion>[],
): ReadonlyMap<string, Conclusion> {
  const merged = new Map<string, Conclusion>();
  for (const part of parts)
    for (const [id, conclusion] of part)
      merged.set(id, mergeConclusions(merged.get(id) ?? nothingConcluded, conclusion));
  return merged;
}

const mergeTexts = (one: readonly ReportText[], other: readonly ReportText[]): ReportText[] =>
  mergeByText([...one, ...other], (text) => text);

const mergeReasons = (one: readonly Reason[], other: readonly Reason[]): Reason[] =>
  mergeByText([...one, ...other], ({ text }) => text);

/** Returns the first {@link maxListed} with distinct texts, in the order of the exchanges that they name. */
function mergeByText<Of extends ReportText | Reason>(
  all: readonly Of[],
  textOf: (each: Of) => ReportText,
): Of[] {
  const first = new Map<string, Of>();
  for (const each of inOrder(all, (one) => positionOf(textOf(one)), Infinity)) {
    const text = toPlainText(textOf(each));
    if (!first.has(text)) first.set(text, each);
  }
  return [...first.values()].slice(0, maxListed);
}

/** A text that names no exchange stands behind those that do. */
const positionOf = (text: ReportText): number => Math.min(Infinity, ...exchangesNamedIn(text));

function mergeDeparted(one: Conclusion['departed'], other: Conclusion['departed']): Conclusion['departed'] {
  if (one === undefined || other === undefined) return one ?? other;
  return { count: one.count + other.count, ids: [...new Set([...one.ids, ...other.ids])].sort() };
}

function mergeFacets(
  one: readonly SeenFacet[] | undefined,
  other: readonly SeenFacet[] | undefined,
): SeenFacet[] | undefined {
  if (one === undefined && other === undefined) return undefined;
  const byName = Map.groupBy([...(one ?? []), ...(other ?? [])], ({ name }) => name);
  return [...byName]
    .map(([name, seen]) => {
      const why = decisiveReason(
        mergeReasons(
          seen.flatMap(({ unjudged }) => (unjudged === undefined ? [] : [unjudged])),
          [],
        ),
      );
      const ruledOut = seen.find((each) => each.ruledOut !== undefined)?.ruledOut;
      return {
        ...(why !== undefined && { unjudged: why }),
        ...(ruledOut !== undefined && { ruledOut }),
        name,
        kept: seen.reduce((sum, each) => sum + each.kept, 0),
        broken: seen.reduce((sum, each) => sum + each.broken, 0),
      };
    })
    .sort((a, b) => compare(a.name, b.name));
}

/** By position, and else by what they say: an order that leaves nothing open. */
function inOrder<Of extends ReportText | Reason | Breach>(
  all: readonly Of[],
  position: (each: Of) => number | undefined,
  most: number = maxListed,
): Of[] {
  return all
    .map((each) => ({ each, at: position(each) ?? Infinity, text: JSON.stringify(each) }))
    .sort((a, b) => compare(a.at, b.at) || compare(a.text, b.text))
    .map(({ each }) => each)
    .slice(0, most);
}

function compare<Of extends number | string>(one: Of, other: Of): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
