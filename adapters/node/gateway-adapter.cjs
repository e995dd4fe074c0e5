// Written from ../typescript/gateway-adapter.mts, for Node 18 and newer. Keep it as it is, beside your adapter.
'use strict';
Object.defineProperty(exports, '__esModule', { value: true });
exports.Failure = exports.Refusal = void 0;
exports.serve = serve;
exports.log = log;
exports.nameOf = nameOf;
exports.isObject = isObject;
const mostBytes = 32 * 1024 * 1024; // maximum size of one message
/**
 * Throw this if your client refuses on purpose (-32001). The message must give the reason without the value.
 */
class Refusal extends Error {}
exports.Refusal = Refusal;
/**
 * Throw this if your client tried and failed (-32000). The message must describe the failure without the
 * value.
 */
class Failure extends Error {}
exports.Failure = Failure;
class Fault extends Error {
  code;
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
/** Maps each type that a param can have to its check. The name completes the error message "… is not …". */
const kinds = {
  'a text': (value) => typeof value === 'string',
  'an object': isObject,
  'a list': (value) => Array.isArray(value),
  'identity or registry': (value) => value === 'identity' || value === 'registry',
};
/** The required params of each method. */
const params = {
  'session.create': {},
  'certificate.fetch': { service: 'identity or registry' },
  'field.encrypt': { service: 'identity or registry', value: 'a text' },
  'fields.send': { service: 'identity or registry', path: 'a text', fields: 'a list' },
  'otp.verify': { otp: 'a text', txnId: 'a text' },
  'transfer.encrypt': { keyMaterial: 'an object', bundle: 'a text' },
  'transfer.open': {},
  'transfer.decrypt': { keyMaterial: 'an object', content: 'a text' },
  'insurancePlan.request': {},
  'eligibility.check': {},
  'preauth.submit': {},
  'claim.submit': {},
  'communication.reply': { correlationId: 'a text' },
  'dummyPayer.trigger': { action: 'a text', method: 'a text', correlationId: 'a text' },
  'paymentNotice.init': { providerId: 'a text', claimNumber: 'a text' },
  'cycle.get': { correlationId: 'a text' },
};
/**
 * Answers the suite's messages until `shutdown` or the end of stdin, and then ends the process. Calls
 * `connect` for each `initialize`. Create a new client there, so that it has no tokens, certificates or
 * cycles from an earlier journey.
 */
async function serve(implementation, connect) {
  const write = process.stdout.write.bind(process.stdout);
  // stdout is only for protocol messages: everything else that the program prints goes to the log.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  process.stdout.on('error', () => process.exit(0)); // the suite is gone
  process.on('uncaughtException', (error) => {
    log(`ended by ${describe(error)}`);
    process.exit(1);
  });
  const conversation = new Conversation(implementation, connect);
  for await (const line of linesOf(process.stdin)) {
    const answer = await conversation.answer(line);
    // Wait until the answer is written: a pipe may be slow, and process.exit() would cut the answer off.
    if (answer !== undefined) await new Promise((done) => void write(`${answer}\n`, done));
    if (conversation.ended) break;
  }
  await conversation.close();
  // Open connections and servers would keep the process alive.
  return process.exit(0);
}
/** Writes a line to the log. Never log a header, a body or a value (6.3.4). */
function log(text) {
  process.stderr.write(`${new Date().toISOString()} ${text}\n`);
}
class Conversation {
  #implementation;
  #connect;
  #offer;
  ended = false;
  constructor(implementation, connect) {
    this.#implementation = implementation;
    this.#connect = connect;
  }
  /** Returns the answer to one message; `undefined` for a notification or an empty line. */
  async answer(line) {
    let id = null;
    let method = 'message';
    try {
      const message = parse(line);
      if (message === undefined || !('id' in message)) return undefined;
      id = typeof message.id === 'string' || typeof message.id === 'number' ? message.id : null;
      if (message.jsonrpc !== '2.0' || typeof message.method !== 'string')
        throw new Fault(-32600, 'a message has jsonrpc 2.0 and a method');
      method = message.method;
      const result = await this.#call(method, message.params ?? {});
      return JSON.stringify({ jsonrpc: '2.0', id, result: result ?? null });
    } catch (error) {
      return JSON.stringify({ jsonrpc: '2.0', id, error: problem(error, method) });
    }
  }
  async close() {
    const offer = this.#offer;
    this.#offer = undefined;
    await offer?.close?.();
  }
  async #call(method, given) {
    if (!isObject(given)) throw new Fault(-32602, 'params is an object');
    if (method === 'initialize') return this.#initialize(given);
    this.ended = method === 'shutdown';
    if (this.ended) return null;
    if (!isMethod(method)) throw new Fault(-32601, `${method} is not offered`);
    if (this.#offer === undefined) throw new Failure('initialize comes first');
    const { methods } = this.#offer;
    if (methods[method] === undefined) throw new Fault(-32601, `${method} is not offered`);
    for (const [name, kind] of Object.entries(params[method]))
      if (!kinds[kind](given[name])) throw new Fault(-32602, `${name} is not ${kind}`);
    return methods[method]?.(given);
  }
  async #initialize(settings) {
    if (settings.protocolVersion !== '1') throw new Fault(-32602, 'this adapter speaks protocol version 1');
    await this.close();
    this.#offer = await this.#connect(settings);
    const { methods, transferKeyForms, callbackUrl, encryptionKey } = this.#offer;
    const [implementation, capabilities] = [this.#implementation, Object.keys(methods)];
    return {
      protocolVersion: '1',
      implementation,
      capabilities,
      transferKeyForms,
      callbackUrl,
      encryptionKey,
    };
  }
}
/**
 * Splits the input into lines of bytes; yields `undefined` for a line over 32 MiB. Does not use
 * node:readline, which also ends a line at U+2028 and U+2029: JSON may contain both.
 */
async function* linesOf(input) {
  let parts = [];
  let length = 0;
  const keep = (part) => {
    length += part.length;
    if (length <= mostBytes) parts.push(part);
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      keep(chunk.subarray(start, end));
      yield length <= mostBytes ? Buffer.concat(parts) : undefined;
      [parts, length, start] = [[], 0, end + 1];
    }
    keep(chunk.subarray(start));
  }
}
/** Parses a message; returns `undefined` for an empty line. */
function parse(line) {
  if (line === undefined) throw new Fault(-32700, 'a message has 32 MiB at most');
  let message;
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(line);
    if (json.trim() === '') return undefined;
    message = JSON.parse(json);
  } catch {
    // Do not pass on the message of the SyntaxError: it quotes the input, which may contain a value.
    throw new Fault(-32700, 'the message is not JSON');
  }
  if (!isObject(message)) throw new Fault(-32600, 'a message is one object');
  return message;
}
function problem(error, method) {
  if (error instanceof Refusal) return { code: -32001, message: error.message };
  if (error instanceof Failure) return { code: -32000, message: error.message };
  if (error instanceof Fault) return { code: error.code, message: error.message };
  log(`${method}: ${describe(error)}`);
  return { code: -32603, message: nameOf(error) };
}
/** Returns the name and the stack frames of an unexpected error. Omits its message, which may quote a value. */
function describe(error) {
  const frames =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line)) : [];
  return [nameOf(error), ...frames].join('\n');
}
/** Returns the name and code of an error, without its message. */
function nameOf(error) {
  if (!(error instanceof Error)) return 'something other than an Error was thrown';
  const { code } = error;
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function isMethod(name) {
  return Object.hasOwn(params, name);
}
