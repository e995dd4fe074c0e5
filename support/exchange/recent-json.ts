import { keptJson } from './read-form';

/** What was parsed last, newest first: an exchange has two bodies. */
const parsed: { readonly text: string; readonly value: unknown }[] = [];
const mostKept = 2;

/** The value of a JSON text that was kept, which many read one after the other and none changes; `undefined` where it is none. */
export function recentJson(text: string): unknown {
  for (const known of parsed) if (known.text === text) return known.value;
  const value = keptJson(text);
  if (parsed.unshift({ text, value }) > mostKept) parsed.pop();
  return value;
}
