import type { FastifyReply, FastifyRequest } from 'fastify';
import { bytesOf, contentType } from './answer-bytes';
import type { ArrivingRequest, Conversations } from './arriving-request';
import { toldOf } from './arriving-request';
import type { ListenerOptions } from './listener-options';
import { refuse } from './request-checks';
import type { Call, MockOperation, Reply } from './seams';

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds since the epoch. */
    receivedAt: number;
  }
}

/** One request on its way through the mock. */
export interface RoutedRequest {
  readonly operation: MockOperation;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The answer, where it does not depend on what else the request holds. */
  readonly given?: Reply;
}

/** Reads, answers and tells of one request. */
export async function dispatch(
  routed: RoutedRequest,
  options: ListenerOptions,
  conversations: Conversations,
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
  send(reply, answer ?? refuse('badRequest'));
  observe(arriving, answer && { ...answer, sent: reply.getHeaders() }, options);
  return reply;
}

/** Reads to the end, or to where the client went away; tells which. */
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
  { service, state, stimuli, tolerance, onError }: ListenerOptions,
): Promise<Reply> {
  const { body, raw } = arriving;
  if (given !== undefined) return given;
  if (body.isCut) return refuse('tooLarge');
  // RFC 9112, section 3.2.
  if (raw.httpVersion === '1.1' && raw.headers.host === undefined)
    return refuse('badRequest', 'Host is missing');
  try {
    const call = toCall(request, body.kept);
    if (operation === 'fallback') arriving.meant = tolerance?.meant(call, service);
    const meant = arriving.meant ?? operation;
    const repaired = (await tolerance?.repair(meant, call, state)) ?? { call, state };
    return await stimuli.handlerOf(meant, state.seams.handlers[meant], call)(repaired.call, repaired.state);
  } catch (error) {
    onError(operation, error);
    return refuse('internal');
  }
}

type Sent = Reply & { readonly sent: ReturnType<FastifyReply['getHeaders']> };

/** The recorder must not keep the client from its answer: what it throws is reported like a handler's. */
function observe(arriving: ArrivingRequest, answer: Sent | undefined, options: ListenerOptions): void {
  try {
    options.observe?.({
      ...toldOf(arriving, options.service, answer ? undefined : { kind: 'incomplete', code: 'ECONNRESET' }),
      ...(answer && {
        response: { status: answer.status, headers: listed(answer.sent), body: bytesOf(answer.body) },
      }),
    });
  } catch (error) {
    options.onError(arriving.operation, error);
  }
}

const listed = (headers: Sent['sent']): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, String(value)]);

function toCall(request: FastifyRequest, rawBody: Buffer): Call {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  const [path = '', query] = request.raw.url?.split('?') ?? [];
  return {
    method: request.method,
    path,
    ...(query !== undefined && { query }),
    headers: Object.fromEntries(headers),
    rawBody,
    receivedAt: request.receivedAt,
  };
}

/** Sends an answer as it is: fastify would add a charset to the type of a text, and JSON has none (RFC 8259). */
export function send(reply: FastifyReply, { status, headers = {}, body }: Reply): FastifyReply {
  const type = body === undefined ? {} : { 'content-type': contentType(body) };
  return reply
    .code(status)
    .headers({ ...type, ...headers })
    .send(body === undefined ? undefined : bytesOf(body));
}
