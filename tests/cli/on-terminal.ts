import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * A program for Python: runs its arguments after the first on a terminal, types Ctrl-C once they have printed the first
 * argument, and prints the exit code and the output.
 */
const program = `
import os, pty, sys
until, command = sys.argv[1].encode(), sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
text, typed = b"", False
while True:
    try: chunk = os.read(terminal, 65536)
    except OSError: break
    if not chunk: break
    text += chunk
    if not typed and until in text:
        typed = True
        os.write(terminal, b"\\x03")
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
print(text.decode().replace("\\r", ""))
`;

/** Runs a command on a terminal, and types Ctrl-C once the command has printed `until`. Needs Python. */
export async function interruptOnTerminal(
  command: readonly string[],
  until: string,
  surroundings: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<{ readonly code: number; readonly text: string }> {
  const { stdout } = await promisify(execFile)('python3', ['-c', program, until, ...command], surroundings);
  const [code = '', ...lines] = stdout.split('\n');
  return { code: Number(code), text: lines.join('\n') };
}
