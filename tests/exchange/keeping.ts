import { textsOf } from '../../support/exchange/body-text';
import type { BodyText } from '../../support/exchange/body-text';
import { keptDraft } from '../../support/exchange/draft';
import type { Evidence } from '../../support/exchange/evidence';
import type { Exchange, RecordedBody } from '../../support/exchange/exchange';
import type { BodyAbout } from '../../support/exchange/body-text';
import { Keeper } from '../../support/exchange/keep';
import { keptJson } from '../../support/exchange/kept-form';
import type { RawExchange } from '../../support/exchange/recorder';

export const bodyOf = (text: string): BodyText => ({
  text,
  bytes: Buffer.byteLength(text),
  arrived: Buffer.byteLength(text),
  binary: false,
  compressed: false,
});

/** A body of JSON as it is kept, and read again. */
export const keptBody = (body: unknown, about: BodyAbout = {}, keeper = new Keeper()): unknown =>
  keptJson(keeper.body(bodyOf(JSON.stringify(body)), about));

/** Evidence in which all is as it arrived, as it would be kept. */
export function keptEvidence(evidence: readonly Evidence[], keeper: Keeper): readonly Evidence[] {
  return evidence.map((each) => (each.kind === undefined ? keptExchange(each, keeper) : each));
}

function keptExchange(exchange: Exchange, keeper: Keeper): Exchange {
  const { request, response } = exchange;
  const raw: RawExchange = {
    ...exchange,
    request: { ...request, ...wire(request.body) },
    ...(response && { response: { body: Buffer.alloc(0), ...response, ...wire(response.body) } }),
  } as RawExchange;
  return { ...exchange, ...keptDraft(raw, textsOf(raw), exchange.facts, keeper) };
}

/** A recorded body as it arrived. */
function wire(body: RecordedBody | undefined): Pick<RawExchange['request'], 'body' | 'bytes' | 'absent'> {
  if (body === undefined) return {};
  const { text, bytes, encoding, cut, absent } = body;
  const isMore = cut ?? absent ?? false;
  return { body: Buffer.from(text, encoding ?? 'utf8'), ...(isMore && { bytes }), ...(absent && { absent }) };
}
