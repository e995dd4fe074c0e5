import { readFileSync } from 'node:fs';
import type { Terminal } from '../terminal';
import type { Saying } from './person';
import type { Asking, Question } from './questions';

/** The answers to one question, typed line by line. */
export class TypedAnswers {
  readonly #asking: readonly Asking[];
  readonly #terminal: Terminal;
  readonly #answers: Record<string, string> = {};
  #place = 0;

  constructor({ asking }: Question, terminal: Terminal) {
    this.#asking = asking;
    this.#terminal = terminal;
  }

  prompt(): void {
    const next = this.#asking[this.#place];
    if (next !== undefined) this.#terminal.say(`      ${promptOf(next)}`);
  }

  /** Begins again with what could not be taken. */
  again(name: string | undefined): void {
    this.#place = Math.max(
      0,
      this.#asking.findIndex((each) => each.name === name),
    );
    this.prompt();
  }

  /** Takes a line. Enter alone keeps what was answered before, and skips the question where there is nothing. */
  type(line: string, hear: (saying: Saying) => void): void {
    const asked = this.#asking[this.#place];
    if (asked === undefined) return;
    const typed = line.trim();
    const value = typed === '' ? asked.before : valueOf(asked, typed);
    if (value === undefined) {
      if (typed === '') {
        hear({ say: 'skip', reason: '' });
        return;
      }
      this.#terminal.say(`      ${typed} cannot be read`);
      this.prompt();
      return;
    }
    this.#answers[asked.name] = value;
    this.#place += 1;
    if (this.#place < this.#asking.length) this.prompt();
    else hear({ say: 'answer', answers: { ...this.#answers } });
  }
}

function promptOf({ label, kind, choices = [], before }: Asking): string {
  const how = kind === 'pem' ? ' (name of its file)' : kind === 'choice' ? ` (${choices.join(', ')})` : '';
  return `${label}${how}; Enter: ${before === undefined ? 'skip' : 'as before'}`;
}

/** A key comes as the name of a file: it has several lines. */
function valueOf({ kind }: Asking, typed: string): string | undefined {
  if (kind !== 'pem') return typed;
  try {
    return readFileSync(typed, 'utf8');
  } catch {
    return undefined;
  }
}
