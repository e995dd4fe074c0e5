import type { CutEntry } from '../exchange/har/read-har';
import { newmanEntries } from '../exchange/har/newman';
import { ConfigurationError } from '../targets/errors';

/** It is one JSON text, and is read whole; a body takes twenty times its length there. */
const mostBytes = 128 * 1024 * 1024;

/** The executions of newman's report. Throws a ConfigurationError where it cannot be read. */
export async function* readNewman(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<CutEntry> {
  const held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > mostBytes)
      throw new ConfigurationError(
        `is a report of newman of more than ${mostBytes / 1024 / 1024} MiB, which would be read whole`,
        { file: name },
        'run the collection in parts (newman run --folder NAME), or run it through conform proxy',
      );
    held.push(chunk);
  }
  const entries = newmanEntries(
    Buffer.concat(held)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
  );
  if ('flaw' in entries)
    throw new ConfigurationError(
      `begins like a report of newman, and cannot be read: ${entries.flaw}`,
      { file: name },
      'run it again: newman run COLLECTION --reporters json --reporter-json-export newman.json',
    );
  yield* entries;
}

/** Files of Postman by their first bytes, and what they lack. */
const unjudged: readonly (readonly [RegExp, string])[] = [
  [
    /^\{\s*"id"\s*:[^]*"collection_id"\s*:[^]*"totalPass"\s*:/,
    'is a run that Postman exported: it keeps neither headers nor bodies',
  ],
  [/^\{\s*"id"\s*:[^]*"_postman_variable_scope"\s*:/, 'is a Postman environment: it holds no traffic'],
];

/** Throws a ConfigurationError for what Postman exports itself: nothing of it can be judged. */
export function refusePostman(start: string, name: string): void {
  const [, why] = unjudged.find(([form]) => form.test(start)) ?? [];
  if (why === undefined) return;
  throw new ConfigurationError(
    why,
    { file: name },
    'run the collection with newman, and judge its report: newman run COLLECTION --reporters json --reporter-json-export newman.json',
  );
}
