import { readAddress } from '../../../exchange/address';
import type { Evidence } from '../../../exchange/evidence';
import { placeOf } from '../../../exchange/evidence';
import type { Exchange, RecordedAnswer, RecordedBody, RecordedRequest } from '../../../exchange/exchange';
import { recordedBodyLimit } from '../../../exchange/raw-exchange';
import { clientText } from '../../../exchange/exchange';
import type { BodyView, ExchangeSummary, ExchangeView, FactView, MessageView } from '../../wire/inspect';

/** Of a body that is no text, in characters of Base64. */
const shownOfBinary = 4096;
/** Deeper facts become JSON: no rule makes any, but a recording may hold what someone else wrote. */
const deepest = 20;

/** What a list shows of a piece of evidence; a few hundred bytes, but for the path, which is bounded. */
export function exchangeSummary(evidence: Evidence): ExchangeSummary {
  const { seq, arrivedAt, asked, scenario, service } = evidence;
  const client = clientOf(evidence);
  return {
    seq,
    kind: evidence.kind ?? 'exchange',
    arrivedAt,
    ...(evidence.kind === undefined ? ofExchange(evidence) : ofIntegrator(evidence)),
    ...(service && { service }),
    ...(asked && { asked }),
    ...(scenario !== undefined && { scenario }),
    ...(client !== undefined && { client }),
  };
}

/** All that the page looks into. Bodies are cut to what a recorder keeps: a file of another tool may hold more. */
export function exchangeView(evidence: Evidence, mostText = recordedBodyLimit): ExchangeView {
  return {
    ...exchangeSummary(evidence),
    ...(evidence.kind === undefined ? wireView(evidence, mostText) : ownView(evidence, mostText)),
    facts: factViews(evidence.facts),
  };
}

const longestPath = 500;

function ofExchange({ sender, operation, request, response, failure, stimulus, ...times }: Exchange) {
  const { pathname } = readAddress(request.url);
  return {
    sender,
    method: request.method,
    path: pathname.length > longestPath ? `${pathname.slice(0, longestPath)}…` : pathname,
    durationMs: times.answeredAt - times.arrivedAt,
    ...(operation && { operation }),
    ...(response && { status: response.status }),
    ...(failure && { failure: failure.kind }),
    ...(stimulus !== undefined && { stimulus }),
  };
}

type OfIntegrator = Exclude<Evidence, Exchange>;

function ofIntegrator(evidence: OfIntegrator) {
  const askedAt = evidence.kind === 'adapter answer' ? evidence.askedAt : undefined;
  const failure = evidence.kind === 'adapter answer' ? evidence.failure : undefined;
  return {
    sender: 'integrator' as const,
    path: placeOf(evidence),
    ...(askedAt !== undefined && { durationMs: evidence.arrivedAt - askedAt }),
    ...(failure && { failure: failure.kind }),
  };
}

function clientOf({ client, clientInstance }: Evidence): string | undefined {
  return client === undefined ? clientInstance : clientText(client);
}

function wireView({ request, response, failure, call, meant, answeredAt }: Exchange, mostText: number) {
  return {
    url: request.url,
    answeredAt,
    request: messageView(request, mostText),
    ...(response && { response: messageView(response, mostText) }),
    ...(request.flaw && { flaw: request.flaw }),
    ...(failure && { failureDetail: failure }),
    ...(call && { call }),
    ...(meant && { meant }),
  };
}

/** What an adapter returned stands in the place of what it would have sent. */
function ownView(evidence: OfIntegrator, mostText: number) {
  const body = evidence.kind === 'adapter answer' ? evidence.body : undefined;
  const failure = evidence.kind === 'adapter answer' ? evidence.failure : undefined;
  return {
    answeredAt: evidence.arrivedAt,
    request: { headers: [], ...(body && { body: bodyView(body, mostText) }) },
    ...(failure && { failureDetail: failure }),
  };
}

function messageView({ headers, body }: RecordedAnswer | RecordedRequest, mostText: number): MessageView {
  // A body of no bytes is none: recorders differ in whether they note it.
  const isThere = body !== undefined && (body.bytes > 0 || body.absent === true);
  return { headers, ...(isThere && { body: bodyView(body, mostText) }) };
}

function bodyView({ text, bytes, cut, absent, sealed, encoding }: RecordedBody, mostText: number): BodyView {
  if (absent === true) return { kind: 'absent', text: '', left: 0, bytes };
  if (sealed !== undefined) return { kind: 'sealed', text: '', left: 0, bytes };
  const most = encoding === 'base64' ? Math.min(shownOfBinary, mostText) : mostText;
  const shown = text.length <= most ? text : text.slice(0, wholeCharacters(text, most));
  return {
    kind: encoding === 'base64' ? 'binary' : 'text',
    text: shown,
    left: text.length - shown.length,
    bytes,
    ...(cut && { cut }),
  };
}

/** No half of a character outside the basic plane is left at the end. */
const wholeCharacters = (text: string, most: number): number =>
  /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;

function factViews(facts: object, depth = 0): FactView[] {
  return Object.entries(facts).map(([name, value]) => factView(name, value, depth));
}

function factView(name: string, value: unknown, depth: number): FactView {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value))
    return { name, value: value as string };
  if (typeof value !== 'object' || depth >= deepest) return { name, value: JSON.stringify(value) };
  return { name, of: factViews(value, depth + 1) };
}
