import { basename } from 'node:path';
import { commandLineOf, environmentOf, parentOf } from './linux-processes';

/** A process between npm and this process, or this process itself, with the process that started it. */
interface Link {
  readonly pid: number;
  readonly startedBy: number;
  /** Whether the process is a shell that npm started. */
  readonly isShell: boolean;
}

const variable = 'npm_lifecycle_script';

/**
 * Returns this process and the processes above it that npm made, from the bottom to the top. If npm started this
 * process through another npm, as in a script `npx conform mock`, the list continues up to the first npm. Returns an
 * empty list if npm did not start this process, if the shell of npm does not wait for it, or without /proc.
 *
 * The variable `npm_lifecycle_script` marks the processes that npm made: npm sets it for its shell, and does not have
 * the same value itself. A process between that shell and this process, such as `make`, a script or an IDE, ends the
 * list, because it may leave this process running on purpose.
 */
export function linksToNpm(script = process.env[variable]): readonly Link[] {
  if (script === undefined) return [];
  const parent = process.ppid;
  // A Node that is too old starts this process, and keeps a channel to it.
  const isHandedOver = process.channel !== undefined && sharesScript(parent, script) === true;
  if (!isHandedOver) return linksAbove(process.pid, script);
  const links = linksAbove(parent, script);
  return links.length === 0 ? [] : [{ pid: process.pid, startedBy: parent, isShell: false }, ...links];
}

function linksAbove(pid: number, script: string): readonly Link[] {
  const parent = parentOf(pid);
  if (parent === undefined) return [];
  const own = { pid, startedBy: parent, isShell: false };
  const isBelowShell = sharesScript(parent, script);
  // Some shells replace themselves by the program that they start.
  if (isBelowShell === false) return [own, ...linksAboveNpm(parent)];
  const npm = parentOf(parent);
  if (!isBelowShell || npm === undefined || sharesScript(npm, script) !== false) return [];
  if (!isWaitingShell(parent)) return [];
  return [own, { pid: parent, startedBy: npm, isShell: true }, ...linksAboveNpm(npm)];
}

/** Returns the links above an npm. The list is empty unless another npm started that npm. */
function linksAboveNpm(npm: number): readonly Link[] {
  const script = environmentOf(npm)?.find((each) => each.startsWith(`${variable}=`));
  return script === undefined ? [] : linksAbove(npm, script.slice(variable.length + 1));
}

/** Whether a process has this script of npm in its environment; `undefined` if its environment is not readable. */
function sharesScript(pid: number, script: string): boolean | undefined {
  return environmentOf(pid)?.includes(`${variable}=${script}`);
}

const shellName = /^(?:ba|da|a|k|z)?sh$/;

function isWaitingShell(pid: number): boolean {
  const [program = '', option, text = ''] = commandLineOf(pid);
  return shellName.test(basename(program)) && option === '-c' && !startsInBackground(text);
}

/** The operator `&` of a shell. Excludes `&&`, `|&`, `;&`, and redirections such as `2>&1` and `&>`. */
const backgroundOperator = /(?<![&<>|;])&(?![&>])/;

/** Commands that start a program which may outlive the shell. */
const detachingCommands = 'setsid|nohup|disown|coproc|daemon|daemonize|start-stop-daemon';

/**
 * Matches {@link detachingCommands} at the start of a command: at the start of the text, after an operator, or after a
 * word such as `then` or `exec`. Options of that word and variables may precede the command.
 */
const detachingCommand = new RegExp(
  String.raw`(?:^|[;&|(){}\n\x60]|\b(?:then|do|else|exec|command|env|time|nice|sudo)\s)` +
    String.raw`\s*(?:(?:\w+=\S*|-\S+)\s+)*(?:[\w.-]*/)*(?:${detachingCommands})(?![^\s;&|(){}\x60])`,
);

/** Quoted parts of a shell's text, single characters after a backslash, and comments. */
const quoted = /\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"|(?<![^\s;&|()])#.*/g;

/** Whether the text of a shell starts a program in the background. Ignores quoted text and comments. */
export function startsInBackground(text: string): boolean {
  const plain = text.replace(quoted, '_');
  return backgroundOperator.test(plain) || detachingCommand.test(plain);
}

const anotherShell = /\b(?:(?:ba|da|a|k|z)?sh|eval)\b/;

/**
 * Whether the text of a script of npm runs `conform` and waits for it. A script with
 * another shell in it is not recognised, because that shell may start `conform` in the background.
 */
export function waitsForConform(script = ''): boolean {
  return script.includes('conform') && !startsInBackground(script) && !anotherShell.test(script);
}
