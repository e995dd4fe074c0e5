import type { SchemaProblem } from '../../contract/schemas';
import { isObject } from '../../contract/json';

const headers = 'an object of names with texts, or a list of pairs';
const body = 'a text, even of JSON';
const base64 = 'the bytes in Base64';
const size = 'a number of milliseconds from 0 on, as in 18';

/** When a request arrived, in words. */
export const wantedTime = 'a time, as in "2026-11-20T08:30:00.125Z", or milliseconds since 1970';

/** What each member of a line is to be, in words. */
const wanted: Readonly<Record<string, string>> = {
  '': 'an object with startedAt and request',
  startedAt: wantedTime,
  durationMs: size,
  client: 'an object, as in {"address": "192.0.2.7"}',
  'client.address': 'a text, as in "192.0.2.7"',
  kept: 'a list of names of headers, as in ["Authorization"]',
  request: 'an object with method, url and headers',
  'request.method': 'a text, as in "POST"',
  'request.url': 'a whole address, as in "https://gateway.example/path"',
  'request.headers': headers,
  'request.body': body,
  'request.bodyBase64': base64,
  response: 'an object with status and headers; where no answer came, it is left out',
  'response.status': 'a number from 100 to 999, as in 200',
  'response.headers': headers,
  'response.body': body,
  'response.bodyBase64': base64,
};

/** What stands deeper. */
const within = (above: string): string => (above === 'kept' ? 'a text' : 'a text, or a list of texts');

const longestName = 60;

/** What a line lacks, or has in another form, by the name of the member. Values of the line are never shown. */
export function nearMiss({ path, keyword }: SchemaProblem, line: unknown): string {
  const names = path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const member = names.join('.');
  const shown = member === '' ? 'the line' : member.slice(0, longestName);
  if (keyword === 'additionalProperties') return `${shown} is none of its members: ${membersOf(names)}`;
  const form = wanted[member] ?? within(names.slice(0, -1).join('.'));
  if (keyword === 'required') return `${shown} is missing; it is ${form}`;
  const kind = kindOf(valueAt(line, names));
  // A number may be too small, and a list hold something else.
  const isAlmost = kind !== 'null' && form.includes(kind);
  return `${shown} is ${kind}${isAlmost ? ' of another kind' : ''}; it should be ${form}`;
}

/** What may stand beside a member. */
function membersOf(names: readonly string[]): string {
  const above = names
    .slice(0, -1)
    .map((name) => `${name}.`)
    .join('');
  return Object.keys(wanted)
    .filter((name) => name.startsWith(above) && name !== '' && !name.slice(above.length).includes('.'))
    .map((name) => name.slice(above.length))
    .join(', ');
}

function valueAt(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>((at, name) => {
    if (Array.isArray(at)) return at[Number(name)] as unknown;
    return isObject(at) ? at[name] : undefined;
  }, value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === '') return 'an empty text';
  if (typeof value === 'string') return 'a text';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
