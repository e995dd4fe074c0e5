import type { JsonMembers } from '../../contract/json';
import { readBytes } from '../../contract/read-body';
import type { MockRequest } from '../seams';

/**
 * Reads the fields of a request from its query and its body, regardless of its Content-Type and of how the body is
 * written (see {@link readBytes}).
 */
export function readFieldsLoosely({
  rawBody,
  query = '',
}: Pick<MockRequest, 'rawBody' | 'query'>): JsonMembers {
  const value = readBytes(rawBody)?.value;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const fields = Object.fromEntries(new URLSearchParams(query));
  return { ...fields, ...(typeof first === 'object' && first !== null ? first : {}) };
}

/**
 * Maps field names, in lower case and without `_` and `-`, to values. Omits values that are neither strings
 * nor numbers.
 */
export function fieldsByPlainName(fields: JsonMembers): Map<string, string> {
  const found = Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number'
      ? [[name.toLowerCase().replace(/[_-]/g, ''), String(value)] as const]
      : [],
  );
  return new Map(found);
}

/**
 * Returns all client ids and secrets found in a session request: in its body, its query, or Basic
 * authentication (RFC 7617).
 */
export function clientCredentialsIn(call: Pick<MockRequest, 'rawBody' | 'query' | 'headers'>) {
  const [, basic = ''] = /^Basic +(\S+)$/i.exec(call.headers.authorization ?? '') ?? [];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic, 'base64').toString('utf8')) ?? [];
  const values = fieldsByPlainName(readFieldsLoosely(call));
  const given = (...each: readonly (string | undefined)[]) => each.filter((value) => value !== undefined);
  return {
    clientId: given(values.get('clientid'), id),
    clientSecret: given(values.get('clientsecret'), secret),
  };
}
