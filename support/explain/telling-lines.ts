import { readAddress } from '../exchange/address';
import type { Evidence } from '../exchange/evidence';
import { sourceOfEvidence } from '../exchange/evidence';
import type { PlacedBreach } from '../judging/verdict';
import type { EvidencePlace } from '../obligations/judge/home';
import type { ShownLine } from '../report/parts/lines';
import { linesOfEvidence } from '../report/parts/lines';
import { relevantPlacesIn } from '../report/parts/relevant-places';

/** A piece of recorded evidence, reduced to the lines that matter for one obligation. */
export interface ExchangeExcerpt {
  readonly seq: number;
  /** Sender, receiver and request, such as `integrator → gateway: POST /api/hiecm/gateway/v3/sessions`. */
  readonly line: string;
  readonly request: readonly string[];
  /**
   * The status, such as `503`, or the reason why no answer came; `undefined` for evidence that is not an HTTP
   * exchange.
   */
  readonly answer?: string;
  readonly answered: readonly string[];
  /** Relevant facts that the suite computed, and relevant lines about the exchange as a whole. */
  readonly found: readonly string[];
}

/** Reduces evidence to the lines that matter for one obligation. */
export function exchangesIn(
  evidence: readonly Evidence[],
  places: readonly EvidencePlace[],
  breach: PlacedBreach | undefined,
): ExchangeExcerpt[] {
  return evidence.map((each) => {
    const lines = linesOfEvidence(each, relevantPlacesIn({ places }, each, breach));
    const answer = answerOf(each);
    return {
      seq: each.seq,
      line: lineOf(each),
      request: told(lines.request),
      ...(answer !== undefined && { answer }),
      answered: told(lines.answer),
      found: told([...lines.about, ...lines.facts]),
    };
  });
}

/**
 * Returns the marked lines as strings, except the request line and the status line. These two are in `line`
 * and `answer` of {@link ExchangeExcerpt}.
 */
function told(lines: readonly ShownLine[]): string[] {
  return lines
    .filter(({ marked, place }) => marked && !place.endsWith(' line'))
    .map(({ text, depth }) => `${'  '.repeat(depth)}${text}`);
}

function lineOf(evidence: Evidence): string {
  if (evidence.kind !== undefined) return `integrator: ${sourceOfEvidence(evidence)}`;
  const { sender, service, request } = evidence;
  const to = sender === 'service' ? 'suite' : (service ?? 'integrator');
  return `${sender} → ${to}: ${request.method} ${readAddress(request.url).pathname}`;
}

function answerOf(evidence: Evidence): string | undefined {
  if (evidence.kind !== undefined) return undefined;
  const { response, failure } = evidence;
  if (response !== undefined) return String(response.status);
  return failure === undefined ? 'none' : `none: ${failure.kind}, ${failure.code}`;
}
