import type { RecordedBody } from '../../exchange/exchange';
import { jsonBody } from '../../exchange/exchange';

/** Deeper members are not told apart: no documented message comes near it. */
const deepest = 32;

/**
 * What a body is made of, without its values: a line for each member, as in `/error/code string`; `[]` stands for the
 * elements of a list, all together. `undefined` where nothing is known of it, since it was cut or not kept.
 */
export function shapeOf(body: RecordedBody | undefined): ReadonlySet<string> | undefined {
  if (body === undefined || (body.bytes === 0 && body.absent !== true)) return new Set(['(no body)']);
  if (body.cut === true || body.absent === true || body.sealed !== undefined) return undefined;
  const value = jsonBody({ body });
  if (value === undefined) return new Set([body.encoding === 'base64' ? '(bytes)' : '(text)']);
  const lines = new Set<string>();
  describe(value, '', 0, lines);
  return lines;
}

function describe(value: unknown, path: string, depth: number, lines: Set<string>): void {
  lines.add(`${path === '' ? '(body)' : path} ${typeOf(value)}`);
  if (typeof value !== 'object' || value === null || depth === deepest) return;
  if (Array.isArray(value)) for (const each of value) describe(each, `${path}[]`, depth + 1, lines);
  else
    for (const [name, each] of Object.entries(value))
      describe(each, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1, lines);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
