import type { FastifyReply, FastifyRequest } from 'fastify';
import { repeatedHeaders } from '../exchange/header-fields';
import { pairRawHeaders } from '../exchange/raw-exchange';
import { encodeBody, contentType } from './answer-bytes';
import type { ArrivingRequest, ConnectionTracker } from './arriving-request';
import { recordOfRequest } from './arriving-request';
import type { ListenerOptions } from './listener-options';
import type { AnsweredBy, OutsidePlace } from './outside/place';
import { placeOutside } from './outside/place';
import { errorReply } from './request-checks';
import type { MockRequest, MockOperation, MockReply } from './seams';

declare module 'fastify' {
  interface FastifyRequest {
    /** Arrival time by the mock's clock, in milliseconds since the epoch. */
    receivedAt: number;
  }
}

export interface RoutedRequest {
  readonly operation: MockOperation;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /**
   * A reply that is fixed before the body is read, such as 400 for a path that cannot be decoded. If set, the
   * operation's handler is not called.
   */
  readonly given?: MockReply;
}

/** Reads the body of a request, sends the reply and passes both to the observer. */
export async function dispatch(
  routed: RoutedRequest,
  options: ListenerOptions,
  conversations: ConnectionTracker,
): Promise<FastifyReply> {
  const { operation, request, reply } = routed;
  const stimulus = options.stimuli.current?.name;
  const arriving = conversations.begin(
    { raw: request.raw, operation, arrivedAt: Date.now(), ...(stimulus !== undefined && { stimulus }) },
    reply.raw,
  );
  const isWhole = await readBody(arriving);
  if (arriving.abandoned) return reply.hijack();
  conversations.isWhole(arriving);
  const answer = isWhole ? await answerOf(routed, arriving, options) : undefined;
  send(reply, answer ?? errorReply('badRequest'));
  observe(arriving, answer && { ...answer, sent: reply.getHeaders() }, options);
  return reply;
}

/** Reads the body of a request. Returns `false` if the client disconnects before the body is complete. */
async function readBody({ raw, body }: ArrivingRequest): Promise<boolean> {
  try {
    for await (const chunk of raw as AsyncIterable<Buffer>) body.add(chunk);
    return true;
  } catch {
    return false;
  }
}

async function answerOf(
  { operation, request, given }: RoutedRequest,
  arriving: ArrivingRequest,
  options: ListenerOptions,
): Promise<MockReply> {
  const { state, stimuli, tolerance, onError } = options;
  const { body, raw } = arriving;
  if (given !== undefined) return given;
  if (body.isCut) return errorReply('tooLarge');
  // HTTP/1.1 requires Host (RFC 9112, section 3.2).
  if (raw.httpVersion === '1.1' && raw.headers.host === undefined)
    return errorReply('badRequest', 'Host is missing');
  try {
    const arrived = toCall(request, body.kept);
    const place = operation === 'fallback' ? placed(arrived, arriving, options) : undefined;
    const call = place === undefined ? arrived : { ...arrived, outside: place.facts };
    const meant = arriving.meant ?? place?.answer?.operation ?? operation;
    const repaired = (await tolerance?.repair(meant, call, state)) ?? { call, state };
    const handler = stimuli.handlerOf(meant, state.seams.handlers[meant], call);
    const answer = await handler(repaired.call, repaired.state);
    if (place !== undefined) arriving.answeredBy = sourceOf(answer, place);
    return answer;
  } catch (error) {
    onError(operation, error);
    return errorReply('internal');
  }
}

/**
 * Decides how to answer a request that matches no route. An answer of the target file comes first, then the operation
 * that a tolerant mock recognises, then a guess. Notes a recognised operation for the record.
 */
function placed(
  call: MockRequest,
  arriving: ArrivingRequest,
  { service, state, tolerance, outside, addresses }: ListenerOptions,
): OutsidePlace | undefined {
  const { account, readings } = state;
  const place = placeOutside(call, service, { paths: account.paths, bases: addresses(), readings }, outside);
  if (place.answer?.by !== 'own answer') arriving.meant = tolerance?.meant(call, service, state);
  if (arriving.meant !== undefined) return undefined;
  return place;
}

/** Returns the source of an answer. `undefined` if the mock refused the request, for example because it lacks a header. */
function sourceOf({ status }: MockReply, { answer, facts: { own } }: OutsidePlace): AnsweredBy | undefined {
  return status === (own?.status ?? 200) ? answer?.by : undefined;
}

type Sent = MockReply & { readonly sent: ReturnType<FastifyReply['getHeaders']> };

/**
 * Passes request and reply to the observer. If the observer throws, reports the error as if a handler had
 * thrown it.
 */
function observe(arriving: ArrivingRequest, answer: Sent | undefined, options: ListenerOptions): void {
  try {
    options.observe?.({
      ...recordOfRequest(
        arriving,
        options.service,
        answer ? undefined : { kind: 'incomplete', code: 'ECONNRESET' },
      ),
      ...(answer && {
        response: { status: answer.status, headers: listed(answer.sent), body: encodeBody(answer.body) },
      }),
    });
  } catch (error) {
    options.onError(arriving.operation, error);
  }
}

const listed = (headers: Sent['sent']): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, String(value)]);

function toCall(request: FastifyRequest, rawBody: Buffer): MockRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  // Node drops the second value of some repeated headers, such as Authorization. The mock must refuse such a request.
  const repeated = repeatedHeaders(pairRawHeaders(request.raw.rawHeaders)).map(
    ({ name, values }) => [name, values.join(', ')] as const,
  );
  const [path = '', query] = request.raw.url?.split('?') ?? [];
  return {
    method: request.method,
    path,
    ...(query !== undefined && { query }),
    headers: Object.fromEntries([...headers, ...repeated]),
    rawBody,
    receivedAt: request.receivedAt,
  };
}

/**
 * Sends a reply with its body as bytes. If the body were a string, fastify would add a charset to the
 * Content-Type, which JSON does not have (RFC 8259).
 */
export function send(reply: FastifyReply, { status, headers = {}, body }: MockReply): FastifyReply {
  const type = body === undefined ? {} : { 'content-type': contentType(body) };
  return reply
    .code(status)
    .headers({ ...type, ...headers })
    .send(body === undefined ? undefined : encodeBody(body));
}
