import { valuesAt } from './member-path';
import type { ReadingValues } from './readings';

/** Header fields by name in lower case. */
type Named = Readonly<Record<string, unknown>>;

/** The parts of a message in which the reading `correlation-id` may look for the id; `headers` are the protected ones. */
export interface MessageParts {
  readonly http: Named;
  readonly headers: Named;
  readonly bundle: unknown;
}

/** The correlation id of a message (clauses 4.7, 6.1), where the reading looks for it. */
export function correlationIdIn(
  { http, headers, bundle }: MessageParts,
  readings: ReadingValues,
): string | undefined {
  const { where, name } = readings['correlation-id'];
  const value =
    where === 'body' ? valuesAt(bundle, name)[0] : (where === 'header' ? http : headers)[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What a correlation id adds to each part of a message. */
export function correlationIdFor(
  id: string,
  readings: ReadingValues,
): Record<keyof MessageParts, Readonly<Record<string, string>>> {
  const { where, name } = readings['correlation-id'];
  const at = (part: typeof where) => (where === part ? { [name]: id } : {});
  return { http: at('header'), headers: at('protected-header'), bundle: at('body') };
}
