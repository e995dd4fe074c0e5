import { spawnSync } from 'node:child_process';
import { isObject, parseJson } from '../../support/contract/json';

export interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

interface Conversation {
  /** Every line of stdout. Throws where one is no JSON object: stdout belongs to the protocol. */
  readonly answers: readonly Answer[];
  readonly log: string;
  readonly status: number | null;
}

/** One message, as it travels. */
export function rpcRequestLine(id: unknown, method: string, params: unknown = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** Bytes that an adapter may write to either stream. */
const maxBuffer = 64 * 1024 * 1024;

/** What an adapter answers to these lines, and that it then ends by itself. */
export function conversation(command: readonly string[], lines: readonly string[]): Conversation {
  const [program = '', ...args] = command;
  const input = lines.map((line) => `${line}\n`).join('');
  const { stdout, stderr, status } = spawnSync(program, args, {
    input,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer,
  });
  const written = stdout.split('\n');
  if (written.pop() !== '') throw new Error('the last line has no end');
  const answers = written.map((line) => {
    const answer = parseJson(line);
    if (!isObject(answer)) throw new Error(`not an answer: ${line}`);
    return answer;
  });
  return { answers, log: stderr, status };
}
