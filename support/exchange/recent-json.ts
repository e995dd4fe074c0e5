import { parseJson } from '../contract/json';

/** What was parsed last, newest first: an exchange has two bodies, as they came and as they are shown. */
const parsed: { readonly text: string; readonly value: unknown }[] = [];
const mostKept = 4;

/** The value of a JSON text, which many read one after the other and none changes; `undefined` where it is none. */
export function recentJson(text: string): unknown {
  for (const known of parsed) if (known.text === text) return known.value;
  const value = parseJson(text);
  if (parsed.unshift({ text, value }) > mostKept) parsed.pop();
  return value;
}
