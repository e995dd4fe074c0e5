import { createInterface } from 'node:readline';
import { forTerminal } from '../contract/printable';
import type { Readable, Writable } from 'node:stream';

/** Where a person is told what to do, and may answer. */
export interface Terminal {
  say(text: string): void;
  /** Whether a person can type. */
  readonly interactive: boolean;
  /** Calls back for each line that is typed, until what it gives is called. */
  listen(onLine: (line: string) => void): () => void;
}

type Input = Readable & { readonly isTTY?: boolean; unref?(): unknown };

/** The terminal of this process. Where stdin is none, as in a pipe or once it is closed, no one can type. */
export function processTerminal(output: Writable = process.stdout, input: Input = process.stdin): Terminal {
  const interactive = input.isTTY === true;
  return {
    say: (text) => void output.write(`${forTerminal(text)}\n`),
    interactive,
    listen(onLine) {
      if (!interactive) return () => undefined;
      // Without editing: it would take Ctrl-C for itself.
      const lines = createInterface({ input, terminal: false });
      lines.on('line', onLine);
      return () => {
        lines.close();
        // A person who types nothing more must not keep the process alive.
        input.unref?.();
      };
    },
  };
}
