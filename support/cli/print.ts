import { PassThrough, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { forTerminal, terminalJson } from '../contract/printable';

/** Prints what came of a command: as JSON where a machine reads, else as text. */
export function print(json: true | undefined, value: unknown, text: () => string): void {
  if (json === true) process.stdout.write(`${terminalJson(value)}\n`);
  else say(text());
}

/** Says something on standard output. */
export function say(text: string): void {
  process.stdout.write(`${forTerminal(text)}\n`);
}

/** Says something on standard error. */
export function complain(text: string): void {
  process.stderr.write(`${forTerminal(text)}\n`);
}

/** Standard output or error as others write to it: what they write is fit for a terminal. */
export function fitFor(stream: NodeJS.WriteStream): Writable {
  const decoder = new StringDecoder('utf8');
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      stream.write(forTerminal(decoder.write(chunk)), done);
    },
  });
}

/** A stream that takes everything and keeps nothing. */
export const swallow = (): Writable => new PassThrough().resume();
