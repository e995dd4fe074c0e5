import { readAddress } from '../exchange/address';
import type { Evidence } from '../exchange/evidence';
import { placeOf } from '../exchange/evidence';
import type { PlacedBreach } from '../judging/verdict';
import type { Place } from '../obligations/judge/home';
import type { ShownLine } from '../report/parts/lines';
import { linesOf } from '../report/parts/lines';
import { tellingIn } from '../report/parts/telling';

/** A piece of recorded evidence, reduced to the lines that matter for one obligation. */
export interface ShownExchange {
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
  /** Facts that the suite computed when it recorded the exchange. */
  readonly found: readonly string[];
}

/** Reduces evidence to the lines that matter for one obligation. */
export function exchangesIn(
  evidence: readonly Evidence[],
  places: readonly Place[],
  breach: PlacedBreach | undefined,
): ShownExchange[] {
  return evidence.map((each) => {
    const lines = linesOf(each, tellingIn({ places }, each, breach));
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
 * Returns the marked lines as text, without the request line and the status line. `line` and `answer` contain
 * those.
 */
function told(lines: readonly ShownLine[]): string[] {
  return lines
    .filter(({ marked, place }) => marked && !place.endsWith(' line'))
    .map(({ text, depth }) => `${'  '.repeat(depth)}${text}`);
}

function lineOf(evidence: Evidence): string {
  if (evidence.kind !== undefined) return `integrator: ${placeOf(evidence)}`;
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
