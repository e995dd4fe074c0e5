import { findOperation } from '../../contract/operations';
import type { RawExchange } from '../../exchange/raw-exchange';

/**
 * Returns the request with one header of this name and value; `undefined` removes the header. Ignores the case of the
 * name.
 */
export function withHeader(raw: RawExchange, header: string, value: string | undefined): RawExchange {
  const { request } = raw;
  const others = request.headers.filter(([name]) => name.toLowerCase() !== header.toLowerCase());
  const headers = value === undefined ? others : [...others, [header, value] as const];
  return { ...raw, request: { ...request, headers } };
}

/** Returns the request with an additional header of this name, before or after all others. */
export function withAnotherHeader(
  raw: RawExchange,
  header: string,
  value: string,
  inFront = false,
): RawExchange {
  const { request } = raw;
  const another = [header, value] as const;
  const headers = inFront ? [another, ...request.headers] : [...request.headers, another];
  return { ...raw, request: { ...request, headers } };
}

/** Returns the request with a second value in this header, after a comma, as libraries join repeated headers. */
export function withJoinedHeader(raw: RawExchange, header: string, value: string): RawExchange {
  const { request } = raw;
  const headers = request.headers.map(([name, each]) =>
    name.toLowerCase() === header.toLowerCase()
      ? ([name, `${each}, ${value}`] as const)
      : ([name, each] as const),
  );
  return { ...raw, request: { ...request, headers } };
}

/** Returns the request with a header renamed. The old name must match exactly, including case. */
export function withHeaderNamed(raw: RawExchange, header: string, name: string): RawExchange {
  const { request } = raw;
  const headers = request.headers.map(([each, value]) => [each === header ? name : each, value] as const);
  return { ...raw, request: { ...request, headers } };
}

/** Returns the request with these members set in its JSON body. The keys are paths, such as `error/code`. */
export function withMembers(raw: RawExchange, members: Readonly<Record<string, unknown>>): RawExchange {
  return Object.entries(members).reduce((changed, [name, each]) => withMember(changed, name, each), raw);
}

/**
 * Returns the request with another value at a path of its JSON body, such as `error/code`; `undefined` removes the
 * member.
 */
export function withMember(raw: RawExchange, path: string, value: unknown): RawExchange {
  return withBody(raw, changed(raw.request.body, path, value));
}

export function withBody(raw: RawExchange, body: string | Buffer): RawExchange {
  return { ...raw, request: { ...raw.request, body: Buffer.from(body) } };
}

/**
 * Returns the request with another request line (`METHOD address`). The address may be relative to the old one. Looks
 * up the operation again, among those of the exchange's service.
 */
export function withLine(raw: RawExchange, line: string): RawExchange {
  const [method = '', address = ''] = line.split(' ');
  const url = new URL(address, raw.request.url);
  const found = raw.service && findOperation(raw.service, method, url.pathname);
  const { operation, ...others } = raw;
  return {
    ...others,
    ...(found && { operation: found.id }),
    request: { ...raw.request, method, url: url.href },
  };
}

/** Returns the exchange with another status of its answer. Throws if it does not have an answer. */
export function withStatus(raw: RawExchange, status: number): RawExchange {
  const { response } = raw;
  if (response === undefined) throw new Error('The example has no answer');
  return { ...raw, response: { ...response, status } };
}

/** Returns the exchange with another body of its answer. Throws if it does not have an answer. */
export function withAnswer(raw: RawExchange, body: string | Buffer): RawExchange {
  const { response } = raw;
  if (response === undefined) throw new Error('The example has no answer');
  return { ...raw, response: { ...response, body: Buffer.from(body) } };
}

/**
 * Returns the exchange with another value at a path in the JSON of its answer, such as `error/code`; `undefined`
 * removes the member. Throws if the exchange does not have an answer.
 */
export function withAnswerMember(raw: RawExchange, path: string, value: unknown): RawExchange {
  return withAnswer(raw, changed(raw.response?.body, path, value));
}

function changed(body: Buffer | undefined, path: string, value: unknown): string {
  return JSON.stringify(put(JSON.parse(body?.toString() ?? '{}') as object, path.split('/'), value));
}

function put(within: object, [name = '', ...below]: readonly string[], value: unknown): object {
  const inner: unknown = (within as Readonly<Record<string, unknown>>)[name];
  return { ...within, [name]: below.length === 0 ? value : put(Object(inner) as object, below, value) };
}
