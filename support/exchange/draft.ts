import type { BodyAbout, BodyText, BodyTexts } from './body-text';
import type { Exchange, RecordedBody, RequestFlaw, Withheld } from './exchange';
import type { Facts } from './facts';
import type { Keeper } from './keep';
import { keptFacts } from './kept-facts';
import { isWholeIn } from './read-form';
import type { RawExchange } from './raw-exchange';

/** An exchange without its number. */
export type ExchangeDraft = Omit<Exchange, 'seq'>;

/** Writes down of an exchange what is kept of it. */
export function keptDraft(raw: RawExchange, texts: BodyTexts, facts: Facts, keeper: Keeper): ExchangeDraft {
  const { request, response, failure, tls, source, facts: given, ...about } = raw;
  const { masked } = raw;
  const status = response?.status;
  const sent = request.absent
    ? missing(request.bytes)
    : bodyOf(texts.request, keeper, { masked }, request.bytes);
  return {
    ...about,
    request: {
      method: keeper.method(request.method),
      url: keeper.address(request.url),
      headers: keeper.headers(request.headers, masked),
      ...sent,
      ...(request.flaw && { flaw: keptFlaw(request.flaw, keeper) }),
      ...(request.withheld && { withheld: keptWithheld(request.withheld, keeper) }),
    },
    ...(response && {
      response: {
        status: response.status,
        headers: keeper.headers(response.headers),
        ...(response.absent
          ? missing(response.bytes)
          : bodyOf(texts.response, keeper, { masked, status }, response.bytes)),
      },
    }),
    ...(failure && { failure: { ...failure, message: keeper.news(failure.message) } }),
    facts: { ...keptFacts(facts, keeper), ...contentOf(texts.request, sent.body, keeper) },
  };
}

/** Two bodies may be kept alike and have been different. */
function contentOf(
  body: BodyText | undefined,
  kept: RecordedBody | undefined,
  keeper: Keeper,
): Pick<Facts, 'content'> {
  const isWhole = body === undefined || kept === undefined || isWholeIn(kept.text);
  return isWhole ? {} : { content: keeper.pseudonym(body.text) };
}

function keptFlaw(flaw: RequestFlaw, { names }: Keeper): RequestFlaw {
  return { ...flaw, ...(flaw.header !== undefined && { header: names.header(flaw.header) }) };
}

const keptWithheld = (withheld: Withheld, { names }: Keeper): Withheld =>
  Object.fromEntries(Object.entries(withheld).map(([name, why]) => [names.header(name), why]));

function missing(bytes = 0): { body: RecordedBody } {
  return { body: { text: '', bytes, absent: true } };
}

function bodyOf(
  body: BodyText | undefined,
  keeper: Keeper,
  about: BodyAbout,
  bytes = body?.arrived,
): { body?: RecordedBody } {
  if (body === undefined || (body.bytes === 0 && (bytes ?? 0) === 0)) return {};
  const arrived = bytes ?? body.arrived;
  if (body.compressed) return { body: { text: '', bytes: arrived, sealed: keeper.pseudonym(body.text) } };
  const text = keeper.body(body, about);
  return { body: { text, bytes: arrived, ...(arrived > body.bytes && { cut: true }) } };
}
