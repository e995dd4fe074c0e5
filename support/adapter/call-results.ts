import { isObject, parseJson } from '../contract/json';
import { checkSchema } from '../contract/schemas';
import type { SchemaProblem } from '../contract/schemas';
import type { CallOutcome } from './channel';
import type { AdapterFault } from './fault';
import { decodeUtf8 } from './lines';
import type { Method, Params, Result } from './protocol';
import { errorCodes, hasResult, maxMessageBytes } from './protocol';

/** A fault on its way to the code that knows the method and the log. */
export class FaultError extends Error {
  readonly fault: AdapterFault;

  constructor(fault: AdapterFault) {
    super(fault.what);
    this.fault = fault;
  }
}

/** A call of a method. */
export interface MadeCall {
  readonly id: number;
  readonly method: Method;
  readonly params: unknown;
}

/** A response of JSON-RPC 2.0: what `adapter/response` describes. */
export interface RpcResponse {
  readonly id: string | number | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown } | null;
}

/** Throws a plain Error for params that break their schema. */
export function checkParams<M extends Method>(method: M, params: Params<M>): void {
  const problems = checkSchema(`adapter/${method}-params`, params);
  if (problems.length > 0) throw new Error(`Params of ${method} are wrong: ${listedProblems(problems)}`);
}

/** The message that asks for a method, as it travels. Throws a plain Error where it would be too long. */
export function requestText({ id, method, params }: MadeCall): string {
  const text = JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const size = Buffer.byteLength(text);
  if (size > maxMessageBytes) throw new Error(`A call of ${method} has ${size} bytes: too many to send`);
  return text;
}

/** Reads one message of an adapter; `unsolicited` is a notification. Throws a `FaultError` for anything else. */
export function readAnswer(bytes: Uint8Array): RpcResponse | 'unsolicited' {
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

/** The same for a message that was parsed. */
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

/** What an answer means to the caller. Throws a `FaultError` for a result that breaks its schema. */
export function outcomeOf<M extends Method>(method: M, { result, error }: RpcResponse): CallOutcome<M> {
  if (!isGiven(error)) return { kind: 'result', value: resultOf(method, result) };
  const { code, message, data } = error;
  if (code === errorCodes.notOffered) return { kind: 'not-offered', message };
  if (code === errorCodes.parseError || code === errorCodes.invalidParams)
    throw new FaultError({
      what: `did not understand the call (error ${code})`,
      text: message,
      likely: `params are described in schemas/adapter/${method}-params.schema.json; members may be added`,
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

function resultOf<M extends Method>(method: M, result: unknown): Result<M> {
  const value = result ?? null;
  const problems = hasResult(method) ? checkSchema(`adapter/${method}-result`, value) : [];
  if (problems.length > 0)
    throw new FaultError({
      what: `gave a result that breaks its schema: ${listedProblems(problems)}`,
      likely: `the result is described in schemas/adapter/${method}-result.schema.json`,
    });
  return value;
}

/** Many a library writes null for what is absent. */
function isGiven<Value>(value: Value): value is NonNullable<Value> {
  return value !== undefined && value !== null;
}

/** The first few problems, in words. */
export function listedProblems(problems: readonly SchemaProblem[]): string {
  const more = problems.length > 3 ? `; and ${problems.length - 3} more` : '';
  return `${problems
    .slice(0, 3)
    .map(({ message }) => message)
    .join('; ')}${more}`;
}
