import type { Readable, Writable } from 'node:stream';
import { PassThrough, Writable as NewWritable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { forTerminal, terminalJson } from '../contract/printable';

/** What surrounds an act: `process` itself, or what a test has in its place. Relative paths are those of the process. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

type Out = Pick<Surroundings, 'stdout'>;
type Err = Pick<Surroundings, 'stderr'>;

/** The process with other variables. */
export function processWith(env: NodeJS.ProcessEnv): Surroundings {
  const { stdout, stderr } = process;
  return {
    ...{ env, stdout, stderr },
    // Node opens it with the first look at it.
    get stdin() {
      return process.stdin;
    },
  };
}

/** Prints what came of a command: as JSON where a machine reads, else as text. */
export function print(to: Out, json: true | undefined, value: unknown, text: () => string): void {
  if (json === true) sayJson(to, value);
  else say(to, text());
}

/** Says something on standard output. */
export function say({ stdout }: Out, text: string): void {
  stdout.write(`${forTerminal(text)}\n`);
}

/** Prints nothing but JSON on standard output. */
export function sayJson({ stdout }: Out, value: unknown): void {
  stdout.write(`${terminalJson(value)}\n`);
}

/** Says something on standard error. */
export function complain({ stderr }: Err, text: string): void {
  stderr.write(`${forTerminal(text)}\n`);
}

/** Standard output or error as others write to it: what they write is fit for a terminal. */
export function fitFor(stream: Writable): Writable {
  const decoder = new StringDecoder('utf8');
  return new NewWritable({
    write(chunk: Buffer, _encoding, done) {
      stream.write(forTerminal(decoder.write(chunk)), done);
    },
  });
}

/** A stream that takes everything and keeps nothing. */
export const swallow = (): Writable => new PassThrough().resume();
