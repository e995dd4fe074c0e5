import type { Members } from '../../contract/json';
import { parseJson } from '../../contract/json';
import type { Call } from '../seams';

/** What a request holds, as JSON, as a form or in its query: as much of it as can be made out. */
export function readLoosely({ rawBody, query = '' }: Pick<Call, 'rawBody' | 'query'>): Members {
  const text = rawBody.toString('utf8').trim();
  const fields = Object.fromEntries(new URLSearchParams(query));
  return { ...fields, ...(objectIn(text) ?? formIn(text)) };
}

function objectIn(text: string): Members | undefined {
  const value = parseJson(text);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'object' && first !== null ? (first as Members) : undefined;
}

function formIn(text: string): Record<string, string> {
  return /^[\w.%+-]+=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : {};
}

/** Strings and numbers by the names that they stand under, in lower case and without `_` and `-`. */
export function stringsIn(fields: Members): Map<string, string> {
  const found = Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number'
      ? [[name.toLowerCase().replace(/[_-]/g, ''), String(value)] as const]
      : [],
  );
  return new Map(found);
}

/** What a session request gives as credentials: in its body, its query, or as Basic (RFC 7617). */
export function clientCredentialsIn(call: Pick<Call, 'rawBody' | 'query' | 'headers'>) {
  const [, basic = ''] = /^Basic +(\S+)$/i.exec(call.headers.authorization ?? '') ?? [];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic, 'base64').toString('utf8')) ?? [];
  const values = stringsIn(readLoosely(call));
  const given = (...each: readonly (string | undefined)[]) => each.filter((value) => value !== undefined);
  return {
    clientId: given(values.get('clientid'), id),
    clientSecret: given(values.get('clientsecret'), secret),
  };
}
