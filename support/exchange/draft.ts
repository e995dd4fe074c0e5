import type { FieldFact } from '../contract/field-facts';
import type { CallbackTokenFact, PayerFact } from '../contract/payer-facts';
import type { BodyContext, BodyText, BodyTexts, RawExchange } from './raw-exchange';
import type { Exchange, RecordedBody, RequestFlaw, WithheldHeaders } from './exchange';
import type { ExchangeFacts, LeakFact, TlsFact, TokenFact } from './facts';
import type { ExchangeRedactor } from './exchange-redactor';
import { isUnredacted } from './kept-form';
import type { PublicKeyFact } from './public-key';
import { isComparableText } from './read-form';

/** Redacts the values that facts quote from an exchange, by the same rules as the exchange itself. */
function keptFacts(facts: ExchangeFacts, keeper: ExchangeRedactor): ExchangeFacts {
  const { fields, leaks, secretIn, payer, callbackToken, tls, tokens, publicKey } = facts;
  return {
    ...facts,
    ...(fields && { fields: fields.map((field) => keptField(field, keeper)) }),
    ...(leaks && { leaks: leaks.map((leak) => keptLeak(leak, keeper)) }),
    ...(secretIn && { secretIn: secretIn.map((place) => keptPlace(place, keeper)) }),
    ...(tls && { tls: keptTls(tls, keeper) }),
    ...(payer && { payer: keptPayer(payer, keeper) }),
    ...(callbackToken && { callbackToken: keptCallbackToken(callbackToken, keeper) }),
    ...(tokens && { tokens: keptTokens(tokens, keeper) }),
    ...(publicKey && { publicKey: keptKey(publicKey, keeper) }),
  };
}

const keptField = (field: FieldFact, keeper: ExchangeRedactor): FieldFact => ({
  ...field,
  pointer: keptPointer(field.pointer, keeper),
});

/** Redacts the names in a JSON pointer. */
const keptPointer = (pointer: string, { names }: ExchangeRedactor): string =>
  pointer
    .split('/')
    .map((name) => (/^\d{0,3}$/.test(name) || !isUnredacted(name) ? name : names.member(name)))
    .join('/');

const keptLeak = (leak: LeakFact, keeper: ExchangeRedactor): LeakFact => ({
  ...leak,
  place: keptPlace(leak.place, keeper),
});

/** Redacts the names in a place, such as `header x-note` or `body /remarks`. */
function keptPlace(place: string, keeper: ExchangeRedactor): string {
  const [, lead = '', name = ''] = /^(header |body (?=\/))(.*)$/s.exec(place) ?? [];
  if (lead === '') return place;
  return lead + (lead === 'header ' ? keeper.names.header(name) : keptPointer(name, keeper));
}

function keptTls(tls: TlsFact, keeper: ExchangeRedactor): TlsFact {
  const { authority } = tls;
  return { ...tls, ...(authority !== undefined && { authority: keptAuthority(authority, keeper) }) };
}

/** Redacts a distinguished name (RFC 4514, section 3). Keeps its keys, and the plain words of its values. */
const keptAuthority = (authority: string, keeper: ExchangeRedactor): string =>
  authority
    .split(', ')
    .map((part) => {
      const [, key = ''] = /^((?:CN|OU|O|L|ST|C|DC)=)./.exec(part) ?? [];
      return key + keeper.sentence(part.slice(key.length));
    })
    .join(', ');

function keptCallbackToken(token: CallbackTokenFact, keeper: ExchangeRedactor): CallbackTokenFact {
  const { flaw, unjudged } = token;
  return {
    ...token,
    ...(flaw !== undefined && { flaw: keeper.sentence(flaw) }),
    ...(unjudged !== undefined && { unjudged: keeper.news(unjudged) }),
  };
}

