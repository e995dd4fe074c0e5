import { defaultHandlers } from '../support/mock/services';
import type {
  MockRequest,
  MockHandler,
  MockState,
  MockOperation,
  MockReply,
  SeamOverrides,
} from '../support/mock/seams';

export type JsonObject = Readonly<Record<string, unknown>>;

export type Edit = (reply: MockReply, call: MockRequest, state: MockState) => MockReply | Promise<MockReply>;

/** Changes the answers of one operation. */
export function editReplies(operation: MockOperation, edit: Edit): SeamOverrides {
  return { handlers: { [operation]: edited(operation, edit) } };
}

/** The mock's own handler, its answers changed. */
export function edited(operation: MockOperation, edit: Edit): MockHandler {
  return async (call, state) => edit(await defaultHandlers[operation](call, state), call, state);
}

/** Changes every answer of every operation. */
export function editAllReplies(edit: Edit): SeamOverrides {
  const names = Object.keys(defaultHandlers) as MockOperation[];
  return { handlers: Object.fromEntries(names.map((name) => [name, edited(name, edit)])) };
}

/** Changes the body of the answers that accept. */
export function editAcceptedBody(
  operation: MockOperation,
  edit: (body: JsonObject) => string | object,
): SeamOverrides {
  return editReplies(operation, (reply) =>
    reply.status === 200 ? { ...reply, body: edit(reply.body as JsonObject) } : reply,
  );
}

/** Changes a request before the mock's own handler sees it: so a check is left out. */
export function preprocessRequests(
  operation: MockOperation,
  change: (call: MockRequest, state: MockState) => MockRequest,
): SeamOverrides {
  const handler: MockHandler = (call, state) => defaultHandlers[operation](change(call, state), state);
  return { handlers: { [operation]: handler } };
}

/** The same call with some members of its JSON body replaced. */
export function withBodyMembers(call: MockRequest, members: JsonObject): MockRequest {
  const body = JSON.parse(call.rawBody.toString('utf8')) as JsonObject;
  return { ...call, rawBody: Buffer.from(JSON.stringify({ ...body, ...members })) };
}

export interface ErrorBody {
  readonly code: string;
  readonly message: string;
}

/** Codes of the mock's refusals, by their reason. */
export const refusalCodes = {
  wrongCredentials: ['SVC-9999'],
  staleTimestamp: ['SVC-1002'],
  encoding: ['SVC-2001'],
  decryption: ['SVC-2002'],
  encryption: ['SVC-2001', 'SVC-2002'],
} as const;

/** The error envelope (clause 2.3). */
export function errorEnvelopeReply(status: number, code: string, message: string): MockReply {
  return { status, body: { error: { code, message } } };
}

/** Answers the refusals of that reason otherwise. */
export function editRefusals(
  operation: MockOperation,
  reason: keyof typeof refusalCodes,
  answer: (error: ErrorBody, call: MockRequest, state: MockState) => MockReply,
): SeamOverrides {
  const codes: readonly string[] = refusalCodes[reason];
  return editReplies(operation, (reply, call, state) => {
    const { error } = (reply.body ?? {}) as { readonly error?: ErrorBody };
    return error !== undefined && codes.includes(error.code) ? answer(error, call, state) : reply;
  });
}
