import { defaultHandlers } from '../support/mock/services';
import type { Call, Handler, MockState, MockOperation, Reply, SeamOverrides } from '../support/mock/seams';

export type JsonObject = Readonly<Record<string, unknown>>;

export type Edit = (reply: Reply, call: Call, state: MockState) => Reply | Promise<Reply>;

/** Changes the answers of one operation. */
export function editing(operation: MockOperation, edit: Edit): SeamOverrides {
  return { handlers: { [operation]: edited(operation, edit) } };
}

/** The mock's own handler, its answers changed. */
export function edited(operation: MockOperation, edit: Edit): Handler {
  return async (call, state) => edit(await defaultHandlers[operation](call, state), call, state);
}

/** Changes every answer of every operation. */
export function editingAll(edit: Edit): SeamOverrides {
  const names = Object.keys(defaultHandlers) as MockOperation[];
  return { handlers: Object.fromEntries(names.map((name) => [name, edited(name, edit)])) };
}

/** Changes the body of the answers that accept. */
export function accepting(
  operation: MockOperation,
  edit: (body: JsonObject) => string | object,
): SeamOverrides {
  return editing(operation, (reply) =>
    reply.status === 200 ? { ...reply, body: edit(reply.body as JsonObject) } : reply,
  );
}

/** Changes a request before the mock's own handler sees it: so a check is left out. */
export function overlooking(
  operation: MockOperation,
  change: (call: Call, state: MockState) => Call,
): SeamOverrides {
  const handler: Handler = (call, state) => defaultHandlers[operation](change(call, state), state);
  return { handlers: { [operation]: handler } };
}

/** The same call with some members of its JSON body replaced. */
export function withMembers(call: Call, members: JsonObject): Call {
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
export function envelope(status: number, code: string, message: string): Reply {
  return { status, body: { error: { code, message } } };
}

/** Answers the refusals of that reason otherwise. */
export function refusing(
  operation: MockOperation,
  reason: keyof typeof refusalCodes,
  answer: (error: ErrorBody, call: Call, state: MockState) => Reply,
): SeamOverrides {
  const codes: readonly string[] = refusalCodes[reason];
  return editing(operation, (reply, call, state) => {
    const { error } = (reply.body ?? {}) as { readonly error?: ErrorBody };
    return error !== undefined && codes.includes(error.code) ? answer(error, call, state) : reply;
  });
}
