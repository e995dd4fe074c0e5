import type { Answer } from '../sender';
import { parseJson } from './own-answers';

/** The texts of an error body in which its reason may stand. */
export type ErrorReader = (answer: Answer) => readonly string[];

/**
 * Every text of the body, whatever its shape: the envelope of clause 2.3, a list, a flat object and one keyed by
 * field are all met, and so are plain text and a page of a proxy.
 */
export const readAnyShape: ErrorReader = ({ body }) => {
  const text = body.toString('utf8');
  return leaves(parseJson(text) ?? text);
};

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leaves);
}