function keptTokens(
  tokens: NonNullable<ExchangeFacts['tokens']>,
  keeper: ExchangeRedactor,
): Readonly<Record<string, TokenFact>> {
  const kept = Object.entries(tokens).map(([place, token]) => {
    const { flaw, algorithm } = token;
    const told = {
      ...(flaw !== undefined && { flaw: keeper.sentence(flaw) }),
      ...(algorithm !== undefined && { algorithm: keeper.value('alg', algorithm) }),
    };
    return [place, { ...token, ...told }] as const;
  });
  return Object.fromEntries(kept);
}

function keptKey(key: PublicKeyFact, keeper: ExchangeRedactor): PublicKeyFact {
  const { label } = key;
  return { ...key, ...(label !== undefined && { label: keeper.value('kty', label) }) };
}

const fhirType = /^[A-Z][A-Za-z]{1,40}$/;

/** Maps the members of a payer fact that quote a message to the names that decide how their values are redacted. */
const quoted = {
  correlationId: 'correlationId',
  sender: 'sender',
  recipient: 'recipient',
  workflowId: 'workflowId',
  status: 'status',
} as const;

function keptPayer(payer: PayerFact, keeper: ExchangeRedactor): PayerFact {
  const { flaw, digest, imprint, resources, contents } = payer;
  const values = Object.entries(quoted).flatMap(([member, name]) => {
    const value = payer[member as keyof typeof quoted];
    return value === undefined ? [] : [[member, keeper.value(name, value)] as const];
  });
  const types = (all: readonly string[]) =>
    all.map((type) => (fhirType.test(type) ? keeper.names.member(type) : keeper.value('resourceType', type)));
  return {
    ...payer,
    ...Object.fromEntries(values),
    ...(flaw !== undefined && { flaw: keeper.sentence(flaw) }),
    // Record only a mark of the digest. From the digest itself, six unknown digits in a known bundle could be guessed.
    ...(digest !== undefined && { digest: keeper.marks.of(digest) }),
    ...(imprint !== undefined && { imprint: keeper.marks.of(imprint) }),
    resources: types(resources),
    contents: types(contents),
  };
}

/** An exchange before the recording has numbered it. */
type ExchangeDraft = Omit<Exchange, 'seq'>;

/** Redacts an exchange and its facts for the recording. */
export function keptDraft(
  raw: RawExchange,
  texts: BodyTexts,
  facts: ExchangeFacts,
  keeper: ExchangeRedactor,
): ExchangeDraft {
  const { request, response, failure, tls, source, facts: given, atServiceHost, ...about } = raw;
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

/** Returns a pseudonym of a request body if its redacted text cannot show whether two bodies were equal. */
function contentOf(
  body: BodyText | undefined,
  kept: RecordedBody | undefined,
  keeper: ExchangeRedactor,
): Pick<ExchangeFacts, 'content'> {
  const isWhole = body === undefined || kept === undefined || isComparableText(kept.text);
  return isWhole ? {} : { content: keeper.pseudonym(body.text) };
}

function keptFlaw(flaw: RequestFlaw, { names }: ExchangeRedactor): RequestFlaw {
  return { ...flaw, ...(flaw.header !== undefined && { header: names.header(flaw.header) }) };
}

const keptWithheld = (withheld: WithheldHeaders, { names }: ExchangeRedactor): WithheldHeaders =>
  Object.fromEntries(Object.entries(withheld).map(([name, why]) => [names.header(name), why]));

function missing(bytes = 0): { body: RecordedBody } {
  return { body: { text: '', bytes, absent: true } };
}

function bodyOf(
  body: BodyText | undefined,
  keeper: ExchangeRedactor,
  about: BodyContext,
  bytes = body?.arrived,
): { body?: RecordedBody } {
  if (body === undefined || (body.bytes === 0 && (bytes ?? 0) === 0)) return {};
  const arrived = bytes ?? body.arrived;
  if (body.compressed) return { body: { text: '', bytes: arrived, sealed: keeper.pseudonym(body.text) } };
  const text = keeper.body(body, about);
  const { encoding } = body;
  return {
    body: { text, bytes: arrived, ...(arrived > body.bytes && { cut: true }), ...(encoding && { encoding }) },
  };
}
