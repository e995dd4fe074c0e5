import type { Readable, Writable } from 'node:stream';
import { PassThrough, Writable as NewWritable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { makeTerminalSafe, terminalJson } from '../contract/printable';
import { withProfileKey } from '../targets/profile-key';

/**
 * The environment variables and streams of a command: those of `process`, or a test's own. Relative paths
 * always refer to the working folder of the process.
 */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

type Out = Pick<Surroundings, 'stdout'>;
type Err = Pick<Surroundings, 'stderr'>;

/** Returns this process's streams, together with the environment variables in `env`. */
export function processWithEnv(env: NodeJS.ProcessEnv): Surroundings {
  const { stdout, stderr } = process;
  return {
    ...{ env, stdout, stderr },
    // Use a getter, so that stdin is opened only if needed: Node opens it at the first access.
    get stdin() {
      return process.stdin;
    },
  };
}

/** Returns the same surroundings, but with stderr in place of stdout. */
export function onStderr(surroundings: Surroundings): Surroundings {
  return changed(surroundings, { stdout: surroundings.stderr });
}

/** Returns the same surroundings, but with the value of `--profile-key` in the environment, if there is one. */
export function withProfileKeyOption(surroundings: Surroundings, file: string | undefined): Surroundings {
  if (file === undefined) return surroundings;
  return changed(surroundings, { env: withProfileKey(surroundings.env, file) });
}

function changed(surroundings: Surroundings, by: Partial<Surroundings>): Surroundings {
  const { env, stdout, stderr } = surroundings;
  return {
    ...{ env, stdout, stderr, ...by },
    // Use a getter, so that stdin is opened only if needed: another program may read it.
    get stdin() {
      return surroundings.stdin;
    },
  };
}

/** Prints a command's result to stdout, as JSON or as text. */
export function printResult(to: Out, json: true | undefined, value: unknown, text: () => string): void {
  if (json === true) sayJson(to, value);
  else printLine(to, text());
}

/**
 * Prints a line or a block of lines to stdout. Replaces control characters, except for the suite's own
 * colours.
 */
export function printLine({ stdout }: Out, text: string): void {
  stdout.write(`${makeTerminalSafe(text)}\n`);
}

export function sayJson({ stdout }: Out, value: unknown): void {
  stdout.write(`${terminalJson(value)}\n`);
}

/**
 * Prints a line or a block of lines to stderr. Replaces control characters, except for the suite's own
 * colours.
 */
export function printErrorLine({ stderr }: Err, text: string): void {
  stderr.write(`${makeTerminalSafe(text)}\n`);
}

/**
 * Returns a stream that forwards the output of other code, such as Cucumber, to `stream`. Control characters
 * are replaced, except for the suite's own colours.
 */
export function fitFor(stream: Writable): Writable {
  const decoder = new StringDecoder('utf8');
  return new NewWritable({
    write(chunk: Buffer, _encoding, done) {
      stream.write(makeTerminalSafe(decoder.write(chunk)), done);
    },
  });
}

/** Returns a stream that discards its input. */
export const discardingStream = (): Writable => new PassThrough().resume();
