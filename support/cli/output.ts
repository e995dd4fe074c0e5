import { Writable } from 'node:stream';

/** A stream that takes everything and keeps nothing. */
export function swallow(): Writable {
  return new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
}
