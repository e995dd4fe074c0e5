import type { MockReply } from './seams';

/** Encodes a reply body: an object as JSON, a string as UTF-8. Returns an empty buffer for `undefined`. */
export function encodeBody(body: MockReply['body']): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

export function contentType(body: string | Buffer | object): string {
  if (typeof body === 'string') return 'text/plain; charset=utf-8';
  return Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
}
