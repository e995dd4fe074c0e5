import { isWrittenSecret } from './adapter-start';
import { isLiteralSecret } from './interpolate';

interface WrittenSecret {
  readonly path: readonly string[];
  readonly value: string;
}

/**
 * Returns all literal secrets in the parsed content of a target file. A run refuses a file that contains any.
 */
export function writtenSecrets(value: unknown): WrittenSecret[] {
  return [...walk(value, [])];
}

function* walk(value: unknown, path: readonly string[]): Generator<WrittenSecret> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) yield* walk(each, [...path, key]);
    return;
  }
  const text = String(value);
  if (isLiteralSecret(value, path) || isOfAdapter(path, value)) yield { path, value: text };
}

function isOfAdapter([integrator, env, name, ...rest]: readonly string[], value: unknown): boolean {
  if (integrator !== 'integrator' || env !== 'env' || name === undefined || rest.length > 0) return false;
  return typeof value === 'string' && isWrittenSecret(name, value);
}
