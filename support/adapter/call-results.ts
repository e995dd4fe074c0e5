import { isObject, parseJson } from '../contract/json';
import { checkSchema } from '../contract/schemas';
import type { SchemaProblem } from '../contract/schemas';
import type { CallOutcome } from './channel';
import type { AdapterFault } from './fault';
import { decodeUtf8 } from './lines';
import type { AdapterMethod, MethodParams, MethodResult } from './protocol';
import { rpcErrorCodes, isResultRead, maxMessageBytes } from './protocol';

/** Carries an adapter fault from the transport to `JsonRpcCaller`, which adds the method and the log. */
export class FaultError extends Error {
  readonly fault: AdapterFault;

  constructor(fault: AdapterFault) {
    super(fault.what);
    this.fault = fault;
  }
}

export interface MadeCall {
  readonly id: number;
  readonly method: AdapterMethod;
  readonly params: unknown;
}

/** A JSON-RPC 2.0 response that matches the schema `adapter/response`. */
export interface RpcResponse {
  readonly id: string | number | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown } | null;
}

/** Throws an Error if the suite's own params break their schema. */
export function checkParams<M extends AdapterMethod>(method: M, params: MethodParams<M>): void {
  const problems = checkSchema(`adapter/${method}-params`, params);
  if (problems.length > 0) throw new Error(`Params of ${method} are wrong: ${listedProblems(problems)}`);
}

/** Returns the request as JSON text. Throws an Error if the text is longer than 32 MiB. */
export function requestText({ id, method, params }: MadeCall): string {
  const text = JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const size = Buffer.byteLength(text);
  if (size > maxMessageBytes) throw new Error(`A call of ${method} has ${size} bytes: too many to send`);
  return text;
}

/**
 * Parses one message from an adapter. Returns `unsolicited` for a notification. Throws a `FaultError` if the
 * message is not a JSON-RPC response.
 */
export function parseRpcResponse(bytes: Uint8Array): RpcResponse | 'unsolicited' {
  const text = decodeUtf8(bytes);
  if (text === undefined)
    throw new FaultError({
      what: 'wrote bytes that are not UTF-8',
      likely: 'its output is in the encoding of the system: set it to UTF-8 (Java: -Dstdout.encoding=UTF-8)',
    });
  const message = parseJson(text);
  if (message === undefined)
    throw new FaultError({
      what: 'wrote something that is not JSON',
      text,
      likely: 'a log, or a print, that goes to stdout: messages alone go there, and the log to stderr',
    });
  return answerIn(message);
}

/** Like {@link parseRpcResponse}, for a message that is already parsed. */
export function answerIn(message: unknown): RpcResponse | 'unsolicited' {
  if (isObject(message) && 'method' in message) {
    if (!('id' in message)) return 'unsolicited';
    throw new FaultError({
      what: 'asked for a method',
      text: String(message.method),
      likely: 'it repeats the request; an answer carries id, and result or error, and no method',
    });
  }
  return answerOf(message);
}

/**
 * Converts a response to the outcome of the call. Throws a `FaultError` if the result breaks its schema, or
 * if the adapter reports that it did not understand the call.
 */
export function toCallOutcome<M extends AdapterMethod>(
  method: M,
  { result, error }: RpcResponse,
): CallOutcome<M> {
  if (!isGiven(error)) return { kind: 'result', value: resultOf(method, result) };
  const { code, message, data } = error;
  if (code === rpcErrorCodes.notOffered) return { kind: 'not-offered', message };
  if (code === rpcErrorCodes.parseError || code === rpcErrorCodes.invalidParams)
    throw new FaultError({
      what: `did not understand the call (error ${code})`,
      text: message,
      likely: `params are described in schemas/adapter/${method}-params.schema.json; members may be added`,
      code,
    });
  return { kind: 'refused', code, message, ...(data === undefined ? {} : { data }) };
}

function answerOf(message: unknown): RpcResponse {
  if (Array.isArray(message))
    throw new FaultError({ what: 'answered with a list', likely: 'protocol 1 has no batches' });
  if (isObject(message) && isGiven(message.result) && isGiven(message.error))
    throw new FaultError({
      what: 'answered with both result and error',
      likely: 'an answer has one of them; the other is left out',
    });
  const problems = checkSchema('adapter/response', message);
  if (problems.length > 0)
    throw new FaultError({
      what: `gave an answer that is not JSON-RPC 2.0: ${listedProblems(problems)}`,
      likely: 'the shape is described in schemas/adapter/response.schema.json',
    });
  return message as RpcResponse;
}

function resultOf<M extends AdapterMethod>(method: M, result: unknown): MethodResult<M> {
  const value = result ?? null;
  const problems = isResultRead(method) ? checkSchema(`adapter/${method}-result`, value) : [];
  if (problems.length > 0)
    throw new FaultError({
      what: `gave a result that breaks its schema: ${listedProblems(problems)}`,
      likely: `the result is described in schemas/adapter/${method}-result.schema.json`,
    });
  return value;
}

/** Treats null like undefined, because many JSON libraries write null for a missing member. */
function isGiven<Value>(value: Value): value is NonNullable<Value> {
  return value !== undefined && value !== null;
}

/** Joins the first three problems, and counts the rest. */
export function listedProblems(problems: readonly SchemaProblem[]): string {
  const more = problems.length > 3 ? `; and ${problems.length - 3} more` : '';
  return `${problems
    .slice(0, 3)
    .map(({ message }) => message)
    .join('; ')}${more}`;
}
