import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * A program for Python: runs a command on a terminal, and acts once the command has printed a text. Then prints the
 * exit code and the output of the command.
 */
const program = `
import os, pty, signal, sys
act, until, command = sys.argv[1], sys.argv[2].encode(), sys.argv[3:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
text, done = b"", False
while True:
    try: chunk = os.read(terminal, 65536)
    except OSError: break
    if not chunk: break
    text += chunk
    if done or until not in text: continue
    done = True
    if act == "close":
        os.close(terminal)
        break
    if act == "Ctrl-C": os.write(terminal, b"\\x03")
    if act == "SIGINT": os.kill(pid, signal.SIGINT)
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
print(text.decode().replace("\\r", ""))
`;

/** Typing Ctrl-C, closing the terminal, or sending SIGINT to the command only, as a script does. */
export type TerminalAct = 'Ctrl-C' | 'close' | 'SIGINT';

interface OnTerminal {
  readonly command: readonly string[];
  readonly act: TerminalAct;
  /** The text after which the program acts. */
  readonly until: string;
}

/** Returns a command line that runs a command on a terminal, and acts there. Needs Python. */
export const commandLineOnTerminal = ({ command, act, until }: OnTerminal): string[] => [
  ...['python3', '-c', program, act, until],
  ...command,
];

/** Reads the exit code and the output of the command from the output of {@link commandLineOnTerminal}. */
export function resultOnTerminal(printed: string): { readonly code: number; readonly text: string } {
  const [code = '', ...lines] = printed.split('\n');
  return { code: Number(code), text: lines.join('\n') };
}

/** Runs a command on a terminal, and acts there. Needs Python. */
export async function runOnTerminal(
  on: OnTerminal,
  surroundings: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<{ readonly code: number; readonly text: string }> {
  const [python = '', ...args] = commandLineOnTerminal(on);
  const { stdout } = await promisify(execFile)(python, args, surroundings);
  return resultOnTerminal(stdout);
}
