import type { Refusal, Words } from '../api';

/** What the server would not do, in its words. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly hint: string | undefined;

  constructor(status: number, { message, hint }: Words) {
    super(message);
    this.status = status;
    this.hint = hint;
  }
}

async function ask<Answer>(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(path, { ...init, method }).catch((): never => {
    throw new CallError(0, { message: 'The server does not answer.', hint: 'Does its terminal still run?' });
  });
  const text = await response.text();
  const value: unknown = text === '' ? undefined : JSON.parse(text);
  if (response.ok) return value as Answer;
  const words = (value as Refusal | undefined)?.error ?? { message: response.statusText };
  throw new CallError(response.status, words);
}

const json = (body: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body ?? {}),
});

/** Asks the server. Each throws a CallError for what it would not do, and where it does not answer. */
export const call = {
  get: <Answer>(path: string) => ask<Answer>('GET', path),
  post: <Answer>(path: string, body?: unknown) => ask<Answer>('POST', path, json(body)),
  /** Hands a file over. */
  hand: <Answer>(path: string, file: File) =>
    ask<Answer>('POST', path, { headers: { 'content-type': 'application/octet-stream' }, body: file }),
  put: <Answer>(path: string, body: unknown) => ask<Answer>('PUT', path, json(body)),
};
