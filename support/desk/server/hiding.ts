import { existsSync, readFileSync } from 'node:fs';
import { Redactor } from '../../exchange/redaction';
import type { DeskContext } from './context';

/** Hides what shows as a secret by its form, the secrets that were typed in, and those that the target file names. */
export function hiding({ secrets, targetFile }: Pick<DeskContext, 'secrets' | 'targetFile'>) {
  const redactor = new Redactor();
  const environment = secrets.environment();
  const named = existsSync(targetFile) ? readFileSync(targetFile, 'utf8').matchAll(/\$\{(\w+)\}/g) : [];
  for (const name of new Set([...secrets.names(), ...[...named].map(([, each = '']) => each)])) {
    const value = environment[name] ?? '';
    if (value !== '') redactor.learn('credential', value);
  }
  return (text: string): string => redactor.text(text);
}
