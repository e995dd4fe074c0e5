import type { BodyText } from '../../support/exchange/draft';
import { textsOf } from '../../support/exchange/draft';
import type { Evidence } from '../../support/exchange/evidence';
import type { Exchange, HeaderList, RecordedBody } from '../../support/exchange/exchange';
import type { BodyAbout, KeepOptions } from '../../support/exchange/keep';
import { Keeper } from '../../support/exchange/keep';
import { bare, keptJson } from '../../support/exchange/kept-form';
import type { RawExchange } from '../../support/exchange/recorder';
import { rawExchange } from './planting';

/** What a recording keeps of an exchange, besides facts. */
export interface Kept {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string;
  readonly answer: { readonly headers: HeaderList; readonly body: string };
}

export function keeping(options: KeepOptions = {}): (raw: Partial<RawExchange>) => Kept {
  const keeper = new Keeper(options);
  return (change) => {
    const raw = rawExchange(change);
    const { request, response } = textsOf(raw);
    return {
      method: keeper.method(raw.request.method),
      url: keeper.address(raw.request.url),
      headers: keeper.headers(raw.request.headers),
      body: request === undefined ? '' : keeper.body(request),
      answer: {
        headers: keeper.headers(raw.response?.headers ?? []),
        body: response === undefined ? '' : keeper.body(response, { status: raw.response?.status }),
      },
    };
  };
}

export const bodyOf = (text: string): BodyText => ({
  text,
  bytes: Buffer.byteLength(text),
  binary: false,
  compressed: false,
});

/** A body of JSON as it is kept, and read again. */
export const keptBody = (body: unknown, about: BodyAbout = {}, keeper = new Keeper()): unknown =>
  keptJson(keeper.body(bodyOf(JSON.stringify(body)), about));

/** Evidence in which all is as it arrived, as it would be kept, and as judges are to read it: numbers as such, forms bare. */
export function keptEvidence(evidence: readonly Evidence[], keeper: Keeper): readonly Evidence[] {
  return evidence.map((each) => (each.kind === undefined ? keptExchange(each, keeper) : each));
}

function keptExchange(exchange: Exchange, keeper: Keeper): Exchange {
  const { request, response, masked } = exchange;
  const headers = keeper.headers(request.headers, masked).map(([name, value]) => {
    return [name, name.toLowerCase() === 'authorization' ? bare(value) : value] as const;
  });
  return {
    ...exchange,
    request: {
      ...request,
      method: keeper.method(request.method),
      url: keeper.address(request.url),
      headers,
      ...(request.body && { body: bodyKept(request.body, keeper, { masked }) }),
    },
    ...(response && {
      response: {
        ...response,
        headers: keeper.headers(response.headers),
        ...(response.body && { body: bodyKept(response.body, keeper, { masked, status: response.status }) }),
      },
    }),
  };
}

function bodyKept(body: RecordedBody, keeper: Keeper, about: BodyAbout): RecordedBody {
  const { text, bytes, encoding } = body;
  if (body.absent === true || body.cut === true || body.sealed !== undefined) return body;
  const kept = keeper.body({ text, bytes, binary: encoding !== undefined, compressed: false }, about);
  return { text: kept.includes('‹number, ') ? JSON.stringify(keptJson(kept)) : kept, bytes };
}
