import { Readable } from 'node:stream';
import { ConfigurationError } from '../../targets/errors';

/** A body that is a file, as it comes. Throws a ConfigurationError for any other, as JSON. */
export function requireFile(body: unknown): Readable {
  if (body instanceof Readable) return body;
  throw new ConfigurationError('is no file', { at: 'body' }, 'send it as application/octet-stream');
}
