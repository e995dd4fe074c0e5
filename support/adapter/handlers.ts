import { isObject, parseJson } from '../contract/json';
import { checkSchema } from '../contract/schemas';
import { listedProblems } from './call-results';
import { decodeUtf8 } from './lines';
import type { AdapterMethod, MethodParams, MethodResult } from './protocol';
import { rpcErrorCodes, isAdapterMethod } from './protocol';

/** An adapter's implementation of the protocol's methods. Methods without a handler are not offered. */
export type AdapterHandlers = {
  readonly [M in AdapterMethod]?: (params: MethodParams<M>) => MethodResult<M> | Promise<MethodResult<M>>;
};

/**
 * Thrown by a handler if the client refuses on purpose. The message is the reason, and must not contain
 * plaintext.
 */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
}

type Id = string | number | null;

interface Problem {
  readonly code: number;
  readonly message: string;
}

/** Returns the JSON-RPC answer to one message; `undefined` for a notification. Never rejects. */
export async function answerMessage(
  handlers: AdapterHandlers,
  bytes: Uint8Array,
): Promise<string | undefined> {
  const text = decodeUtf8(bytes);
  if (text === undefined) return refusal(null, rpcErrorCodes.parseError, 'The message is not UTF-8');
  const message = parseJson(text);
  if (message === undefined) return refusal(null, rpcErrorCodes.parseError, 'The message is not JSON');
  return answerRead(handlers, message, JSON.stringify);
}

/**
 * Like {@link answerMessage}, for a message that is already parsed. `write` serializes an answer that
 * contains a result.
 */
export async function answerRead(
  handlers: AdapterHandlers,
  message: unknown,
  write: (value: unknown) => string,
): Promise<string | undefined> {
  if (!isObject(message)) return refusal(null, rpcErrorCodes.invalidRequest, 'The message is not one object');
  const problems = checkSchema('adapter/request', message);
  if (problems.length > 0)
    return refusal(idOf(message.id), rpcErrorCodes.invalidRequest, listedProblems(problems));
  if (!('id' in message)) return undefined;
  const { id, method, params } = message;
  return answerRequest(handlers, { id: idOf(id), method: String(method), params: params ?? {} }, write);
}

export function tooLongAnswer(maxBytes: number): string {
  return refusal(null, rpcErrorCodes.parseError, `The message has more than ${maxBytes} bytes`);
}

async function answerRequest(
  handlers: AdapterHandlers,
  { id, method, params }: { readonly id: Id; readonly method: string; readonly params: unknown },
  write: (value: unknown) => string,
): Promise<string> {
  if (!isAdapterMethod(method) || handlers[method] === undefined)
    return refusal(id, rpcErrorCodes.notOffered, `${method} is not offered`);
  const problems = checkSchema(`adapter/${method}-params`, params);
  if (problems.length > 0) return refusal(id, rpcErrorCodes.invalidParams, listedProblems(problems));
  const handler = handlers[method] as (checked: unknown) => unknown;
  let result: unknown;
  try {
    result = await handler(params);
  } catch (error) {
    const { code, message } = problemOf(error);
    return refusal(id, code, message);
  }
  try {
    return write({ jsonrpc: '2.0', id, result: result ?? null });
  } catch {
    return refusal(id, rpcErrorCodes.internalError, `The result of ${method} cannot be written as JSON`);
  }
}

/** Leaves out the stack, which would reveal local paths and would not help the suite. */
function problemOf(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  return { code: error instanceof RefusalError ? rpcErrorCodes.refused : rpcErrorCodes.failed, message };
}

function refusal(id: Id, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

function idOf(id: unknown): Id {
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
